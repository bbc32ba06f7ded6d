package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	openapi "client/openapi"
)

// Stops on any error of a call.
func must[T, R any](value T, _ R, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// The code of an error.
func code[T, R any](_ T, _ R, err error) string {
	return err.(*openapi.GenericOpenAPIError).Model().(openapi.Error).Error.Code
}

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Getenv("API_URL")}}
	client := openapi.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), openapi.ContextAccessToken, os.Getenv("API_KEY"))
	brand := os.Getenv("BRAND_ID")
	text := os.Getenv("TEXT")

	me := must(client.MeAPI.GetMe(ctx).Execute())
	first := must(client.TopicsAPI.ListTopics(ctx, brand).Limit(1).Execute())
	second := must(client.TopicsAPI.ListTopics(ctx, brand).Limit(1).
		Cursor(*first.Pagination.NextCursor.Get()).Execute())
	rankings := must(client.CompetitorsAPI.ListCompetitorRankings(ctx, brand).
		Engine([]string{"chatgpt", "gemini"}).Country([]string{"US"}).CompareToPrevious(true).
		StartDate("2026-05-17").EndDate("2026-06-15").Execute())
	segments := must(client.VisibilityAPI.ListVisibilitySegments(ctx, brand).Dimension("topic").Execute())
	execution := must(client.ExecutionsAPI.GetExecution(ctx, brand, os.Getenv("EXECUTION_ID")).Execute())
	write := client.PromptsAPI.CreatePrompt(ctx, brand).IdempotencyKey(text).
		CreatePromptBody(*openapi.NewCreatePromptBody(text))
	prompt := must(write.Execute())
	again := must(write.Execute())
	body := openapi.NewUpdateProfileBody()
	body.SetIndustryNil()
	body.SetMainMarket(text)
	profile := must(client.ProfileAPI.UpdateProfile(ctx, brand).IdempotencyKey(text + " profile").
		UpdateProfileBody(*body).Execute()).Data.Profile
	missing := code(client.TopicsAPI.ListTopics(ctx, "00000000-0000-4000-8000-000000000000").Execute())
	refused := code(client.TagsAPI.ListTags(ctx, brand).Cursor("wrong").Execute())
	file := must(client.ExportsAPI.GetExportFile(ctx, brand, os.Getenv("EXPORT_ID")).Execute())
	content, err := io.ReadAll(file)
	if err != nil {
		panic(err)
	}

	topics := []any{}
	for _, row := range append(first.Data, second.Data...) {
		topics = append(topics, row.Id)
	}
	ranked := []any{}
	for _, row := range rankings.Data {
		ranked = append(ranked, []any{row.Name, row.VisibilityPct.Get()})
	}
	led := []any{}
	for _, row := range segments.Data {
		led = append(led, []any{row.Segment, row.Leader.Get()})
	}
	shown, err := json.Marshal(map[string]any{
		"key":      me.Data.Name,
		"topics":   topics,
		"rankings": ranked,
		"segments": led,
		"answer":   execution.Data.Answer.Get(),
		"prompt":   []any{prompt.Data.Id, prompt.Data.IsActive},
		"again":    again.Data.Id,
		"profile":  []any{profile.Industry.Get(), profile.MainMarket.Get()},
		"missing":  missing,
		"refused":  refused,
		"file":     string(content),
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(shown))
}
