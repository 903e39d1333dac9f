package middleware

import "strings"

// mail adds everything from the first head of a mail on.
func (q *quotes) mail() {
	for i, l := range q.lines {
		if forwards(strings.ToLower(l.text)) || q.mailHead(i) {
			q.addRest(i)
			return
		}
	}
}

// forwards reports the line with which mail programs start what they quote.
func forwards(line string) bool {
	for _, start := range [...]string{
		"-----original message", "---------- forwarded message", "begin forwarded message", "-------- original message",
		"-----ursprüngliche nachricht", "---------- weitergeleitete nachricht", "---------- message transféré",
		"---------- mensaje reenviado", "---------- messaggio inoltrato", "---------- doorgestuurd bericht",
	} {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	for _, frame := range [...][2]string{
		{"on ", " wrote:"}, {"am ", " schrieb:"}, {"am ", ">:"}, {"le ", " écrit :"}, {"el ", " escribió:"},
		{"il ", " scritto:"}, {"op ", " schreef:"}, {"em ", " escreveu:"},
	} {
		if strings.HasPrefix(line, frame[0]) && strings.HasSuffix(line, frame[1]) {
			return true
		}
	}
	return false
}

// mailHead reports that the i-th line begins the head of a mail: two fields or
// more in a row, one of which names a subject, a date of sending or an address;
// or a single one that does so beyond doubt. "From: Ghent" and "To: Utrecht"
// alone are a journey.
func (q *quotes) mailHead(i int) bool {
	fields, telling := 0, 0
	for ; i < len(q.lines) && fields < 8; i++ {
		name, value, found := strings.Cut(q.lines[i].text, ":")
		if !found || len(name) > 16 {
			break
		}
		kind := mailField(strings.ToLower(strings.Trim(name, " *")))
		if kind == 0 {
			break
		}
		fields++
		value = strings.ToLower(strings.TrimSpace(value))
		if kind == 2 || strings.Contains(value, "@") {
			telling++
		}
		if fields == 1 && (strings.HasPrefix(value, "re:") || strings.HasPrefix(value, "fw") || kind == 1 && strings.Contains(value, "@")) {
			return true
		}
	}
	return fields > 1 && telling > 0
}

// mailField returns 2 for fields of mail alone, 1 for those that other lists have
// too, and 0 for what is no field.
func mailField(name string) int {
	switch name {
	case "subject", "sent", "cc", "bcc", "reply-to", "betreff", "gesendet", "objet", "envoyé", "asunto", "enviado", "oggetto",
		"inviato", "onderwerp", "verzonden", "assunto", "тема", "主题", "件名", "message-id", "received", "return-path":
		return 2
	case "from", "to", "date", "von", "an", "datum", "de", "à", "da", "para", "van", "aan", "от", "кому", "дата",
		"发件人", "收件人", "差出人", "宛先":
		return 1
	}
	return 0
}
