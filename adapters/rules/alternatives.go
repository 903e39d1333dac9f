package rules

// alternatives returns the lists that patterns name with an at sign.
func alternatives() map[string]string {
	return map[string]string{
		"like":     `like love enjoy adore dig`,
		"hate":     `hate dislike detest loathe despise abhor can_not_stand can_not_bear can_not_tolerate`,
		"prefer":   `prefer would_prefer would_rather would_rather_have favour like want`,
		"over":     `over to than rather_than instead_of more_than vs not`,
		"avoid":    `avoid skip abstain_from stay_away_from stay_off keep_off stay_clear_of steer_clear_of try_to_avoid have_to_avoid must_avoid`,
		"must_not": `can_not do_not never must_not should_not would_not`,
		"never":    `never do_not do_not_ever`,
		"ideal":    `best ideal preferred good perfect easiest quickest fastest`,
		"severe":   `severe bad mild serious strong slight life-threatening terrible nasty chronic`,
		"kin":      `older younger big little new lovely twin black white small baby young grown-up grown adult beautiful`,

		"meetings": `meetings calls appointments syncs meeting meeting_calls video_calls video_meetings online_meetings
			zoom_calls team_calls phone_calls catch-ups catchups one-on-ones 1:1s conference_calls client_calls interviews
			consultations sessions_with_you check-ins team_meetings`,
		"meet":    `meet talk have_calls have_meetings have_a_call schedule_calls schedule_meetings take_calls do_calls be_called`,
		"arrange": `schedule book plan put set have do hold move keep arrange make shift reschedule set_up`,
		"suits":   `is are work works suit suits would_work would_suit fit fits`,
		"best":    `best better well fine great ideal preferable perfect good a_better_fit preferred easiest`,
		"take":    `i_want i_take i_do i_have schedule there_are book`,
		"attend":  `do take have attend make want like`,
		"talk":    `meet talk call do_calls take_calls do_meetings`,
		"contact": `reach reach_out_to contact call text phone ring message email mail get_hold_of whatsapp find get`,
		"answer":  `answer reply respond write talk speak text`,

		"is": `is are = : changed_to was_changed_to has_changed_to got_changed_to has_been_changed_to moved_to was_moved_to
			has_moved_to got_moved_to shifted_to slipped_to switched_to went_to was_updated_to was_swapped_for is_set_to
			was_set_to became has_become will_be will_now_be should_be`,
		"change":    `change update set switch move correct`,
		"changed":   `changed updated switched set moved replaced reset`,
		"changing":  `retired broke broke_down changed moved left died quit closed was_sold is_gone was_reset was_replaced was_stolen was_changed got_changed has_changed has_moved`,
		"favourite": `my_favourite the_favourite my_all-time_favourite my_all_time_favourite my_absolute_favourite my_most_loved`,

		"travelling": `flying travelling traveling going driving heading off cycling sailing hitchhiking riding setting_off
			heading_off heading_out going_off going_back flying_out flying_back travelling_back going_away
			going_on_holiday going_on_a_trip going_on_vacation taking_the_train taking_a_trip taking_the_bus`,
		"passage": `flight flights trip ticket tickets train holiday vacation journey bus ferry`,
		"happens": `leaves departs starts begins takes_place is_taking_place is_scheduled was_scheduled is_set is_booked is_due
			will_be_held opens kicks_off takes_off lands arrives ends is_up is_over falls comes runs runs_out expires closes
			leaves_at departs_at starts_at begins_at opens_at ends_at closes_at`,

		"decided": `decided agreed elected chose resolved committed opted voted`,
		"verdict": `my_decision my_choice my_pick my_final_decision my_final_choice my_final_answer the_decision the_choice
			the_final_decision the_final_choice the_final_answer decision final_decision final_answer final_choice verdict
			decided agreed`,
		"settle": `go_with use pick choose take adopt stick_with opt_for go_for switch_to settle_on settle_for stay_with
			run_with do go_ahead_with order book`,
		"use": `use go_with pick choose take adopt buy get book hire switch_to run_with stick_with try order do_with do select
			rent go_for keep run_on stay_with`,

		"gone": `no_longer_works no_longer_work no_longer_exists no_longer_applies does_not_work_anymore
			does_not_work_any_more does_not_exist_anymore does_not_apply_anymore is_no_longer_valid is_no_longer_in_use
			is_no_longer_active is_no_longer_correct is_no_longer_current is_no_longer_mine is_no_longer_relevant
			is_not_valid_anymore is_not_valid_any_more is_not_correct_anymore is_not_in_use_anymore is_cancelled is_canceled
			was_cancelled was_canceled got_cancelled has_been_cancelled expired has_expired is_gone is_obsolete is_off
			is_invalid_now is_out_of_date is_outdated was_disconnected`,
		"cancelled": `is_cancelled was_cancelled got_cancelled has_been_cancelled is_off has_been_called_off was_called_off
			got_called_off fell_through is_not_happening is_not_happening_anymore`,
	}
}
