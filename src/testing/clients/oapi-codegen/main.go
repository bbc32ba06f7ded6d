package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"client/openapi"

	"github.com/google/uuid"
	"github.com/oapi-codegen/runtime/types"
)

// Stops on any error of a call.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func to[T any](value T) *T { return &value }

func day(month time.Month, date int) *types.Date {
	return &types.Date{Time: time.Date(2026, month, date, 0, 0, 0, 0, time.UTC)}
}

func main() {
	ctx := context.Background()
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	client := must(openapi.NewClientWithResponses(os.Getenv("API_URL"), openapi.WithRequestEditorFn(key)))
	brand := uuid.MustParse(os.Getenv("BRAND_ID"))
	text := os.Getenv("TEXT")

	me := must(client.GetMeWithResponse(ctx, nil))
	first := must(client.ListTopicsWithResponse(ctx, brand, &openapi.ListTopicsParams{Limit: to(1)}))
	second := must(client.ListTopicsWithResponse(ctx, brand,
		&openapi.ListTopicsParams{Limit: to(1), Cursor: first.JSON200.Pagination.NextCursor}))
	rankings := must(client.ListCompetitorRankingsWithResponse(ctx, brand, &openapi.ListCompetitorRankingsParams{
		Engine: &[]string{"chatgpt", "gemini"}, Country: &[]string{"US"}, CompareToPrevious: to(true),
		StartDate: day(time.May, 17), EndDate: day(time.June, 15),
	}))
	segments := must(client.ListVisibilitySegmentsWithResponse(ctx, brand,
		&openapi.ListVisibilitySegmentsParams{Dimension: "topic"}))
	execution := must(client.GetExecutionWithResponse(ctx, brand, uuid.MustParse(os.Getenv("EXECUTION_ID")), nil))
	write := &openapi.CreatePromptParams{IdempotencyKey: text}
	prompt := must(client.CreatePromptWithResponse(ctx, brand, write, openapi.CreatePromptBody{Text: text}))
	again := must(client.CreatePromptWithResponse(ctx, brand, write, openapi.CreatePromptBody{Text: text}))
	// Its bodies omit null, so this one is JSON.
	profile := must(client.UpdateProfileWithBodyWithResponse(ctx, brand,
		&openapi.UpdateProfileParams{IdempotencyKey: text + " profile"}, "application/json",
		bytes.NewReader(must(json.Marshal(map[string]any{"industry": nil, "main_market": text}))))).JSON200.Data.Profile
	missing := must(client.ListTopicsWithResponse(ctx, uuid.MustParse("00000000-0000-4000-8000-000000000000"), nil))
	refused := must(client.ListTagsWithResponse(ctx, brand, &openapi.ListTagsParams{Cursor: to("wrong")}))
	file := must(client.GetExportFileWithResponse(ctx, brand, uuid.MustParse(os.Getenv("EXPORT_ID")), nil))

	topics := []any{}
	for _, row := range append(first.JSON200.Data, second.JSON200.Data...) {
		topics = append(topics, row.Id)
	}
	ranked := []any{}
	for _, row := range rankings.JSON200.Data {
		ranked = append(ranked, []any{row.Name, row.VisibilityPct})
	}
	led := []any{}
	for _, row := range segments.JSON200.Data {
		led = append(led, []any{row.Segment, row.Leader})
	}
	fmt.Println(string(must(json.Marshal(map[string]any{
		"key":      me.JSON200.Data.Name,
		"topics":   topics,
		"rankings": ranked,
		"segments": led,
		"answer":   execution.JSON200.Data.Answer,
		"prompt":   []any{prompt.JSON200.Data.Id, prompt.JSON200.Data.IsActive},
		"again":    again.JSON200.Data.Id,
		"profile":  []any{profile.Industry, profile.MainMarket},
		"missing":  missing.JSON404.Error.Code,
		"refused":  refused.JSON400.Error.Code,
		"file":     string(file.Body),
	}))))
}
