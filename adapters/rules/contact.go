package rules

import "github.com/memware/memware/backends"

// contacts are how to reach the user.
func contacts() []group {
	return []group{{weight: 0.7, own: true, rules: []rule{
		{`i am best|easiest reached|contacted|reachable at|on|by|under|via <to:rest>
		  i am reachable|available|contactable at|on|by|under|via <to:rest>
		  i can be reached|contacted at|on|by|under|via <to:rest>
		  i am on <to:rest>
		  you can @contact [me|to|hold] [a_message] at|on|under|with|via|through <to:rest>
		  you can @contact me <to:rest>
		  you can write|send [mail|emails] to|me_at|me_on <to:rest>
		  @contact me [a_message|a_text|up|back] at|on|under|with|via|through <to:rest>
		  drop|shoot|send|write|ping|give me [a_line|an_email|a_text|a_message|a_mail|an_e-mail|a_call|a_ring|a_buzz|messages|texts|emails] at|on|to|under <to:rest>
		  write|send|reply|mail|email [to] <to:rest>
		  use <to:rest>
		  contact|reach_me|mail_me|call_me : <to:rest>
		  my contact [details|info|information] is|are|: <to:rest>
		  [the] @ideal number|email|address|phone [for|to] [me|reach_me|contact_me|call|reach|use|me_on] is|: <to:rest>
		  the number to call is <to:rest>
		  [the] @ideal way to @contact me is [at|on|by|via|through] <to:rest>`, contact},
		{`you can @contact me on|at|via <network> as|at|under <handle>
		  @contact me on|at|via <network> as|at|under <handle>
		  i am <handle> on <network>
		  i am on <network> as|under <handle>
		  my handle|username|name on <network> is <handle>`, network},
		{`you can email|mail|write_to me
		  my email|mail|e-mail changed|is_new ...`, about("contact.email")},
		{`you can call|text|phone|ring|whatsapp me`, about("contact.phone")},
		{`[only|just|always] @contact me by|via|through|on|using <channel>
		  i am best|easiest reached|contacted|reachable by|via|on|through <channel>
		  [the] @ideal way to @contact me is|: [by|via|through|over|with] [a|an] <channel>
		  i prefer|like to be contacted|reached|messaged by|via|on|over|through <channel>
		  i prefer|like [to_communicate_by|being_contacted_by|to_get|getting|communicating_by|communicating_via] <channel> [to|over|instead|rather|than|communication|contact|not] ...
		  <channel> me instead|rather|rather_than|do_not_call|and_do_not ...
		  <channel> is [the] best|easier|easiest|better [way] for|to ...
		  <channel> works best|better|well [for_me] ...`, fact("contact.channel", "channel")},
	}}}
}

// network builds the name that the user has in a network.
func network(_ *reader, m *match) []found {
	return []found{{kind: backends.Fact, key: "contact." + norms(m.get("network"), "."), value: m.get("handle")}}
}

// contact tells numbers and addresses apart.
func contact(_ *reader, m *match) []found {
	to := without(m.get("to"), ",", ":", "my", "at", "on", "number", "mobile", "cell", "phone", "email", "address", "is", "the", "this", "work", "home", "office")
	if v, ok := email(to); ok {
		return []found{{kind: backends.Fact, key: "contact.email", value: v}}
	}
	if v, ok := phone(to); ok {
		return []found{{kind: backends.Fact, key: "contact.phone", value: v}}
	}
	return nil
}
