package middleware

import "strings"

// sensesOf looks a word up, in English and in the languages that its neighbours
// speak. What is missing here leaves a message to the user: unknown leads
// announce nothing.
func sensesOf(w string) sense {
	if w != "" && w[0] >= 0xE3 { // from the blocks of Chinese, Japanese and Korean on
		return eastern(w)
	}
	return verbSense(w) | nounSense(w) | smallSense(w)
}

// verbSense looks up what is done with a text, and what is thought of it.
func verbSense(w string) sense {
	switch w {
	case "translate", "proofread", "summarise", "summarize", "paraphrase", "rephrase", "rewrite", "shorten", "condense",
		"transcribe", "reword", "spellcheck", "simplify",
		"übersetze", "übersetz", "übersetzen", "zusammenfassen", "zusammen", "korrekturlesen", "umformulieren", "kürze", "kürzen",
		"traduis", "traduisez", "traduire", "résume", "résumez", "résumer", "reformule", "reformulez", "reformuler", "relis", "relisez",
		"traduce", "traducir", "traduzca", "resume", "resumir", "resúmeme", "tradúceme", "parafrasea",
		"traduci", "tradurre", "riassumi", "riassumere", "vertaal", "vertalen", "vat", "samenvatten",
		"traduza", "traduzir", "resuma", "переведи", "переведите", "перевести", "перескажи", "сократи",
		"przetłumacz", "streść", "çevir", "özetle", "ترجم", "لخص", "صحح", "अनुवाद", "תרגם", "μετάφρασε":
		return wordAsks
	case "read", "lies", "lee", "leggi", "lees", "leia", "прочти", "прочитай":
		return wordLooks | wordRelates
	case "look", "check", "tl", "tldr", "explain", "see", "analyse", "analyze", "format", "convert", "debug", "refactor", "rate", "grade",
		"evaluate", "compare", "parse", "reply", "respond", "answer", "interpret", "extract", "judge",
		"schau", "prüfe", "erkläre", "erklär", "lis", "lisez", "explique", "expliquez", "vérifie", "regarde", "corrigez",
		"explica", "revisa", "mira", "spiega", "guarda", "controlla", "correggi", "bekijk", "leg", "объясни", "проверь", "посмотри",
		"korrigiere", "corrige", "corrija", "corrigeer", "verbeter", "исправь":
		return wordLooks
	case "fix", "correct", "change", "edit", "update", "improve", "clean", "polish", "sort", "tidy":
		return wordEdits
	case "says", "said", "tells", "told", "reads", "states", "stated", "claims", "claimed", "replied", "answered", "texted",
		"messaged", "dmed", "dm'd", "texting", "announces", "announced", "explains", "explained", "mentions", "mentioned",
		"warns", "warned", "promises", "insists", "insisted", "asserts", "asserted", "declares", "declared", "reported", "recommends", "advises", "writes",
		"sagt", "sagte", "schreibt", "schrieb", "geschrieben", "steht", "disait", "écrit", "écrivait", "affirme",
		"dice", "dijo", "escribe", "escribió", "escrito", "disse", "scrive", "scritto", "detto", "zegt", "zei", "schrijft", "schreef",
		"diz", "escreveu", "сказал", "сказала", "написал", "написала", "пишет", "говорит", "napisał", "pisze", "mówi":
		return wordReports
	case "wrote", "emailed", "tweeted", "commented":
		return wordReports | wordGives
	case "state", "say", "claim", "go", "goes":
		return wordRelates
	case "got", "found", "received", "saw", "copied", "downloaded", "scraped", "came", "arrived", "showed", "shows",
		"paste", "pasting", "pasted", "forwarding", "left", "attached",
		"bekam", "gefunden", "bekommen", "erhalten", "reçu", "trouvé", "recibí", "encontré", "ricevuto", "trovato", "kreeg", "gevonden", "recebi", "encontrei", "получил", "получила", "нашёл", "нашел", "нашла":
		return wordGets
	case "sent", "posted", "shared", "forwarded", "published", "uploaded", "geschickt", "gesendet", "envoyé", "enviado", "inviato", "gestuurd":
		return wordGets | wordGives
	case "according", "laut", "selon", "según", "secondo", "volgens", "согласно":
		return wordGets | wordPoints
	case "signed", "write", "send", "drafted":
		return wordGives
	case "remember", "note", "keep", "save", "store", "memorise", "memorize", "forget", "mind", "know", "merk", "merke", "notiere",
		"retiens", "souviens", "noter", "recuerda", "anota", "ricorda", "onthoud", "запомни", "zapamiętaj":
		return wordKeeps
	case "make", "turn", "draft", "compose":
		return wordLooks
	case "scam", "phishing", "legit", "legitimate", "true", "real", "fake", "grammatical", "right", "wrong", "mean", "means", "validate",
		"valid", "think", "thoughts", "opinion", "opinions", "happening", "want", "wants", "safe", "correctly", "stimmt", "richtig", "hältst",
		"opinas", "piensas", "penses", "pensi", "dici", "vind", "achas", "думаешь", "скажешь":
		return wordJudges
	}
	return 0
}

