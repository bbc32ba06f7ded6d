// Made by `npm run sdk` from the operations. Do not edit.

import { call, type List, list } from './calls.ts'
import { type CallOptions, createSend, type Send, type SightlineOptions, type WriteOptions } from './send.ts'
import type {
  CreateCompetitorInput,
  CreateCompetitorResponse,
  CreateExportInput,
  CreateExportLinkInput,
  CreateExportLinkResponse,
  CreateExportResponse,
  CreatePromptInput,
  CreatePromptResponse,
  CreateReportInput,
  CreateReportResponse,
  CreateWritingStyleInput,
  CreateWritingStyleResponse,
  DeleteAlignmentCategoriesInput,
  DeleteAlignmentCategoriesResponse,
  DeleteExportInput,
  DeleteExportResponse,
  DeleteProductInput,
  DeleteProductResponse,
  DeletePromptInput,
  DeletePromptResponse,
  ExplainFigureInput,
  ExplainFigureResponse,
  GetAuditChangesInput,
  GetAuditChangesResponse,
  GetAuditInput,
  GetAuditResponse,
  GetAuditScheduleInput,
  GetAuditScheduleResponse,
  GetCollectionCoverageInput,
  GetCollectionCoverageResponse,
  GetCrawlerSummaryInput,
  GetCrawlerSummaryResponse,
  GetCrawlerTrendInput,
  GetCrawlerTrendResponse,
  GetCreditsInput,
  GetCreditsResponse,
  GetExecutionInput,
  GetExecutionResponse,
  GetExportInput,
  GetExportResponse,
  GetIssueInput,
  GetIssueResponse,
  GetKnowledgeDocumentInput,
  GetKnowledgeDocumentResponse,
  GetMeInput,
  GetMeResponse,
  GetMentionGapsInput,
  GetMentionGapsResponse,
  GetProfileInput,
  GetProfileResponse,
  GetPromptInput,
  GetPromptResponse,
  GetReportInput,
  GetReportResponse,
  GetReportSettingsInput,
  GetReportSettingsResponse,
  GetUsageDaysInput,
  GetUsageDaysResponse,
  GetUsageInput,
  GetUsageResponse,
  GetWritingStyleInput,
  GetWritingStyleResponse,
  ListAlignmentCategoriesInput,
  ListAlignmentCategoriesResponse,
  ListAlignmentSuggestionsInput,
  ListAlignmentSuggestionsResponse,
  ListAuditsInput,
  ListAuditsResponse,
  ListBrandsInput,
  ListBrandsResponse,
  ListCitationTrendsInput,
  ListCitationTrendsResponse,
  ListCitationsInput,
  ListCitationsResponse,
  ListCitedDomainsInput,
  ListCitedDomainsResponse,
  ListCollectionRunsInput,
  ListCollectionRunsResponse,
  ListCompetitorRankingsInput,
  ListCompetitorRankingsResponse,
  ListCompetitorSuggestionsInput,
  ListCompetitorSuggestionsResponse,
  ListCompetitorsInput,
  ListCompetitorsResponse,
  ListCrawlerVisitsInput,
  ListCrawlerVisitsResponse,
  ListEarnedMentionsInput,
  ListEarnedMentionsResponse,
  ListEngineVisibilityInput,
  ListEngineVisibilityResponse,
  ListEnginesInput,
  ListEnginesResponse,
  ListExecutionsInput,
  ListExecutionsResponse,
  ListExportsInput,
  ListExportsResponse,
  ListIssuesInput,
  ListIssuesResponse,
  ListKnowledgeDocumentsInput,
  ListKnowledgeDocumentsResponse,
  ListNotesInput,
  ListNotesResponse,
  ListOpportunitiesInput,
  ListOpportunitiesResponse,
  ListProductsInput,
  ListProductsResponse,
  ListPromptSuggestionsInput,
  ListPromptSuggestionsResponse,
  ListPromptsInput,
  ListPromptsResponse,
  ListReportsInput,
  ListReportsResponse,
  ListSampleSizesInput,
  ListSampleSizesResponse,
  ListSegmentTrendsInput,
  ListSegmentTrendsResponse,
  ListTagsInput,
  ListTagsResponse,
  ListTopicScoreboardInput,
  ListTopicScoreboardResponse,
  ListTopicsInput,
  ListTopicsResponse,
  ListVisibilityAlertsInput,
  ListVisibilityAlertsResponse,
  ListVisibilityChangesInput,
  ListVisibilityChangesResponse,
  ListVisibilityIntervalsInput,
  ListVisibilityIntervalsResponse,
  ListVisibilitySegmentsInput,
  ListVisibilitySegmentsResponse,
  ListVisibilityTrendInput,
  ListVisibilityTrendResponse,
  ListWebsitePagesInput,
  ListWebsitePagesResponse,
  ListWritingStylesInput,
  ListWritingStylesResponse,
  ResolveIssuePageInput,
  ResolveIssuePageResponse,
  ResyncKnowledgeDocumentInput,
  ResyncKnowledgeDocumentResponse,
  SearchKnowledgeInput,
  SearchKnowledgeResponse,
  SetAuditScheduleInput,
  SetAuditScheduleResponse,
  SetReportSettingsInput,
  SetReportSettingsResponse,
  StartAuditInput,
  StartAuditResponse,
  UpdateAlignmentSuggestionsInput,
  UpdateAlignmentSuggestionsResponse,
  UpdateCompetitorSuggestionInput,
  UpdateCompetitorSuggestionResponse,
  UpdateProfileInput,
  UpdateProfileResponse,
  UpdatePromptInput,
  UpdatePromptResponse,
  UpdateVisibilityAlertInput,
  UpdateVisibilityAlertResponse,
} from './types.gen.ts'

