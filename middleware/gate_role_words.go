package middleware

// role reports the name of one who speaks in a conversation with a model, in the
// languages that models are asked in most.
func role(word string) bool {
	switch word {
	case "system", "assistant", "user", "human", "ai", "bot", "developer", "tool", "chatbot", "chatgpt", "gpt",
		"système", "systeme", "sistema", "systeem", "systemhinweis", "systemnachricht",
		"assistent", "assistente", "asistente", "assistentin",
		"benutzer", "nutzer", "utilisateur", "usuario", "utente", "gebruiker", "usuário",
		"система", "ассистент", "помощник", "пользователь",
		"系统", "系統", "助手", "助理", "用户", "用戶",
		"システム", "アシスタント", "ユーザー", "ツール",
		"시스템", "어시스턴트", "사용자",
		"النظام", "المساعد", "المستخدم":
		return true
	}
	return false
}

// roleSuffix reports what a role brings.
func roleSuffix(word string) bool {
	switch word {
	case "message", "messages", "prompt", "note", "notice", "instruction", "instructions", "result", "results",
		"output", "outputs", "response", "reply", "call", "role", "turn", "says", "said",
		"nota", "mensaje", "nachricht", "сообщение", "消息", "提示", "メッセージ", "프롬프트":
		return true
	}
	return false
}
