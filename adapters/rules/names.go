package rules

// Samples of open classes. A word that is missing here makes a note, or is found
// by its capital letter.
const (
	nationalityWords = `afghan albanian algerian american argentine argentinian armenian australian austrian
azerbaijani bangladeshi basque belarusian belgian bolivian bosnian brazilian british bulgarian cambodian
cameroonian canadian catalan chilean chinese colombian croatian cuban cypriot czech danish dominican dutch
ecuadorian egyptian english eritrean estonian ethiopian filipino finnish french georgian german ghanaian
greek guatemalan haitian honduran hungarian icelandic indian indonesian iranian iraqi irish israeli italian
jamaican japanese jordanian kazakh kenyan korean kurdish kuwaiti latvian lebanese libyan lithuanian
luxembourgish macedonian malaysian maltese mexican moldovan mongolian moroccan nepali nepalese nigerian
norwegian pakistani palestinian panamanian paraguayan persian peruvian polish portuguese romanian russian
rwandan salvadoran saudi scottish senegalese serbian singaporean slovak slovenian somali spanish sudanese
swedish swiss syrian taiwanese tanzanian thai tunisian turkish ugandan ukrainian uruguayan uzbek venezuelan
vietnamese welsh yemeni zambian zimbabwean`

	languageWords = `afrikaans albanian amharic arabic armenian basque belarusian bengali bosnian breton
bulgarian burmese cantonese catalan cebuano chinese croatian czech danish dutch english esperanto estonian
farsi filipino finnish flemish french frisian gaelic galician georgian german greek gujarati hausa hawaiian
hebrew hindi hungarian icelandic igbo indonesian irish italian japanese javanese kannada kazakh khmer korean
kurdish lao latin latvian lithuanian luxembourgish macedonian malay malayalam maltese mandarin maori marathi
mongolian nepali norwegian pashto persian polish portuguese punjabi quechua romanian romansh russian sanskrit
scots serbian sinhala slovak slovene slovenian somali spanish swahili swedish tagalog tamil telugu thai
tibetan tigrinya turkish twi ukrainian urdu uzbek vietnamese welsh wolof xhosa yiddish yoruba zulu asl bsl
sign_language`

	// Countries, of more than the names that are a city too.
	countryWords = `afghanistan albania algeria argentina armenia australia austria azerbaijan bahrain bangladesh belarus
belgium belize benin bhutan bolivia bosnia botswana brazil bulgaria cambodia cameroon canada chad chile china colombia congo
costa_rica croatia cuba cyprus czechia denmark ecuador egypt el_salvador england eritrea estonia ethiopia fiji finland france
germany ghana great_britain greece guatemala haiti honduras hungary iceland india indonesia iran iraq ireland
israel italy jamaica japan jordan kazakhstan kenya kuwait laos latvia lebanon libya liechtenstein lithuania madagascar
malawi malaysia mali malta mauritius mexico moldova mongolia montenegro morocco mozambique myanmar namibia nepal
netherlands the_netherlands new_zealand nicaragua niger nigeria north_macedonia northern_ireland norway oman pakistan
panama paraguay peru philippines the_philippines poland portugal qatar romania russia rwanda saudi_arabia scotland senegal
serbia slovakia slovenia somalia south_africa south_korea spain sri_lanka sudan sweden switzerland syria taiwan tanzania
thailand togo tunisia turkey uganda ukraine united_kingdom united_states uruguay usa uk us venezuela vietnam wales yemen
zambia zimbabwe the_uk the_us the_usa the_united_states the_united_kingdom`

	religionWords = `muslim christian jewish hindu buddhist sikh catholic protestant orthodox mormon quaker
atheist agnostic lutheran methodist baptist pagan`

	dietWords = `vegan vegetarian pescatarian pescetarian flexitarian keto paleo halal kosher omnivore
fruitarian macrobiotic low-carb plant-based gluten-free dairy-free veggie gluten_free dairy_free lactose_free sugar_free grain_free nut_free`

	// Allergy-like conditions and illnesses, as adjectives or nouns.
	conditionWords = `diabetic asthmatic epileptic coeliac celiac anaemic anemic deaf blind colour-blind
colourblind colorblind dyslexic autistic pregnant bipolar hypoglycemic haemophiliac asthma diabetes epilepsy
adhd add autism dyslexia migraines migraine arthritis hypertension insomnia eczema psoriasis anxiety
depression fibromyalgia endometriosis ibs crohn's tinnitus vertigo sciatica gout anaemia anemia hypothyroidism
hyperthyroidism lupus scoliosis narcolepsy ocd ptsd copd hemophilia haemophilia glaucoma hay_fever
high_blood_pressure low_blood_pressure type_1_diabetes type_2_diabetes coeliac_disease celiac_disease
crohn's_disease hard_of_hearing visually_impaired hearing_impaired`

	maritalWords = `married single divorced widowed engaged separated`

	// What people do for a living, beside what roleSuffixes tell.
	roleWords = `miner head lead chief president chairman chairwoman chairperson treasurer mayor minister dev devs swe rep guard exec nurse chef cook pilot student architect vet surgeon dentist paramedic midwife plumber
accountant assistant attendant consultant civil_servant clerk coach detective diplomat electrician farmhand
guard guide judge lecturer mechanic model monk nanny pastor physicist postdoc priest principal professor
producer receptionist sailor salesman saleswoman secretary soldier spy tailor technician therapist
translator undergraduate undergrad waiter waitress barista intern apprentice freelancer founder cofounder
co-founder ceo cto cfo coo cmo vp sre pm po dba gp phd rn analyst scientist chemist biologist economist
engineer developer programmer designer teacher lawyer doctor writer author editor journalist photographer
musician artist actor actress dancer singer painter sculptor carpenter builder baker butcher barber
hairdresser gardener farmer fisherman firefighter policeman policewoman librarian manager director
executive officer administrator admin operator driver courier cashier cleaner carer caregiver housekeeper
homemaker pharmacist optician physiotherapist psychologist psychiatrist radiologist researcher historian
mathematician statistician trader broker banker auditor bookkeeper recruiter entrepreneur contractor
supervisor technologist specialist strategist copywriter biotechnologist geologist machinist welder
electrician surveyor planner bartender steward stewardess translator interpreter tutor trainer instructor
retiree`

	roleSuffixes = `ist eer er or ician`

	// Nouns in -er, -or and -ist that are no trade.
	notRoles = `runner swimmer gamer beginner believer lover drinker smoker sleeper owner member father
mother brother sister newcomer foreigner stranger loner user sinner winner loser hiker biker reader eater
hater keeper starter player cyclist tourist optimist pessimist realist minimalist perfectionist feminist
survivor donor neighbour neighbor visitor customer outsider insider monster number letter never ever over
under after other another order river water winter summer dinner power paper whisker whiskers cancer
teenager pensioner westerner easterner northerner southerner londoner newyorker islander commuter traveler
traveller camper climber skier surfer spender saver giver thinker planner-type worrier fighter riser owl
bird person people man woman guy girl boy human kid child adult parent dad mum mom twin fan bit mess native
resident citizen vegan vegetarian sucker dreamer flyer sharer talker listener walker cooker dater hoarder
stickler lefty righty virgo aries taurus gemini leo libra scorpio sagittarius capricorn aquarius pisces`

	starSigns = `aries taurus gemini leo virgo libra scorpio sagittarius capricorn aquarius pisces`

	// People, by relation. The second word, if any, is the key.
	relationWords = `sons=son daughters=daughter brothers=brother sisters=sister mother mum=mother mom=mother mommy=mother mummy=mother father dad=father daddy=father
papa=father sister brother sis=sister bro=brother wife husband hubby=husband partner spouse girlfriend
boyfriend gf=girlfriend bf=boyfriend fiance fiancé=fiance fiancee=fiance fiancée=fiance son daughter kid=child
kids=child child children=child toddler=child baby twins=child grandmother grandma=grandmother
granny=grandmother nan=grandmother nana=grandmother grandad=grandfather granddad=grandfather grandfather
grandpa=grandfather grandson granddaughter aunt auntie=aunt uncle niece nephew cousin stepmother=stepmother
stepmum=stepmother stepmom=stepmother stepfather=stepfather stepdad=stepfather stepson stepdaughter
stepsister stepbrother half-brother half-sister mother-in-law father-in-law sister-in-law brother-in-law
son-in-law daughter-in-law godmother godfather ex ex-wife ex-husband parents=parent friend bestie=best.friend
roommate flatmate=roommate housemate=roommate neighbour neighbor=neighbour colleague coworker=colleague
co-worker=colleague manager boss=manager supervisor assistant mentor teacher tutor coach trainer dentist
doctor gp=doctor physician=doctor therapist psychologist physio=physiotherapist physiotherapist
psychiatrist lawyer solicitor=lawyer attorney=lawyer accountant landlord landlady=landlord hairdresser
barber nanny babysitter childminder=babysitter gynecologist gynaecologist=gynecologist dermatologist
cardiologist optician paediatrician=pediatrician pediatrician vet plumber electrician cleaner gardener
mechanic in-laws professor advisor adviser=advisor business_partner=business.partner best_friend=best.friend
best_mate=best.friend team_lead=team.lead line_manager=manager`

	petWords = `dog cat dogs=dog cats=cat puppy=dog pup=dog kitten=cat kitty=cat rabbit bunny=rabbit hamster parrot budgie
tortoise turtle horse pony=horse goldfish snake lizard gecko guinea_pig=guinea.pig ferret pet chicken duck
goat bird canary cockatiel greyhound=dog labrador=dog poodle=dog beagle=dog terrier=dog spaniel=dog collie=dog
retriever=dog golden_retriever=dog dachshund=dog corgi=dog whippet=dog pug=dog bulldog=dog chihuahua=dog
german_shepherd=dog border_collie=dog tabby=cat ragdoll=cat`

	// Relations of which a person has many: the name is the better key.
	commonRelations = `friend colleague cousin neighbour uncle aunt teacher roommate niece nephew professor`

	// Relations of which nobody means a certain one without a name.
	vagueRelations = `friend colleague cousin neighbour`

	// Things whose having is worth a key of its own.
	possessionWords = `car bike bicycle motorbike motorcycle scooter van truck boat house flat apartment
garden balcony garage driveway pool licence license passport visa mortgage subscription membership
pet printer piano guitar violin cello tattoo pacemaker driving_licence driving_license driver's_license
driver's_licence mobility_scooter hearing_aid wheelchair laptop tv television dishwasher job boss`

	instrumentWords = `piano guitar violin cello viola flute clarinet oboe bassoon trumpet trombone tuba horn
saxophone sax drums harp accordion banjo mandolin ukulele bass keyboard keyboards organ recorder harmonica
bagpipes lute sitar double_bass french_horn bass_guitar electric_guitar`

	// Tools with a category of their own: "category: words".
	toolWords = `editor: vim neovim nvim emacs vscode sublime notepad++ intellij pycharm webstorm goland nano
helix zed eclipse vs_code visual_studio_code sublime_text android_studio xcode
browser: firefox chrome safari brave opera vivaldi chromium tor_browser microsoft_edge
os: linux windows macos ubuntu debian fedora arch nixos freebsd mint arch_linux windows_11 windows_10
shell: bash zsh fish powershell
phone.os: android ios iphone
theme: dark_mode light_mode dark_theme light_theme night_mode
units: metric imperial celsius fahrenheit metric_units imperial_units the_metric_system
seat: aisle window middle aisle_seat aisle_seats window_seat window_seats middle_seat front_row back_row
last_row an_aisle_seat a_window_seat the_aisle the_window the_front_row the_back_row exit_row emergency_exit`

	drinkWords = `tea coffee espresso latte cappuccino matcha cocoa`

	// Common first names, for messages typed without capital letters and for
	// sentences that begin with one.
	nameWords = `aaron abdul abigail ada adam ade adrian agnes ahmed aisha alan alba albert alex alexander
alexandra alfred ali alice alicia alina amanda amelia amina amir amy ana andre andrea andreas andrew andy
angela anita anja ann anna anne annie anthony antonio anton arthur arun asha astrid barbara bea beatrice ben
benjamin bernard beth bjorn bob boris brian bruno caleb camila carl carla carlos carmen carol caroline
catherine cecilia charles charlie charlotte chloe chris christian christina christine christopher clara
claire claudia colin connor daan dan daniel daniela dave david deborah denise dennis diana diego dimitri
dmitri dorothy doug dylan edward elena eli elias elif elijah elisa elizabeth ella ellen emil emily emma eric
erik erika ethan eva evan eve fatima felix fernando fiona florian francesca francis francisco frank franz
freya gabriel gareth gary gemma george gianni giulia graham greg gustav hamza hana hannah hans harold
harriet harry hassan heather heidi helen henrik henry hiroshi hugo ian ibrahim ida ines ingrid irene iris isaac
isabel isabella ivan jack jackie jacob jake james jamie jane janet jason javier jean jen jenny jens
jeremy jess jessica jesus jim jo joan joanna joe johan johannes john jon jonas jonathan jorge jose josef joseph
josh joshua joyce juan judith julia julian julie juliet karen karim karl katarina kate katherine kathleen katie
kevin kim kofi kristian kristina kumar kwame lars laura lauren layla lea leah lena leo leon leonard leonie
leticia levi lewis liam lily linda lisa liz logan lola lorenzo louis louise luca lucas lucia lucy luis luka
lukas luke lydia magnus maja manuel marc marco marcus margaret maria mariam marie marina mario marius markus marta martha martin mary mateo matilda matt matteo matthew maya megan mei mia michael michelle miguel
mike mila milan miriam mohamed mohammed molly monica mustafa nadia nancy naomi natalia natalie nathan neil
nia nicholas nick nicola nicolas nicole nigel nikolai nina noah noel nora norman olga olivia oliver olu
omar oscar otto owen pablo paolo pascal patricia patrick paul paula paulo pedro peggy peter petra philip
pierre piotr priya rachel rafael raj ralph ramon raquel rashid ravi raymond rebecca richard rick rita robert
roberto roger roland roman ron rosa rosie ross roy rui ruth ryan sabine sally sam samantha samuel
sandra sanjay sara sarah sasha scott sean sebastian selma sergio shane sharon sheila silvia simon sofia sonia
sophia sophie stefan stella stephanie stephen steve steven stuart susan svetlana sven sylvia tamara tanya
tara tariq ted teddy teresa theo theresa thomas tim tina tobias tom tomas tony tracy tyler uma ursula valentina
vanessa vera veronica victor victoria vikram vincent viktor walter wanda wei wendy william xavier yara
yasmin dana sue hugh finn cara nell jude seb ayesha aiko anders arjun bo celine darius deepak dina elsa erin esther fiona farah gita gus hal hassan ilse imran inga jana jasper jesse joris juno kai kaito keiko kira lara leila lior lotte luna mara marek mats mina moritz nils nora noor omer oona piet pia rania remi rhea rohan ruben runa saif saskia selin silas stan tess thea tilda toby ulla vik wim ximena yael yannick zainab zeynep yuki yusuf zara zoe`
)