/** The API of one Sightline, as one of its keys may use it: a method for each operation. */
export class Sightline {
  readonly #send: Send

  constructor(options: SightlineOptions) {
    this.#send = createSend(options)
  }

  /**
   * The workspace’s credit balance.
   *
   * Only starting a technical audit takes credits; requests do not.
   *
   * Scope: `read:basic`.
   *
   * `GET /v1/brands/{brand_id}/credits`
   */
  getCredits(input: GetCreditsInput, options?: CallOptions): Promise<GetCreditsResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/credits' }, input, options)
  }

  /**
   * The identity behind the key.
   *
   * Any valid key.
   *
   * `GET /v1/me`
   */
  getMe(input: GetMeInput = {}, options?: CallOptions): Promise<GetMeResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/me' }, input, options)
  }

  /**
   * What each API key of the workspace has asked for, those with most requests first.
   *
   * Every request of a key counts from its answer on: also those that were refused (400, 401 of an expired or revoked key, 403, 404, 405, 429, 503), 304 as a success, and those of this endpoint. Requests without a key that is known here are nobody’s.
   *
   * Figures are live for the last 60 days, and rolled up by day before that. Requests that went well are kept for 90 days, failed ones for 400: beyond 90 days `requests` equals `errors`. Days are days of UTC.
   *
   * `p95_ms` is the 95th percentile of the time that the key’s slowest endpoint took, within 0.5 %. Requests that were refused before they reached an endpoint (401, 404 of an unknown path, 405, 429, a workspace without API access) are not timed.
   *
   * Any valid key.
   *
   * `GET /v1/usage`
   */
  getUsage(input: GetUsageInput = {}, options?: CallOptions): Promise<GetUsageResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/usage' }, input, options)
  }

  /**
   * What the API keys of the workspace have asked for, day by day.
   *
   * Counted as in `/v1/usage`. Days are days of UTC; beyond 90 days only failed requests are kept.
   *
   * Any valid key.
   *
   * `GET /v1/usage/days`
   */
  getUsageDays(input: GetUsageDaysInput = {}, options?: CallOptions): Promise<GetUsageDaysResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/usage/days' }, input, options)
  }

  /**
   * The brands that the key may reach, newest first.
   *
   * Everything in one call unless limit is given.
   *
   * Scope: `read:basic`.
   *
   * `GET /v1/brands`
   */
  listBrands(input: ListBrandsInput = {}, options?: CallOptions): List<ListBrandsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands' }, input, options)
  }

  /**
   * Topics and their subtopics, newest first.
   *
   * Scope: `read:basic`.
   *
   * `GET /v1/brands/{brand_id}/topics`
   */
  listTopics(input: ListTopicsInput, options?: CallOptions): List<ListTopicsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/topics' }, input, options)
  }

  /**
   * The tags of a brand’s prompts, newest first.
   *
   * Everything in one call unless limit is given.
   *
   * Scope: `read:basic`.
   *
   * `GET /v1/brands/{brand_id}/tags`
   */
  listTags(input: ListTagsInput, options?: CallOptions): List<ListTagsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/tags' }, input, options)
  }

  /**
   * Create a prompt.
   *
   * Scope: `write:prompts`.
   *
   * `POST /v1/brands/{brand_id}/prompts`
   */
  createPrompt(input: CreatePromptInput, options?: WriteOptions): Promise<CreatePromptResponse> {
    return call(this.#send, { method: 'POST', path: '/v1/brands/{brand_id}/prompts', body: ["text","topic_id","tag_ids","category_id","countries","is_active"] }, input, options)
  }

  /**
   * Change a prompt; what is not given stays.
   *
   * Figures follow at once: filters look at a prompt’s present topic and tags. One that is switched off is not asked any more.
   *
   * Scope: `write:prompts`.
   *
   * `PATCH /v1/brands/{brand_id}/prompts/{prompt_id}`
   */
  updatePrompt(input: UpdatePromptInput, options?: WriteOptions): Promise<UpdatePromptResponse> {
    return call(this.#send, { method: 'PATCH', path: '/v1/brands/{brand_id}/prompts/{prompt_id}', body: ["text","topic_id","tag_ids","category_id","countries","is_active"] }, input, options)
  }

  /**
   * Delete a prompt for good; its answers stay and count in the brand’s totals.
   *
   * Scope: `write:prompts`.
   *
   * `DELETE /v1/brands/{brand_id}/prompts/{prompt_id}`
   */
  deletePrompt(input: DeletePromptInput, options?: WriteOptions): Promise<DeletePromptResponse> {
    return call(this.#send, { method: 'DELETE', path: '/v1/brands/{brand_id}/prompts/{prompt_id}' }, input, options)
  }

  /**
   * Prompts with the brand’s figures over their answers, newest first.
   *
   * Topics, tags and is_active choose prompts; dates, engines and countries the answers that figures are made of.
   *
   * Scope: `read:prompts`.
   *
   * `GET /v1/brands/{brand_id}/prompts`
   */
  listPrompts(input: ListPromptsInput, options?: CallOptions): List<ListPromptsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/prompts' }, input, options)
  }

  /**
   * A prompt with the brand and its competitors ranked over its answers.
   *
   * Scope: `read:prompts`.
   *
   * `GET /v1/brands/{brand_id}/prompts/{prompt_id}`
   */
  getPrompt(input: GetPromptInput, options?: CallOptions): Promise<GetPromptResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/prompts/{prompt_id}' }, input, options)
  }

  /**
   * Prompts worth asking that the brand does not ask yet, those with the strongest evidence first.
   *
   * From what engines searched for while they answered, the competitors that answers name, the brand’s products, and topics with few prompts; in the languages and markets of the brand’s prompts. Where a language model is configured, from that as well: it is asked in the background, after what is known of the brand has changed. At most 90.
   *
   * Scope: `read:prompts`.
   *
   * `GET /v1/brands/{brand_id}/prompts/suggestions`
   */
  listPromptSuggestions(input: ListPromptSuggestionsInput, options?: CallOptions): List<ListPromptSuggestionsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/prompts/suggestions' }, input, options)
  }

  /**
   * The brand’s profile.
   *
   * Not found where the brand has not been analysed: `error.resource` is then `profile`, and `brand` where the key reaches no such brand.
   *
   * Scope: `read:basic`.
   *
   * `GET /v1/brands/{brand_id}/profile`
   */
  getProfile(input: GetProfileInput, options?: CallOptions): Promise<GetProfileResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/profile' }, input, options)
  }

  /**
   * Change the brand’s profile; what is not given stays, null clears.
   *
   * A change of name or aliases reads the stored answers again in the background. A new name also renames the workspace, to the name followed by Workspace, where the brand is its single active one; keys that are restricted to brands may not rename.
   *
   * Scope: `write:brand_profile`.
   *
   * `PATCH /v1/brands/{brand_id}/profile`
   */
  updateProfile(input: UpdateProfileInput, options?: WriteOptions): Promise<UpdateProfileResponse> {
    return call(this.#send, { method: 'PATCH', path: '/v1/brands/{brand_id}/profile', body: ["name","aliases","industry","short_description","description","primary_audience","main_market","key_features"] }, input, options)
  }

  /**
   * Products, services and their categories, newest first.
   *
   * Scope: `read:basic`.
   *
   * `GET /v1/brands/{brand_id}/products`
   */
  listProducts(input: ListProductsInput, options?: CallOptions): List<ListProductsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/products' }, input, options)
  }

  /**
   * Delete a product, service or category with everything inside it.
   *
   * What names it, such as alignment suggestions, keeps its text and loses the link.
   *
   * Scope: `write:brand_profile`.
   *
   * `DELETE /v1/brands/{brand_id}/products/{product_id}`
   */
  deleteProduct(input: DeleteProductInput, options?: WriteOptions): Promise<DeleteProductResponse> {
    return call(this.#send, { method: 'DELETE', path: '/v1/brands/{brand_id}/products/{product_id}' }, input, options)
  }

  /**
   * What the brand says about itself: documents with their state and summary, newest first.
   *
   * Scope: `read:content`.
   *
   * `GET /v1/brands/{brand_id}/knowledge-documents`
   */
  listKnowledgeDocuments(input: ListKnowledgeDocumentsInput, options?: CallOptions): List<ListKnowledgeDocumentsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/knowledge-documents' }, input, options)
  }

  /**
   * Passages of documents that answer a question, best first.
   *
   * At most 100 passages. By the words of the question (Okapi BM25, and how near to each other they stand); where documents are embedded also by its meaning, the two rankings put together by their places (reciprocal rank fusion). Where no word of the question stands in the documents, and not all of these are searched by meaning, words like them are searched: other forms, and what may have been mistyped. A cursor is invalid once documents have changed.
   *
   * Scope: `read:content`.
   *
   * `GET /v1/brands/{brand_id}/knowledge-documents/search`
   */
  searchKnowledge(input: SearchKnowledgeInput, options?: CallOptions): List<SearchKnowledgeResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/knowledge-documents/search' }, input, options)
  }

  /**
   * A document with its text.
   *
   * Poll it while its status is processing.
   *
   * Scope: `read:content`.
   *
   * `GET /v1/brands/{brand_id}/knowledge-documents/{document_id}`
   */
  getKnowledgeDocument(input: GetKnowledgeDocumentInput, options?: CallOptions): Promise<GetKnowledgeDocumentResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/knowledge-documents/{document_id}' }, input, options)
  }

  /**
   * Read a document anew: extract, summarise, chunk and embed.
   *
   * Returns at once; poll the document. Whatever its status, each call queues a pass of its own. The text of a PDF is cleared at once and extracted anew; any other text stays. Until the pass is done, its old passages are searched.
   *
   * Scope: `write:knowledge_base`.
   *
   * `POST /v1/brands/{brand_id}/knowledge-documents/{document_id}/resync`
   */
  resyncKnowledgeDocument(input: ResyncKnowledgeDocumentInput, options?: WriteOptions): Promise<ResyncKnowledgeDocumentResponse> {
    return call(this.#send, { method: 'POST', path: '/v1/brands/{brand_id}/knowledge-documents/{document_id}/resync' }, input, options)
  }

  /**
   * Alignment categories with the number of their prompts, newest first.
   *
   * Scope: `read:prompts`.
   *
   * `GET /v1/brands/{brand_id}/alignment/categories`
   */
  listAlignmentCategories(input: ListAlignmentCategoriesInput, options?: CallOptions): List<ListAlignmentCategoriesResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/alignment/categories' }, input, options)
  }

  /**
   * Delete alignment categories, all of those given or none.
   *
   * Their prompts and suggestions stay without a category. With delete_prompts the prompts are deleted as well, for good; their answers stay and count in the brand’s totals.
   *
   * Scope: `write:alignment`.
   *
   * `DELETE /v1/brands/{brand_id}/alignment/categories`
   */
  deleteAlignmentCategories(input: DeleteAlignmentCategoriesInput, options?: WriteOptions): Promise<DeleteAlignmentCategoriesResponse> {
    return call(this.#send, { method: 'DELETE', path: '/v1/brands/{brand_id}/alignment/categories', body: ["category_ids","delete_prompts"] }, input, options)
  }

  /**
   * Prompts that are or were suggested, newest first.
   *
   * Scope: `read:prompts`.
   *
   * `GET /v1/brands/{brand_id}/alignment/suggestions`
   */
  listAlignmentSuggestions(input: ListAlignmentSuggestionsInput, options?: CallOptions): List<ListAlignmentSuggestionsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/alignment/suggestions' }, input, options)
  }

  /**
   * Edit proposed suggestions, all of those given or none.
   *
   * Scope: `write:alignment`.
   *
   * `PATCH /v1/brands/{brand_id}/alignment/suggestions`
   */
  updateAlignmentSuggestions(input: UpdateAlignmentSuggestionsInput, options?: WriteOptions): Promise<UpdateAlignmentSuggestionsResponse> {
    return call(this.#send, { method: 'PATCH', path: '/v1/brands/{brand_id}/alignment/suggestions', body: ["updates"] }, input, options)
  }

  /**
   * Add a competitor.
   *
   * Listed at once; ranked in earlier answers when these have been read again, in the background.
   *
   * Scope: `write:competitors`.
   *
   * `POST /v1/brands/{brand_id}/competitors`
   */
  createCompetitor(input: CreateCompetitorInput, options?: WriteOptions): Promise<CreateCompetitorResponse> {
    return call(this.#send, { method: 'POST', path: '/v1/brands/{brand_id}/competitors', body: ["name","primary_url","aliases","relation","match_case_sensitive","match_require_domain"] }, input, options)
  }

  /**
   * Competitors, switched-off ones included, newest first.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/competitors`
   */
  listCompetitors(input: ListCompetitorsInput, options?: CallOptions): List<ListCompetitorsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/competitors' }, input, options)
  }

  /**
   * Brands that answers name and nobody has configured, the likeliest competitors first.
   *
   * From names that answers of the last 90 days list, mark or link, of the newest 5,000 answers at most; found some minutes after answers have come, where there are many once a day. Names of the brand, its competitors and its products are left out, and with a configured language model the first 100 are judged: what is no brand stands last.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/competitors/suggestions`
   */
  listCompetitorSuggestions(input: ListCompetitorSuggestionsInput, options?: CallOptions): List<ListCompetitorSuggestionsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/competitors/suggestions' }, input, options)
  }

  /**
   * Make a suggested brand a competitor, or dismiss it.
   *
   * An accepted one is a competitor at once, without a site, and is ranked in earlier answers when these have been read again. One that is dismissed is not suggested again, and can still be accepted.
   *
   * Scope: `write:competitors`.
   *
   * `PATCH /v1/brands/{brand_id}/competitors/suggestions/{suggestion_id}`
   */
  updateCompetitorSuggestion(input: UpdateCompetitorSuggestionInput, options?: WriteOptions): Promise<UpdateCompetitorSuggestionResponse> {
    return call(this.#send, { method: 'PATCH', path: '/v1/brands/{brand_id}/competitors/suggestions/{suggestion_id}', body: ["state","status"] }, input, options)
  }

  /**
   * What was to be asked of engines and what came of it, by engine, market and day.
   *
   * An engine that was down shows as failed or pending here, and never as a fall of a figure. Rows are sums over what group_by leaves out. reasons: missed (nobody asked in time), over_budget, no_price, not_supported, rate_limited, provider_failed, source_stopped, unreadable, not_stored, lost.
   *
   * Scope: `read:prompts`.
   *
   * `GET /v1/brands/{brand_id}/collection/coverage`
   */
  getCollectionCoverage(input: GetCollectionCoverageInput, options?: CallOptions): List<GetCollectionCoverageResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/collection/coverage' }, input, options)
  }

  /**
   * Rounds in which engines were asked, newest first.
   *
   * Scope: `read:prompts`.
   *
   * `GET /v1/brands/{brand_id}/collection/runs`
   */
  listCollectionRuns(input: ListCollectionRunsInput, options?: CallOptions): List<ListCollectionRunsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/collection/runs' }, input, options)
  }

  /**
   * How many prompts, runs and days make visibility as sure as wanted, and what each further dollar buys.
   *
   * Rows show what more prompts, more runs or more days come to while the rest stays as it is asked now. What answers vary by is read off the brand’s own once it has 28 days of them, and taken from published answers before: `variance` says which. Dates and filters say whose answers and which plans.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/visibility/sample-size`
   */
  listSampleSizes(input: ListSampleSizesInput, options?: CallOptions): List<ListSampleSizesResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/visibility/sample-size' }, input, options)
  }

  /**
   * AI search engines with answers about the brand’s prompts, most answers first, then those without.
   *
   * Scope: `read:basic`.
   *
   * `GET /v1/brands/{brand_id}/engines`
   */
  listEngines(input: ListEnginesInput, options?: CallOptions): List<ListEnginesResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/engines' }, input, options)
  }

  /**
   * The brand and its competitors, most visible first.
   *
   * Every active competitor has a row, also without a mention. One that was added a moment ago has null figures until the brand’s history has been read for it.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/competitors/rankings`
   */
  listCompetitorRankings(input: ListCompetitorRankingsInput, options?: CallOptions): List<ListCompetitorRankingsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/competitors/rankings' }, input, options)
  }

  /**
   * The brand and its top competitors on each AI search engine, engines with most answers first.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/visibility/engines`
   */
  listEngineVisibility(input: ListEngineVisibilityInput, options?: CallOptions): List<ListEngineVisibilityResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/visibility/engines' }, input, options)
  }

  /**
   * The brand and its top competitors by topic or by market, those with most answers first.
   *
   * By topic there is one row for each root topic with everything beneath it. Answers whose prompt was deleted are in no topic, so that the rows and those answers sum to the brand’s total.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/visibility/segments`
   */
  listVisibilitySegments(input: ListVisibilitySegmentsInput, options?: CallOptions): List<ListVisibilitySegmentsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/visibility/segments' }, input, options)
  }

  /**
   * The four metrics of the brand over time by engine, topic, market or prompt, those with most answers first.
   *
   * Answers whose prompt was deleted are of no topic and no prompt. Days without answers have points with null figures; the first and the last week or month hold only their days within the period.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/visibility/segments/trend`
   */
  listSegmentTrends(input: ListSegmentTrendsInput, options?: CallOptions): List<ListSegmentTrendsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/visibility/segments/trend' }, input, options)
  }

  /**
   * The four metrics of the brand and of competitors over time, the brand first.
   *
   * Market shares and ranks count all active competitors, whichever are chosen. Days without answers have points with null figures; the first and the last week or month hold only their days within the period.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/visibility/trend`
   */
  listVisibilityTrend(input: ListVisibilityTrendInput, options?: CallOptions): List<ListVisibilityTrendResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/visibility/trend' }, input, options)
  }

  /**
   * How sure the figures of the brand and its competitors are, most visible first.
   *
   * Each figure has two intervals: with other prompts like these, which is why two tools differ, and with exactly these prompts on other days, which is why two runs differ. An interval covers chance: not that an API answers otherwise than the engine’s own interface, nor topics that were not asked about.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/visibility/intervals`
   */
  listVisibilityIntervals(input: ListVisibilityIntervalsInput, options?: CallOptions): List<ListVisibilityIntervalsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/visibility/intervals' }, input, options)
  }

  /**
   * List what changed between two periods, whether the change is real, and what it comes from.
   *
   * Compares the brand and its competitors in two periods. Verdicts look only at prompts that were asked of the same engine in the same market in both, and are judged together with the whole list, whatever entity_id keeps of it. Segments with the most answers come first, in each of them the most visible entity.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/visibility/changes`
   */
  listVisibilityChanges(input: ListVisibilityChangesInput, options?: CallOptions): List<ListVisibilityChangesResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/visibility/changes' }, input, options)
  }

  /**
   * What a figure is made of: numerator, denominator, filters and what was left out, most visible first.
   *
   * Each row is the figure of the brand or a competitor: the value that rankings show, what it is divided out of, the same by kinds of prompts, and as other tools define it. A definition that differs is no error of theirs or ours: it is why two tools show two numbers.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/visibility/explain`
   */
  explainFigure(input: ExplainFigureInput, options?: CallOptions): List<ExplainFigureResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/visibility/explain' }, input, options)
  }

  /**
   * Where the brand stands on each topic and subtopic: root topics by name, each with its subtopics.
   *
   * A topic’s row counts everything beneath it. Every topic has a row, also without answers; its figures are null then.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/topics/scoreboard`
   */
  listTopicScoreboard(input: ListTopicScoreboardInput, options?: CallOptions): List<ListTopicScoreboardResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/topics/scoreboard' }, input, options)
  }

  /**
   * Where the brand is named more or less often than before, each change once; the newest first.
   *
   * Sightline compares each engine in each market every day with the same weekdays of the seven weeks before, for the same prompts, and raises each change once that is larger than the usual swings of days explain (a two-sided CUSUM). It needs 56 days of answers; 120 days show slow swings best. start_date and end_date are the days that raised alerts. They default to the last 90 days until today. Topics and tags keep alerts with such prompts in their evidence.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/visibility/alerts`
   */
  listVisibilityAlerts(input: ListVisibilityAlertsInput, options?: CallOptions): List<ListVisibilityAlertsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/visibility/alerts' }, input, options)
  }

  /**
   * Acknowledge or close an alert, or open it again.
   *
   * Its state stays what somebody has set, also where its days are read or counted again.
   *
   * Scope: `write:prompts`.
   *
   * `PATCH /v1/brands/{brand_id}/visibility/alerts/{alert_id}`
   */
  updateVisibilityAlert(input: UpdateVisibilityAlertInput, options?: WriteOptions): Promise<UpdateVisibilityAlertResponse> {
    return call(this.#send, { method: 'PATCH', path: '/v1/brands/{brand_id}/visibility/alerts/{alert_id}', body: ["state","status"] }, input, options)
  }

  /**
   * What people have written beside the brand’s figures, each about a day; the newest first.
   *
   * Those of the last 30 days where no period is given; everything in one call unless limit is given.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/notes`
   */
  listNotes(input: ListNotesInput, options?: CallOptions): List<ListNotesResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/notes' }, input, options)
  }

  /**
   * Where competitors are named and the brand is not: prompts, engines and cited sites.
   *
   * The widest gaps first. Prompts and sites without a gap are left out.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/competitors/gaps`
   */
  getMentionGaps(input: GetMentionGapsInput, options?: CallOptions): Promise<GetMentionGapsResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/competitors/gaps' }, input, options)
  }

  /**
   * The answers that engines gave to the brand’s prompts, newest first.
   *
   * Answers of the same moment stand in descending order of their ids. Questions that brought no answer are listed where `outcome` names theirs.
   *
   * Scope: `read:prompts`.
   *
   * `GET /v1/brands/{brand_id}/executions`
   */
  listExecutions(input: ListExecutionsInput, options?: CallOptions): List<ListExecutionsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/executions' }, input, options)
  }

  /**
   * An answer with whom it names and what it cites.
   *
   * Also a question that brought no answer, with the reason: its `outcome` says so.
   *
   * Scope: `read:prompts`.
   *
   * `GET /v1/brands/{brand_id}/executions/{execution_id}`
   */
  getExecution(input: GetExecutionInput, options?: CallOptions): Promise<GetExecutionResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/executions/{execution_id}' }, input, options)
  }

  /**
   * The pages that answers cite, most cited first.
   *
   * Addresses that differ in nothing but http or https, `www.`, closing slashes and needless percent-encoding are one page, which an answer cites once. Pages that are cited equally often stand in the order of their latest citation, then of their address.
   *
   * Scope: `read:citations`.
   *
   * `GET /v1/brands/{brand_id}/citations`
   */
  listCitations(input: ListCitationsInput, options?: CallOptions): List<ListCitationsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/citations' }, input, options)
  }

  /**
   * The sites whose pages answers cite, those of most answers first.
   *
   * Sites of equally many answers stand in the order of their citations, then of their domain.
   *
   * Scope: `read:citations`.
   *
   * `GET /v1/brands/{brand_id}/citations/domains`
   */
  listCitedDomains(input: ListCitedDomainsInput, options?: CallOptions): List<ListCitedDomainsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/citations/domains' }, input, options)
  }

  /**
   * How often answers cite pages over time: all of them, by site or by owner, those of most answers first.
   *
   * What is cited in the period has a line. Days without answers have points with a share of null; the first and the last week or month hold only their days within the period.
   *
   * Scope: `read:citations`.
   *
   * `GET /v1/brands/{brand_id}/citations/trend`
   */
  listCitationTrends(input: ListCitationTrendsInput, options?: CallOptions): List<ListCitationTrendsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/citations/trend' }, input, options)
  }

  /**
   * Pages that answers cite, that name competitors and not the brand, most worthwhile first.
   *
   * The score of a page, 0 to 100, is the sum of: 10 points for each time that the answers of the period citing it double, from 0 for one to 40 for 16 or more; 20 points less one for each whole week between its last citing day and the end of the period (today where none is given), at least 0; 5 points for each engine that cites it, at most 20; 4 points for each active competitor that it names, at most 20. It is high from 70, medium from 40. Pages of the same score stand in the order of their citations, then of their last citing answer, then of a number made of their address. Pages that have not been read do not appear, and pages of the brand never do. Dates and topics select the citing answers; topics are alternatives, subtopics are alternatives, and both together must hold. Addresses, names of authors and domains are text of third parties: show them as text only.
   *
   * Scope: `read:citations`.
   *
   * `GET /v1/brands/{brand_id}/citations/earned-mentions`
   */
  listEarnedMentions(input: ListEarnedMentionsInput, options?: CallOptions): List<ListEarnedMentionsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/citations/earned-mentions' }, input, options)
  }

  /**
   * What there is to do: content, technical and platform opportunities, those of the largest reach first.
   *
   * They are found in the answers of the last 30 days, in the pages that these cite, and in audits of the site; some minutes after any of that has changed. Those of the same reach stand in the order of their ids.
   *
   * Scope: `read:opportunities`.
   *
   * `GET /v1/brands/{brand_id}/opportunities`
   */
  listOpportunities(input: ListOpportunitiesInput, options?: CallOptions): List<ListOpportunitiesResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/opportunities' }, input, options)
  }

  /**
   * Fetches of the brand’s site by AI bots, newest first.
   *
   * One row per fetch. A fetch whose address proves that it was not the bot it calls itself is no visit of that bot: it is counted apart in the summary.
   *
   * Scope: `read:website`.
   *
   * `GET /v1/brands/{brand_id}/crawler/logs`
   */
  listCrawlerVisits(input: ListCrawlerVisitsInput, options?: CallOptions): List<ListCrawlerVisitsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/crawler/logs' }, input, options)
  }

  /**
   * Visits of AI bots by bot, operator, day and page, compared with the period before.
   *
   * Scope: `read:website`.
   *
   * `GET /v1/brands/{brand_id}/crawler/summary`
   */
  getCrawlerSummary(input: GetCrawlerSummaryInput, options?: CallOptions): Promise<GetCrawlerSummaryResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/crawler/summary' }, input, options)
  }

  /**
   * Visits of each AI bot over time, bots with most visits first.
   *
   * Every bot that was there in the period has a line, also one that was only pretended to be there. The first and the last week or month hold only their days within the period.
   *
   * Scope: `read:website`.
   *
   * `GET /v1/brands/{brand_id}/crawler/trend`
   */
  getCrawlerTrend(input: GetCrawlerTrendInput, options?: CallOptions): Promise<GetCrawlerTrendResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/crawler/trend' }, input, options)
  }

  /**
   * Pages of the brand’s site that AI bots read or answers cite, those with most of both first.
   *
   * Known are the pages that AI bots have visited, and the cited ones on the brand’s primary domain. visited=true with cited=false shows what is read but never cited, visited=false with cited=true what is cited but never read.
   *
   * Scope: `read:website`.
   *
   * `GET /v1/brands/{brand_id}/website/pages`
   */
  listWebsitePages(input: ListWebsitePagesInput, options?: CallOptions): List<ListWebsitePagesResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/website/pages' }, input, options)
  }

  /**
   * Start an audit of the brand’s site: one at a time.
   *
   * The first audit of a brand is free; later ones cost 1 credit per 100 estimated pages, at least 1. Where not all pages could be counted in some seconds, the estimate says that it is partial, and the pages that the audit has read decide at its end what it costs. Credits and the free scan come back if no page could be read. The audit works in the background: its issues are listed when it has completed.
   *
   * Scope: `write:website`.
   *
   * `POST /v1/brands/{brand_id}/technical/audits`
   */
  startAudit(input: StartAuditInput, options?: WriteOptions): Promise<StartAuditResponse> {
    return call(this.#send, { method: 'POST', path: '/v1/brands/{brand_id}/technical/audits', body: ["include_link_analysis"] }, input, options)
  }

  /**
   * Audits of the brand’s site, newest first.
   *
   * Scope: `read:opportunities`.
   *
   * `GET /v1/brands/{brand_id}/technical/audits`
   */
  listAudits(input: ListAuditsInput, options?: CallOptions): List<ListAuditsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/technical/audits' }, input, options)
  }

  /**
   * How far an audit has come, or how it ended.
   *
   * Scope: `read:opportunities`.
   *
   * `GET /v1/brands/{brand_id}/technical/audits/{job_id}`
   */
  getAudit(input: GetAuditInput, options?: CallOptions): Promise<GetAuditResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/technical/audits/{job_id}' }, input, options)
  }

  /**
   * What has become of technical issues since an audit: new, gone and still there.
   *
   * Compares the pages that had an issue when the audit ended with those that have it now, after the last audit and whatever people have resolved. Issues with neither are left out; those with the most new pages come first.
   *
   * Scope: `read:opportunities`.
   *
   * `GET /v1/brands/{brand_id}/technical/audits/{job_id}/changes`
   */
  getAuditChanges(input: GetAuditChangesInput, options?: CallOptions): Promise<GetAuditChangesResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/technical/audits/{job_id}/changes' }, input, options)
  }

  /**
   * How often the brand’s site is audited by itself, when next, and what became of the last turn.
   *
   * Scope: `read:opportunities`.
   *
   * `GET /v1/brands/{brand_id}/technical/audit-schedule`
   */
  getAuditSchedule(input: GetAuditScheduleInput, options?: CallOptions): Promise<GetAuditScheduleResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/technical/audit-schedule' }, input, options)
  }

  /**
   * Have the brand’s site audited by itself every week or month, or never.
   *
   * The first audit is due a week or a month after the brand’s last one, and at once where that is longer ago. Each costs what start-audit says. One that cannot be paid, or finds another one running, is left out until the next turn; get-audit-schedule says so. What was due while no server ran is done once.
   *
   * Scope: `write:website`.
   *
   * `PATCH /v1/brands/{brand_id}/technical/audit-schedule`
   */
  setAuditSchedule(input: SetAuditScheduleInput, options?: WriteOptions): Promise<SetAuditScheduleResponse> {
    return call(this.#send, { method: 'PATCH', path: '/v1/brands/{brand_id}/technical/audit-schedule', body: ["every","include_link_analysis"] }, input, options)
  }

  /**
   * Technical issues of the brand’s site, each with how many pages have it, the worst first.
   *
   * Scope: `read:opportunities`.
   *
   * `GET /v1/brands/{brand_id}/technical/issues`
   */
  listIssues(input: ListIssuesInput, options?: CallOptions): List<ListIssuesResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/technical/issues' }, input, options)
  }

  /**
   * The pages that have a technical issue, newest-detected first.
   *
   * Scope: `read:opportunities`.
   *
   * `GET /v1/brands/{brand_id}/technical/issues/{issue_id}`
   */
  getIssue(input: GetIssueInput, options?: CallOptions): List<GetIssueResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/technical/issues/{issue_id}' }, input, options)
  }

  /**
   * Mark a page’s instance of a technical issue as resolved, or open it again.
   *
   * An audit that finds it again opens it again, and one that reads the page and does not find it resolves it. An issue whose pages are all resolved is no longer listed.
   *
   * Scope: `write:website`.
   *
   * `PATCH /v1/brands/{brand_id}/technical/issue-pages/{page_issue_id}`
   */
  resolveIssuePage(input: ResolveIssuePageInput, options?: WriteOptions): Promise<ResolveIssuePageResponse> {
    return call(this.#send, { method: 'PATCH', path: '/v1/brands/{brand_id}/technical/issue-pages/{page_issue_id}', body: ["resolved"] }, input, options)
  }

  /**
   * Create a writing style.
   *
   * A scope (the content surface, or one social channel) has at most 10 styles; its first is its default. Surface and channel stay as they are: create another style instead.
   *
   * Scope: `write:brand_profile`.
   *
   * `POST /v1/brands/{brand_id}/writing-styles`
   */
  createWritingStyle(input: CreateWritingStyleInput, options?: WriteOptions): Promise<CreateWritingStyleResponse> {
    return call(this.#send, { method: 'POST', path: '/v1/brands/{brand_id}/writing-styles', body: ["surface","channel","name","tone_of_voice","writing_rules","heading_case_style","translation_formality","competitor_statistics_mode","english_variant","language_overrides","is_default"] }, input, options)
  }

  /**
   * The writing styles of a brand, by surface, channel and their place in it.
   *
   * Scope: `read:content`.
   *
   * `GET /v1/brands/{brand_id}/writing-styles`
   */
  listWritingStyles(input: ListWritingStylesInput, options?: CallOptions): List<ListWritingStylesResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/writing-styles' }, input, options)
  }

  /**
   * A writing style.
   *
   * Scope: `read:content`.
   *
   * `GET /v1/brands/{brand_id}/writing-styles/{writing_style_id}`
   */
  getWritingStyle(input: GetWritingStyleInput, options?: CallOptions): Promise<GetWritingStyleResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/writing-styles/{writing_style_id}' }, input, options)
  }

  /**
   * Reports of the brand, weekly and monthly ones and those that somebody asked for; the newest first.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/reports`
   */
  listReports(input: ListReportsInput, options?: CallOptions): List<ListReportsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/reports' }, input, options)
  }

  /**
   * A report as it was made: figures with intervals, changes, sources, audits and spending.
   *
   * It goes on to show what it showed, whatever has come since. Each part holds rows and meta of the operation that it is made of, as they were then; parts that the key has no scope for are null, and named in `unavailable`. PDF needs Chromium on the server.
   *
   * Scope: `read:visibility`.
   *
   * With `Accept: text/html` or `Accept: application/pdf` it comes as a file.
   *
   * `GET /v1/brands/{brand_id}/reports/{report_id}`
   */
  getReport(input: GetReportInput, options?: CallOptions): Promise<GetReportResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/reports/{report_id}' }, input, options)
  }

  /**
   * Make a report of a period now.
   *
   * Of the 30 days that end yesterday (UTC) if no days are given. Sightline makes weekly and monthly ones automatically: `set-report-settings`.
   *
   * Scope: `write:prompts`.
   *
   * `POST /v1/brands/{brand_id}/reports`
   */
  createReport(input: CreateReportInput, options?: WriteOptions): Promise<CreateReportResponse> {
    return call(this.#send, { method: 'POST', path: '/v1/brands/{brand_id}/reports', body: ["start_date","end_date","send"] }, input, options)
  }

  /**
   * Which reports of the brand are made by themselves, and whom they and alerts are mailed to.
   *
   * Scope: `read:visibility`.
   *
   * `GET /v1/brands/{brand_id}/report-settings`
   */
  getReportSettings(input: GetReportSettingsInput, options?: CallOptions): Promise<GetReportSettingsResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/report-settings' }, input, options)
  }

  /**
   * Say which reports of the brand are made by themselves, and whom they and alerts are mailed to.
   *
   * What is not given stays. A report is made some hours after its week or month is over, or when a server runs again: then of the last one alone. Mail needs `SMTP_URL` on the server; `get-report-settings` says whether it is there. A key that chooses whom it is sent to needs the scopes of all parts of a report.
   *
   * Scope: `write:prompts`.
   *
   * `PATCH /v1/brands/{brand_id}/report-settings`
   */
  setReportSettings(input: SetReportSettingsInput, options?: WriteOptions): Promise<SetReportSettingsResponse> {
    return call(this.#send, { method: 'PATCH', path: '/v1/brands/{brand_id}/report-settings', body: ["weekly","monthly","alerts","person_ids","addresses"] }, input, options)
  }

  /**
   * Have what was observed of the brand written into a file, in full.
   *
   * It is written in the background: get-export shows how far it is. Its file is there at `…/file` of the export once its status is `completed`. Kinds other than answers and mentions also need the scope that reads the same: citations `read:citations`, visits `read:website`. Answers, mentions and citations take topic_id, engine, country, tag_id, tag_match_mode and prompt_id, answers also outcome; visits take bot_category and crawler. `docs/exports.md` of the program describes the columns.
   *
   * Scope: `read:prompts`.
   *
   * `POST /v1/brands/{brand_id}/exports`
   */
  createExport(input: CreateExportInput, options?: WriteOptions): Promise<CreateExportResponse> {
    return call(this.#send, { method: 'POST', path: '/v1/brands/{brand_id}/exports', body: ["kind","format","start_date","end_date","topic_id","engine","country","tag_id","tag_match_mode","prompt_id","outcome","bot_category","crawler"] }, input, options)
  }

  /**
   * Exports of the brand, newest first.
   *
   * Scope: `read:prompts`.
   *
   * `GET /v1/brands/{brand_id}/exports`
   */
  listExports(input: ListExportsInput, options?: CallOptions): List<ListExportsResponse> {
    return list(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/exports' }, input, options)
  }

  /**
   * How far an export is.
   *
   * Scope: `read:prompts`.
   *
   * `GET /v1/brands/{brand_id}/exports/{export_id}`
   */
  getExport(input: GetExportInput, options?: CallOptions): Promise<GetExportResponse> {
    return call(this.#send, { method: 'GET', path: '/v1/brands/{brand_id}/exports/{export_id}' }, input, options)
  }

  /**
   * Make a link to the file of an export, which opens it without a key for 15 minutes.
   *
   * Whoever has the link has the file.
   *
   * Scope: `read:prompts`.
   *
   * `POST /v1/brands/{brand_id}/exports/{export_id}/link`
   */
  createExportLink(input: CreateExportLinkInput, options?: WriteOptions): Promise<CreateExportLinkResponse> {
    return call(this.#send, { method: 'POST', path: '/v1/brands/{brand_id}/exports/{export_id}/link' }, input, options)
  }

  /**
   * Delete an export with its file; one that is being written is given up.
   *
   * Scope: `read:prompts`.
   *
   * `DELETE /v1/brands/{brand_id}/exports/{export_id}`
   */
  deleteExport(input: DeleteExportInput, options?: WriteOptions): Promise<DeleteExportResponse> {
    return call(this.#send, { method: 'DELETE', path: '/v1/brands/{brand_id}/exports/{export_id}' }, input, options)
  }
}
