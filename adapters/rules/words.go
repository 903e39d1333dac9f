package rules

// The word lists of the grammar. They are closed classes (pronouns, relations,
// weekdays) or samples of open ones (first names, languages), where an unknown
// word makes a note and never a wrong key.
const (
	abbreviationWords = `dr mr mrs ms st prof no vs approx etc e.g i.e a.m p.m jr sr inc ltd co ave rd apt dept`

	// Words that change nothing a rule looks at; they are taken out of a clause
	// before it is matched.
	fillerWords = `really actually just currently also still definitely honestly totally absolutely
usually normally typically generally mostly personally originally recently finally already simply basically truly
kinda sorta literally obviously presently nowadays lately officially strictly severely
highly deathly particularly especially frankly seriously quite pretty super both btw
tbh imo fyi lol haha hahaha pls please temporarily permanently deeply absolutely extremely`

	// What may stand in front of a statement without being part of it.
	openerWords = `now ok okay so well oh ah hey hi hello yes yeah yep yup and but also anyway alright right
btw fyi ps listen look um uh hmm hm er plus then great good sure fine cool thanks thank cheers morning
afternoon evening dear`

	weekdayWords = `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays
thursdays fridays saturdays sundays mon tue tues wed thu thur thurs fri sat sun weekday weekdays
weekend weekends weeknights`

	monthWords = `january february march april may june july august september october november december
jan feb mar apr jun jul aug sep sept oct nov dec`

	// Words that make a phrase a date, and those that may stand in one.
	dateAnchors = `today tomorrow tonight yesterday tmrw tmr tomoz week month year weekend spring summer
autumn fall winter christmas easter thanksgiving ramadan semester term fortnight`
	dateGlueWords = `the of in on at next this last coming early late mid end beginning start from to until till
through between and a an after first second third fourth day by every each other around about half
sometime later before`

	timeAnchors = `noon midday midnight lunch lunchtime morning mornings afternoon afternoons evening
evenings night nights nighttime dawn dusk breakfast dinner dinnertime o'clock oclock am pm a.m p.m
sunrise sunset bedtime hour hours`
	timeGlueWords = `the in on at around about by from to between before after until till early late mid and
or half past quarter a o sharp ish h hrs first thing end of`

	numberWords = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
thousand`

	moneyWords = `euro euros dollar dollars usd eur gbp pound pounds quid bucks francs chf yen jpy rupees
inr kr sek nok dkk zloty pln cents k grand per month night week year max maximum total each`

	unitWords = `cm m km mm kg g lb lbs kilos kilo pounds stone feet foot ft inches inch in metres meters
centimetres centimeters tall years year yrs yo old`

	// Where a value ends: what follows is about something else.
	subordinators = `because since when while whenever although though unless until till which who whom
whose where if whereas cause cuz despite after before so but once due hence thanks except`
	// What may follow a value beside prepositions, trailers and clauses.
	continuationWords = `and but or rather instead not only every last this next all most many few food diet here
person guy girl myself too since years year months ago daily twice once`

	prepositions = `with for near at on in to from by about during without into of over under via around
through outside inside since next per as`

	// What falls off the end of a value.
	trailers = `now please thanks instead too also again anymore always actually though lol haha btw tbh
right ok okay sorry currently nowadays already xx x well mate buddy ever either really then
honestly anyway fyi pls plz sir mostly usually sadly luckily unfortunately`

	// Phrases that fall off the end of a value.
	tailPhrases = `these_days from_now_on at_the_moment on_advice as_well by_the_way this_season this_term
this_time for_now right_now at_all i_guess you_know of_course to_me for_me with_me in_general on_the_whole
if_possible if_you_can as_usual any_more any_longer after_all from_today for_the_moment and_stuff or_so
or_something and_so_on each_time every_time most_of_all the_most a_lot so_much very_much a_bit too_much
more_than_anything to_be_honest at_present by_now as_you_know as_always all_the_time most_days every_day
from_this_month_on on_most_days i_think i_believe or_whatever and_all in_advance once_more at_this_point
as_of_today as_of_now  in_the_end in_particular full_time part_time to_death over_here here_too
big_time no_matter_what under_any_circumstances by_far is_all that_is_all right_away on_doctor_'s_orders`

	// Adjectives and participles that say how a thing is, not what it is.
	stateWords = `good bad great fine okay ok awful terrible horrible nice lovely amazing awesome perfect
broken dead slow fast late early dirty filthy clean empty full cold hot warm wet dry damp loud quiet noisy
busy free tired sick ill sore stuck lost gone missing ready done finished over closed open down up off on
out wrong right correct incorrect true false weird strange funny fun boring annoying stressful hard easy
difficult tough simple complicated expensive cheap small big huge tiny long short old new young heavy
light ugly beautiful pretty cute sad happy angry mad upset worried excited nervous scared fine better worse
best worst okay alright safe unsafe important urgent private secret public personal known unknown unclear
delayed cancelled canceled postponed running going coming getting killing making driving acting working
not never always almost still very so too really quite pretty more less much all just also only about
like such no none something nothing everything anything somewhere here there back away around available
unavailable valid invalid expired due overdue full-time crazy insane ridiculous rubbish trash garbage
giving taking looking feeling hurting burning leaking ringing charging dying falling being having doing
shot toast useless useful ready-made different similar same unchanged hacked locked blocked frozen cracked
flat pending outdated obsolete gross tasty delicious in at with without under between behind near next from
to for by because since if when how what why where who whether that this these those it he she they you`

	colourWords = `red blue green yellow black white grey gray brown pink purple orange beige silver gold golden`

	// Nouns that judge: "a mess" is how a thing is, not what it is.
	verdictNouns = `mess nightmare joke disaster catastrophe failure loser pain problem jerk idiot dream treat shame pity bit lot
little while disgrace bargain steal beast monster wreck bore delight pleasure relief worry burden challenge
struggle blast riot hoot nuisance hassle drag saint angel star legend hero genius piece thing one way kind
sort must mystery secret surprise failure success total complete real big huge good bad great total`

	// Heads of "my X is Y" that do not name an attribute.
	abstractNouns = `idea point guess problem issue question goal dream hope wish feeling opinion thought
concern worry fear excuse day week weekend morning afternoon evening night month year life world head heart
mind brain mood bet advice suggestion answer reply response understanding impression experience message
comment take view reason logic theory thinking bad fault mistake turn way thing stuff everything god
goodness back stomach throat leg arm knee foot eye eyes hand hands nose hair ear ears tooth teeth body
reaction conclusion assumption intention aim only first second last next one two kind point intention
recommendation priority strategy decision choice selection approach rule motto line sense luck experience expectation`
)

