package wire_test

import "encoding/json"

// claudeMessage is a reply as the models give it, whoever hosts them.
func claudeMessage(r reply) map[string]any {
	content, stop := []any{}, "end_turn"
	if r.text != "" {
		content = append(content, claudeText(r.text))
	}
	if r.call != nil {
		stop = "tool_use"
		content = append(content, map[string]any{"type": "tool_use", "id": r.call.id, "name": r.call.name, "input": r.call.arguments})
	}
	return map[string]any{
		"type": "message", "role": "assistant", "content": content, "stop_reason": stop,
		"usage": map[string]any{"input_tokens": 1, "output_tokens": 1},
	}
}

// claudeEvents is a reply as a stream.
func claudeEvents(r reply) []map[string]any {
	usage := map[string]any{"input_tokens": 1, "output_tokens": 1}
	events := []map[string]any{{"type": "message_start", "message": map[string]any{"role": "assistant", "usage": usage}}}
	index := 0
	content := func(start map[string]any, deltas ...map[string]any) {
		events = append(events, map[string]any{"type": "content_block_start", "index": index, "content_block": start})
		for _, delta := range deltas {
			events = append(events, map[string]any{"type": "content_block_delta", "index": index, "delta": delta})
		}
		events = append(events, map[string]any{"type": "content_block_stop", "index": index})
		index++
	}
	if r.text != "" {
		var deltas []map[string]any
		for _, word := range words(r.text) {
			deltas = append(deltas, map[string]any{"type": "text_delta", "text": word})
		}
		content(claudeText(""), deltas...)
	}
	stop := "end_turn"
	if r.call != nil {
		stop = "tool_use"
		arguments, _ := json.Marshal(r.call.arguments)
		content(map[string]any{"type": "tool_use", "id": r.call.id, "name": r.call.name, "input": map[string]any{}},
			map[string]any{"type": "input_json_delta", "partial_json": string(arguments)})
	}
	return append(events,
		map[string]any{"type": "message_delta", "delta": map[string]any{"stop_reason": stop}, "usage": usage},
		map[string]any{"type": "message_stop"})
}
