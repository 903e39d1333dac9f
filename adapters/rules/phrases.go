package rules

// Phrases by which a sentence is told to state nothing about the user, or to
// state it behind an announcement. An underscore stands for a space.
const (
	// A message of nothing but these words is small talk.
	smallTalk = `hi hello hey heya hiya yo howdy hola thanks thank you thx cheers ta bye goodbye cya ciao ok okay
kk alright right sure yes yep yup yeah no nope cool great nice awesome perfect wonderful amazing brilliant excellent
fantastic terrific superb good lovely sweet neat super fine lol lmao rofl haha hahaha hehe hah ha wow whoa oops hmm
hm mhm uh um oh ah aha please sorry welcome np brb gtg ttyl afk omg wtf yay woohoo congrats congratulations indeed
exactly absolutely definitely totally agreed done noted understood gotcha got it i see makes sense sounds perfectly
very much so a an lot again too there all everyone guys mate man dude buddy friend morning afternoon evening night day
today tomorrow later soon then now see have had to meet talk speak be u the rest of your weekend week year how are is
was going doing things been what's up what well am not bad and yourself fun one job work works that that's really this just
for by my mind about never nevermind worries problem problems luck take time care happy birthday merry christmas new pleasure
pleased glad hear from in at touch keep catch back moment sec second minute wait hold on hang let me think know will
do hope help helping helped helpful appreciate appreciated quick reply answer sleep tight dreams bless excuse pardon
ugh meh nah k dear stuff way go point fair enough idea love loved loving guess maybe whatever same here likewise
interesting funny hilarious true anytime spot best million kind kindly long helps nothing bored smart mean meant what us start begin clever always safe travels trip flight`

	// These stand in front of what a user wants remembered.
	announcements = `hi_there hey_there hello_there hi_all hey_all hi_everyone hello_everyone hi_team hey_team hi_guys
hey_guys hi_again i_would_say i_should_add just_a_note small_note remember_that remember keep_in_mind_that keep_in_mind
bear_in_mind_that bear_in_mind note_that note please_note_that please_note kindly_note_that kindly_note please_remember_that please_remember
do_not_forget_that do_not_forget never_forget_that so_you_know just_so_you_know for_the_record for_your_information
to_be_clear as_i_said like_i_said as_you_know i_told_you_that i_told_you i_said_that i_said i_mentioned_that
i_mentioned let_me_tell_you you_should_know_that you_should_know i_should_mention_that i_should_mention i_should_say
i_want_you_to_know_that i_want_you_to_remember_that i_would_like_you_to_remember_that the_thing_is thing_is fun_fact
heads_up one_more_thing note_to_self by_the_way for_reference for_future_reference in_case_you_need_it
in_case_it_helps save_this please_save_this quick_update small_update good_news bad_news news turns_out it_turns_out
i_forgot_to_say i_forgot_to_mention i_forgot_to_mention_that i_have_to_say i_must_say as_for_me about_me for_me
these_days at_the_moment from_now_on as_of_today as_of_now from_today right_now at_present in_general as_a_rule
on_the_whole another_switch in_fact the_truth_is the_fact_is to_be_honest i_confess i_admit you_know you_must_know
also_note i_think_that in_future in_the_future going_forward as_always most_of_the_time most_days of_course
long_story_short after_much_thought after_some_thought after_a_lot_of_thought after_careful_thought after_long_thought
after_giving_it_some_thought on_second_thought`

	// These announce a message in front of a colon.
	labelWords = `update correction edit note reminder fyi ps p.s news info remember nb tldr important memo psa`

	// These begin a clause that tells the assistant something about the user.
	orders = `call_me text_me email_me mail_me reach_me contact_me ring_me phone_me write_to use do_not never always
let_us make_it make_that make_meetings please forget keep schedule remember change set update answer reply respond book`

	// These begin a question without the form of one.
	questionPhrases = `any_idea any_chance any_clue remind_me_what remind_me_which remind_me_when remind_me_where
remind_me_who remind_me_how remind_me_of remind_me_about remind_me_if remind_me_whether remind_me_why remind_me_again
tell_me show_me give_me_my explain i_wonder wondering i_am_wondering i_was_wondering i_would_like_to_know
i_want_to_know i_need_to_know i_would_love_to_know let_me_know i_do_not_know i_am_not_sure_what i_am_not_sure_where
i_am_not_sure_when i_forgot_what i_forgot_my i_forgot_where i_forgot_when i_forgot_which i_have_forgotten
i_can_not_remember i_do_not_remember i_can_not_recall i_do_not_recall no_idea no_clue who_knows guess_what guess_my
guess_where guess_how quick_question list_my list_all summarise summarize look_up check_whether check_if check_my
find_out search_for search what_about how_about and_you recommend suggest help_me translate write_me describe
you_know_what you_know_where you_know_my not_sure_what not_sure_where not_sure_if curious_what curious_about
curious_if can_i may_i could_i repeat_my recall_my say_my spell_my confirm_my read_me read_out name_my state_my see_if
recite want_to_know need_to_know would_like_to_know trying_to_remember i_am_trying_to_remember`

	// Endings that ask, and endings that only seek a nod.
	askTags = `right correct yes no huh eh true or_not or_what is_it is_it_not do_i do_i_not do_not_i am_i am_i_not
am_not_i are_not_i did_i did_i_not did_not_i have_i_not have_not_i was_it was_it_not innit does_it does_it_not is_not_it
does_not_it has_it_not has_not_it can_not_i was_not_i will_i were_not_we are_we are_not_we do_not_we does_not_she
does_not_he is_that_right is_that_correct is_that_true am_i_right or_no maybe or_am_i_wrong or_am_i_mistaken
if_i_remember_correctly is_not_that_right was_not_it`
	stateTags = `remember ok okay got_it yeah you_know see alright capisce if_you_remember understood is_that_ok
is_that_clear`

	// These begin what is only supposed.
	suppositionPhrases = `suppose supposing imagine imagining pretend pretending assume assuming let_us_say let_us_imagine
let_us_pretend let_us_assume let_us_suppose let_us_play say_i say_my what_if if_only were_i were_my had_i
hypothetically theoretically in_theory in_another_life in_a_different_life in_a_perfect_world in_an_ideal_world
in_a_parallel in_my_dreams in_my_dream in_some_other in_a_hypothetical picture consider unless as_if as_though even_if
one_day_i someday some_day maybe_one_day once_i when_i_grow when_i_retire when_i_am_rich when_i_am_old when_i_win
when_i_die when_i_move roleplay role_play for_the_sake_of_argument for_argument i_wish act_as_if provided in_case_i
as_long_as should_i_ever should_i_become should_i_move in_the_event given_the_chance given_unlimited
with_a_bit_of_luck with_luck`

	// Conditions that only are polite: what they stand by holds.
	courtesyPhrases = `if_you_need if_you_want if_you_are_wondering if_you_are_curious if_you_must if_you_ask
if_you_ask_me if_you_have_to if_you_ever_need if_you_care if_you_could if_you_can if_you_do_not_mind if_you_please
if_you_would_like if_you_did_not_know if_you_remember if_you_like if_it_helps if_that_helps if_it_matters
if_anyone_asks if_anybody_asks if_needed if_need_be if_possible if_necessary if_i_am_honest if_i_did_not_mention
if_i_have_not_said`

	// These wish, doubt or consider, near the beginning of a clause.
	wishPhrases = `i_wish i_hope i_doubt i_guess i_suppose hoping dreaming dream_of dream_about my_dream my_dreams
my_fantasy thinking_of thinking_about think_about think_of considering contemplating debating toying tempted not_sure
unsure undecided wondering would_like would_love would_hate would_not_mind would_be_nice would_be_great would_be_cool
want_to wants_to hope_to wish_to wish long_to dying_to yearn had_better fantasise fantasize daydream hopefully if_only
aspire aspiring might_as_well weighing_up mulling leaning_towards on_the_fence playing_with_the_idea flirting_with
entertain_the_idea love_the_idea like_the_idea torn_between can_imagine can_picture can_see_myself half_a_mind
half_wish a_chance`

	// Verbs of saying and thinking, which make a clause a report.
	sayingWords = `said says say thinks thought told tells claimed claims claim believes believed mentioned reckons
reckoned heard wrote writes insisted insists assumes assumed suggested suggests swears swore announced asked asks wants
recommended recommends jokes joked posted tweeted complained hopes hoped wishes wished dreams argues argued admits
admitted figured guesses noted reports reported whispered keeps`

	// These begin what someone else said, or was made up.
	hearsayPhrases = `according_to apparently allegedly supposedly i_heard i_have_heard i_overheard i_read i_have_read
they_say people_say people_think everyone_thinks everybody_thinks someone_told rumour_has rumor_has word_is legend_has
i_was_told i_have_been_told i_dreamt i_dreamed i_had_a_dream i_joked i_saw i_watched in_the_movie in_the_film
in_the_book in_the_novel in_the_story in_the_game in_the_series in_the_show in_my_novel in_my_story in_my_book
in_this_story my_character the_character the_hero the_heroine the_protagonist my_horoscope the_lyrics the_song
the_article the_post the_email the_label the_sign the_quote i_think_i i_think_my i_believe_i i_believe_my i_guess_i
i_suppose_i i_feel_like_i`
)