// Words that say how a sentence is built.
const (
	particleWords = `de la le du del della di da van von der den el al bin ibn st saint of upon and & dos das
am las los san mac mc o' the`

	determinerWords = `a an the my our your his her their its this that these those some any another each
every no such`

	pronounWords = `i we he she they you it me us him them this that there someone somebody anyone anybody
everyone everybody nobody who`

	auxiliaryWords = `do does did is are am was were can could will would shall should may might must have
has had`

	// Nouns that are never the name of a place, a person or a company.
	commonWords = `home work school bed town peace fear pain love hope charge general order case there here
abroad nowhere everywhere somewhere office hospital prison jail hotel hostel house flat apartment building
village city countryside country suburbs suburb cabin tent van boat room area neighbourhood place uni
university college church court night nights bank shop store restaurant startup company farm factory
agency studio clinic pharmacy library museum bakery cafe bar pub gym hurry mess trouble danger mood pieces
theory practice secret public private person retail marketing sales finance it tech healthcare education
hr law engineering advertising construction hospitality logistics insurance myself himself herself now
then today tomorrow yesterday me you him her us them it shifts part-time full-time freelance remotely
weekends weekdays bits things stuff people someone somebody everyone nobody anything something nothing
everything touch shape contact hotels hostels airbnbs control tune power life debt luck line time pairs silence darkness poverty exile spirit denial shock awe`

	// Spellings that are written out before matching.
	spellingPairs = `i'm im=i am; i've ive=i have; i'll=i will; i'd=i would; you're youre=you are; we're=we are;
they're theyre=they are; it's=it is; he's hes=he is; she's shes=she is; that's thats=that is;
what's whats=what is; who's whos=who is; where's wheres=where is; when's whens=when is; how's hows=how is;
there's theres=there is; here's heres=here is; let's lets=let us; don't dont=do not; doesn't doesnt=does not;
didn't didnt=did not; can't cant cannot=can not; won't wont=will not; isn't isnt=is not; aren't arent=are not;
wasn't wasnt=was not; weren't werent=were not; shan't=shall not; shouldn't shouldnt=should not;
couldn't couldnt=could not; wouldn't wouldnt=would not; haven't havent=have not; hasn't hasnt=has not;
hadn't hadnt=had not; mustn't mustnt=must not; ain't aint=am not; gonna=going to; wanna=want to;
gotta=must; gimme=give me; lemme=let me; u=you; ur=your; pls plz=please; thx tnx ty=thanks; cuz bc coz=because;
favorite fav fave favourit favorit=favourite; color=colour; mum's=mum 's; names=name 's; abt=about;
ppl=people; idk=i do not know; iirc=apparently; k=ok; okay okey=ok; ya yea=yeah; nope nah=no; y'all=you;
any1=anyone; rn=now; tho=though; w/=with; w/o=without; gluten-free=gluten free; dairy-free=dairy free;
licence license=licence; prefered=preferred; adress=address;
allergys=allergies; alergic=allergic; vegetarain=vegetarian; recieve=receive; tmrw tmr tomoz=tomorrow; we've weve=we have;
you've youve=you have; they've=they have; we'd=we would; we'll=we will; y=why; @=at; luv=love; lurve=love; wud=would; cud=could; shud=should; r=are; hv=have; bt=but; coz=because; b4=before; 2moro=tomorrow; dnt=do not; wnt=want; jus=just; wat=what; wen=when; wer=where; plez=please; who'd=who would; nvm=nevermind`

	suffixPairs = `s='s m=am re=are ve=have ll=will d=would`

	// Words that a hasty writer begins with, leaving out "I" or "I am".
	bareVerbWords = `live love hate prefer dislike need have can moved relocated grew got bought decided chose
picked settled quit stopped gave sold left turned do never adore avoid detest work switched changed joined cannot
started own`
	bareAdjectiveWords = `raised going allergic based born married engaged fluent into not no retired fond keen intolerant
vegan single divorced widowed diabetic coeliac celiac off`

	pointerWords = `nothing none nobody everyone everybody anyone lots plenty neither you your yours yourself this these those it them him her his their that myself yourself ourselves
each everything something anything here there my our`

	stretchWords  = `week month year semester term quarter`
	doubtfulWords = `sun sat wed mon mar may march second`
	tradeWords    = `teaching managing engineering marketing nursing accounting consulting training acting recruiting cleaning`
	pluralWords   = `in-laws parents kids children twins sons daughters brothers sisters grandparents cats dogs friends colleagues`
)
