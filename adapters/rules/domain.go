package rules

// Words of the things that users state facts about. An underscore stands for a
// space.
const (
	fieldWords = `finance it tech marketing sales healthcare education hr law engineering advertising
construction hospitality logistics insurance retail accounting banking consulting media publishing fashion
tourism agriculture pharma biotech research academia manufacturing government politics journalism film music
design architecture aviation energy real_estate human_resources customer_service customer_support software
software_development data_science cybersecurity machine_learning public_relations social_work childcare`

	// Modifiers and heads of what is needed for good: "step-free access".
	needWords = `accessible access wheelchair step-free quiet ramp lift elevator ground-floor interpreter captions
subtitles subtitled low-sodium non-smoking smoke-free pet-friendly dog-friendly child-friendly nut-free
hypoallergenic large-print font braille insulin inhaler epipen ground sign guide hearing cane crutches walker glasses
handrail handrails aisle extra legroom accommodation assistance parking disabled kosher halal vegan vegetarian
gluten-free ergonomic standing crib cot highchair high-chair`

	aidWords = `wheelchair hearing_aid guide_dog walking_stick cane cpap cpap_machine screen_reader walker rollator
mobility_scooter white_cane service_dog prosthesis insulin_pump inhaler magnifier crutches`

	medicineHeads = `tablets pills medication injections drops inhaler insulin statins antidepressants painkillers
warfarin ibuprofen aspirin paracetamol metformin levothyroxine antihistamines blockers thinners steroids
supplements vitamins lithium prednisone`
	medicineEndings = `pril statin cillin formin oxetine prazole azepam olol sartan thyroxine mycin cycline profen
dronate triptan floxacin parin`

	styleWords = `emojis emoji exclamation marks jargon bullets points slang markdown tables swearing
sarcasm jokes puns abbreviations acronyms hashtags headings headers bold italics lists capitals caps
smileys metaphors cliches dashes em semicolons footnotes links code comments`

	mannerWords = `short brief concise formal informal casual detailed simple polite plain long friendly direct blunt
to_the_point terse succinct brief_and_clear formally informally briefly concisely simply politely bluntly
in_detail in_plain_english straightforward thorough professional short_and_simple short_and_sweet
in_short_sentences step_by_step in_bullet_points`

	channelWords = `email e-mail phone text texts sms whatsapp telegram signal slack mail post call calls message
messages text_message emails phone_calls text_messages video_call dm dms letter chat teams`

	foodWords = `spicy meat pork beef fish dairy milk cheese eggs nuts gluten wheat sugar salt alcohol coffee caffeine
lactose seafood shellfish onions garlic mushrooms tomatoes soy chicken lamb bread carbs red_meat spicy_food wine
beer chocolate honey butter cream yoghurt yogurt peanuts tree_nuts sesame soda soft_drinks fast_food junk_food
animal_products olives avocado coriander cilantro bananas strawberries citrus corn rice potatoes peppers`

	zoneWords = `cet cest gmt utc bst est edt cst cdt mst mdt pst pdt ist jst aest eet eest msk kst hst akst
pacific eastern central mountain european greenwich`

	pronounSets = `he/him she/her they/them he/they she/they xe/xem ze/zir he/him/his she/her/hers they/them/theirs
it/its any/all ze/hir they/he they/she ey/em fae/faer`

	planVerbs = `run learn start finish buy visit see meet get have paint move sell build study go take leave travel
fly drive make do write read attend host organise organize celebrate renovate retire graduate marry adopt apply
launch publish join quit change give teach train try cook watch play climb hike swim ski sail ride walk sleep eat
work help call send open close book rent redo redecorate speak present volunteer stay return arrive begin submit
pick throw hold plan perform compete practise practice replace fix install plant switch propose donate defend
camp tour relocate turn name`

	// Nouns of what takes place once, so that "the X is on Friday" is a plan.
	eventWords = `wedding party concert exam interview appointment meeting conference workshop flight train ferry
bus trip test surgery operation class lecture course seminar ceremony funeral graduation birthday anniversary dinner
lunch breakfast brunch game match race marathon festival show play gig recital rehearsal audition deadline delivery
move viewing inspection checkup check-up scan presentation webinar demo launch release standup retro sprint picnic
barbecue bbq reunion holiday vacation hearing trial visit call session tournament competition training semester term
school exhibition opening date reservation booking dentist doctor physio haircut massage vaccination jab retreat offsite
christening baptism shower gala prom finals midterm thesis defence defense viva`

	dishWords = `steak eggs egg toast burger burgers pizza curry pasta meat soup salad bread bacon sandwiches sandwich
porridge oatmeal water wine beer whisky whiskey drinks popcorn fries chips noodles rice vegetables bananas fish room rooms
pillow pillows bath showers clothes jeans hair music movies books news`

	fixedPairWords = `mac_and_cheese fish_and_chips rock_and_roll drum_and_bass salt_and_vinegar peanut_butter_and_jelly
arts_and_crafts r_and_b bread_and_butter gin_and_tonic bacon_and_eggs macaroni_and_cheese cookies_and_cream
rhythm_and_blues black_and_white dungeons_and_dragons rum_and_coke bed_and_breakfasts`

	networkWords = `telegram signal skype slack discord instagram twitter github linkedin mastodon bluesky facebook snapchat threads tiktok reddit`
	sportWords   = `football soccer tennis basketball volleyball badminton squash golf hockey ice_hockey rugby cricket baseball
handball padel lacrosse netball water_polo table_tennis ping_pong softball floorball judo karate boxing yoga pilates crossfit taekwondo
gymnastics athletics`
	spotWords       = `work home office desk school`
	degreeWords     = `phd doctorate master masters master_'s bachelor bachelors bachelor_'s degree mba msc bsc ba ma`
	chronotypeWords = `morning_person early_bird early_riser night_owl night_person evening_person`
	worklessWords   = `retired unemployed self-employed between_jobs out_of_work jobless freelance`
	mealWords       = `breakfast lunch dinner supper brunch dessert`
	jobWords        = `job position post employer company`
	dwellingWords   = `flat house home apartment place room studio`
)
