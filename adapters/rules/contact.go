package rules

import (
	"slices"

	"github.com/memware/memware/backends"
)

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
		{`you can|will @contact me on|at|via <network> as|at|under <handle>
		  @contact me on|at|via <network> as|at|under <handle>
		  i am <handle> on <network>
		  i am on <network> as|under <handle>
		  my handle|username|name on <network> is <handle>`, network},
		{`you can email|mail|write_to me
		  my email|mail|e-mail changed|is_new ...`, about("contact.email")},
		{`you can call|text|phone|ring|whatsapp me`, about("contact.phone")},
		{`@contact me [only] on|at|by|via my mobile|phone|cell|cellphone|landline|number`, about("contact.phone")},
		{`@contact me [only] on|at|by|via my email|e-mail|mail|inbox`, about("contact.email")},
		{`[only|just|always] @contact me by|via|through|on|using <channel>
		  i am best|easiest reached|contacted|reachable by|via|on|through <channel>
		  [the] @ideal way to @contact me is|: [by|via|through|over|with] [a|an] <channel>
		  i prefer|like to be contacted|reached|messaged by|via|on|over|through <channel>
		  i prefer|like [to_communicate_by|being_contacted_by|to_get|getting|communicating_by|communicating_via] <channel> [to|over|instead|rather|than|communication|contact|not] ...
		  <channel> me instead|rather|rather_than|do_not_call|and_do_not ...
		  <channel> is [the] best|easier|easiest|better [way] for|to|than ...
		  [it_is|always] best|better|easiest|easier to|if_you <channel> me ...
		  <channel> works best|better|well [for_me] ...`, channelOf},
		{`i prefer|like|want|would_rather [to_be|be|being] texted ...`, constant("contact.channel", "text")},
		{`i prefer|like|want|would_rather [to_be|be|being] emailed ...`, constant("contact.channel", "email")},
		{`i prefer|like|want|would_rather [to_be|be|being] called|phoned|rung than|over|rather_than|instead ...`, constant("contact.channel", "call")},
		{`texting|messaging is|works|suits [me] better|best|easier|easiest ...`, constant("contact.channel", "text")},
		{`emailing is|works|suits [me] better|best|easier|easiest ...`, constant("contact.channel", "email")},
		{`do_not|never ring|call|phone|text|email|message|mail me [,] [please|just] <channel> me ...`, fact("contact.channel", "channel")},
		{`[just|please] <channel> me`, channelInstead},
	}}}
}

// channelOf builds the way to reach the user, but not of "I like my calls at 9".
func channelOf(r *reader, m *match) []found {
	if _, at := splitWhen(r.tokenise(r.text[r.line.from:r.line.to])); at != nil {
		return nil
	}
	return fact("contact.channel", "channel")(r, m)
}

// channelInstead reads "don't phone me, text me": alone, "text me" is asked for
// once.
func channelInstead(r *reader, m *match) []found {
	said := r.tokenise(r.text[r.line.from:r.line.to])
	for i := range max(0, len(said)-1) {
		denied := said[i].norm == "not" || said[i].norm == "never"
		if verb := said[i+1]; denied && (verb.is(channel) || verb.norm == "ring") {
			return fact("contact.channel", "channel")(r, m)
		}
	}
	return nil
}

// network builds the name that the user has in a network.
func network(_ *reader, m *match) []found {
	return []found{{kind: backends.Fact, key: "contact." + norms(m.get("network"), "."), value: m.get("handle")}}
}

// contact tells numbers and addresses apart.
func contact(_ *reader, m *match) []found {
	to := without(m.get("to"), ",", ":", "my", "at", "on", "number", "mobile", "cell", "phone", "email", "address", "is", "the", "this", "work", "home", "office")
	suffix := ""
	if said := m.get("to"); slices.ContainsFunc(said[:len(said)-len(to)], func(t token) bool { return t.norm == "work" || t.norm == "office" }) {
		suffix = ".work"
	}
	if v, ok := email(to); ok {
		return []found{{kind: backends.Fact, key: "contact.email" + suffix, value: v}}
	}
	if v, ok := phone(to); ok {
		return []found{{kind: backends.Fact, key: "contact.phone" + suffix, value: v}}
	}
	return nil
}
