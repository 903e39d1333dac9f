package wire_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/protocol/eventstream"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/llms/bedrock"
)

// bedrockInvoke is InvokeModel of Bedrock for Anthropic's models. The client
// drops the calls of tools from a stream. Signatures are not verified.
func bedrockInvoke() provider {
	return provider{
		name: "bedrock", key: "Authorization",
		client: func(t *testing.T, url string) llms.Model {
			m, err := bedrock.New(bedrock.WithModel("anthropic.claude-3-haiku-20240307-v1:0"), bedrock.WithClient(
				bedrockruntime.New(bedrockruntime.Options{
					BaseEndpoint: aws.String(url), Region: "eu-north-1", HTTPClient: http.DefaultClient,
					Credentials: credentials.NewStaticCredentialsProvider("none", "none", ""),
				})))
			if err != nil {
				t.Fatal(err)
			}
			return m
		},
		image: llms.BinaryPart("image/png", picture()),
		read:  readBedrock, write: writeBedrock,
		tools: true,
		refuses: append(claudeRefusals(),
			refusal{"no version", "anthropic_version", nil, "anthropic_version"},
			refusal{"the model in the body", "model", "claude-3-haiku", "unknown field"},
			refusal{"a stream asked for in the body", "stream", true, "unknown field"},
		),
	}
}

type bedrockRequest struct {
	claudeRequest
	AnthropicVersion string `json:"anthropic_version"`
}

func readBedrock(r *http.Request, body []byte) ([]block, bool, error) {
	var q bedrockRequest
	if err := strictly(body, &q); err != nil {
		return nil, false, err
	}
	model, action, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/model/"), "/")
	switch {
	case r.Method != http.MethodPost || !strings.HasPrefix(model, "anthropic."), action != "invoke" && action != "invoke-with-response-stream":
		return nil, false, fmt.Errorf("UnknownOperationException: %s %s", r.Method, r.URL.Path)
	case !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 "):
		return nil, false, errors.New("MissingAuthenticationTokenException")
	case r.Header.Get("Content-Type") != "application/json":
		return nil, false, errors.New("ValidationException: the content is not JSON")
	case q.AnthropicVersion != "bedrock-2023-05-31":
		return nil, false, fmt.Errorf("ValidationException: anthropic_version %q", q.AnthropicVersion)
	}
	said, err := q.blocks()
	return said, action != "invoke", err
}

func writeBedrock(w http.ResponseWriter, r reply, stream bool) {
	if !stream {
		w.Header().Set("Content-Type", "application/json")
		writeJSON(w, claudeMessage(r))
		return
	}
	w.Header().Set("Content-Type", "application/vnd.amazon.eventstream")
	encoder := eventstream.NewEncoder()
	for _, event := range claudeEvents(r) {
		inner, _ := json.Marshal(event)
		payload, _ := json.Marshal(map[string][]byte{"bytes": inner})
		m := eventstream.Message{Payload: payload}
		m.Headers.Set(":message-type", eventstream.StringValue("event"))
		m.Headers.Set(":event-type", eventstream.StringValue("chunk"))
		m.Headers.Set(":content-type", eventstream.StringValue("application/json"))
		_ = encoder.Encode(w, m) // a client that is gone cannot be told
	}
}