// nounSense looks up the names of texts.
func nounSense(w string) sense {
	switch w {
	case "review", "reviews":
		return wordLooks | wordText
	case "quote", "quoting", "verbatim", "excerpt", "fwd", "zitat", "citation", "cita", "citaat", "цитата", "snippet", "passage":
		return wordGets | wordText | wordPoints
	case "text", "texte", "texto", "testo", "tekst", "текст",
		"article", "articles", "page", "pages", "webpage", "website", "site", "mail", "mails", "email", "emails", "letter", "letters",
		"message", "messages", "newsletter", "post", "posts", "tweet", "comment", "comments", "thread", "ticket", "conversation",
		"transcript", "log", "logs", "output", "document", "doc", "pdf", "attachment", "screenshot", "paragraph", "quotation",
		"notice", "flyer", "leaflet", "poster", "advert", "listing", "release", "blog", "lyrics", "poem", "contract", "terms",
		"clause", "report", "essay", "readme", "sms", "announcement", "memo", "brochure", "popup", "banner", "prompt",
		"invoice", "voicemail", "caption", "results", "minutes", "entry", "excerpts",
		"ad", "ads", "profile", "description", "transcription", "manual", "handbook", "faq", "wiki", "wikipedia", "reddit", "facebook",
		"instagram", "whatsapp", "telegram", "slack", "discord", "linkedin", "twitter", "overflow", "forum", "dm", "dms", "chat",
		"magazine", "newspaper", "headline", "survey", "notification", "stderr", "stdout",
		"console", "terminal", "story", "dialogue", "dialog", "sentence", "bio",
		"artikel", "seite", "webseite", "brief", "nachricht", "beitrag", "bericht", "rechnung",
		"courriel", "lettre", "mél", "annonce", "artículo", "página", "correo", "carta", "mensaje", "anuncio",
		"articolo", "pagina", "lettera", "messaggio", "annuncio", "artigo", "mensagem",
		"письмо", "письма", "статья", "статью", "статьи", "страница", "страницу", "сообщение", "сайт", "сайта",
		"artykuł", "wiadomość", "النص", "الرسالة":
		return wordText
	case "yaml", "json", "csv", "xml", "html", "sql", "ini", "config", "code", "script", "file", "grammar", "homework",
		"exercise", "quiz", "error", "exception", "warning", "alert", "mistakes", "typos", "spelling", "fautes", "fehler", "errores", "errori", "fouten", "ошибки":
		return wordCode
	case "spam":
		return wordText | wordJudges
	}
	return 0
}

// smallSense looks up the words that hold a sentence together.
func smallSense(w string) sense {
	switch w {
	case "this", "these":
		return wordPoints | wordOpens
	case "dit": // "this" in Dutch, "says" in French
		return wordReports | wordPoints
	case "das", "dieser", "ce":
		return wordPoints | wordOpens
	case "following", "below", "dies", "diese", "diesen", "dieses", "folgende", "folgenden", "folgendes", "unten",
		"ceci", "cela", "cet", "cette", "ces", "suivant", "suivante", "esto", "este", "esta", "siguiente",
		"questo", "questa", "seguente", "deze", "volgende", "onderstaande", "isto", "seguinte",
		"هذا", "هذه", "التالي", "bunu", "şunu", "यह", "इस", "αυτό", "это", "этот", "эту", "следующее", "следующий":
		return wordPoints
	case "here", "hier", "voici", "voilà", "aquí", "ecco", "вот", "oto":
		return wordHere
	case "the", "a", "an", "from", "that", "another", "latest", "new", "there", "on", "in",
		"der", "die", "ein", "eine", "einen", "aus", "von", "le", "la", "les", "l", "un", "une", "du", "el", "los", "una", "del",
		"il", "lo", "uno", "de", "het", "een", "o", "um", "uma", "из":
		return wordOpens
	case "i", "we", "ich", "wir", "je", "j", "nous", "yo", "io", "ik", "wij", "eu", "я", "мы":
		return wordMe
	case "my", "our", "mein", "meine", "meinen", "meiner", "unser", "unsere", "mon", "ma", "mes", "notre", "nos", "mi", "mis", "nuestro",
		"mio", "mia", "miei", "nostro", "mijn", "onze", "meu", "minha", "мой", "моя", "моё", "мои", "mój", "moja":
		return wordMine
	case "have", "has", "had", "just", "also", "then", "always", "already", "once", "even", "still", "only", "later", "yesterday",
		"today", "online", "earlier", "recently", "when", "while", "off", "at", "ai", "habe", "hab", "hat", "ho", "heb", "heeft",
		"me", "mir", "mich", "us", "by", "via", "with", "last":
		return wordHelps
	case "was", "were", "been", "am", "be":
		return wordHelps | wordStates
	case "is", "are", "isn", "aren", "needs", "ist", "sind", "est", "sont", "es", "son", "è", "sono", "zijn", "é", "são":
		return wordStates
	case "about", "for", "regarding", "concerning", "re", "über", "für", "sur", "pour", "sobre", "para", "su", "per", "over", "voor", "о":
		return wordAbout
	case "you", "your", "yours", "dein", "deine", "ihr", "ihre", "vous", "votre", "tu", "ton", "usted", "tuo", "jij", "jouw":
		return wordYou
	}
	return 0
}

// eastern looks up a phrase of a language that puts no spaces between words.
func eastern(phrase string) sense {
	for _, own := range [...]string{"我的", "我说", "我說", "私の", "僕の", "내 "} {
		if strings.Contains(phrase, own) {
			return wordMine
		}
	}
	for _, work := range [...]string{"翻译", "翻譯", "总结", "總結", "润色", "校对", "概括", "改写", "翻訳", "訳して", "要約", "添削", "校正", "번역", "요약", "교정"} {
		if strings.Contains(phrase, work) {
			return wordAsks | wordPoints
		}
	}
	for _, source := range [...]string{
		"下面", "以下", "下記", "아래", "다음", "这封信", "来信", "邮件", "网页", "文章写", "写道", "说道", "发来", "发给", "他说", "她说", "手紙", "記事", "メール", "ページ",
		"と言", "と書", "편지", "기사", "메일", "말했", "썼",
	} {
		if strings.Contains(phrase, source) {
			return wordGets | wordPoints
		}
	}
	return 0
}
