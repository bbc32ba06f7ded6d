// Made by `npm run sdk` from the operations. Do not edit.

/** Error codes that this release knows. */
export type KnownErrorCode = 'invalid_request' | 'invalid_cursor' | 'invalid_token' | 'token_expired' | 'token_revoked' | 'insufficient_scope' | 'plan_required' | 'quota_exceeded' | 'not_found' | 'method_not_allowed' | 'conflict' | 'rate_limited' | 'internal_error' | 'service_unavailable'

export interface GetCreditsData {
  /** Credits left */
  balance: number
}

export interface GetCreditsResponse {
  data: GetCreditsData
  request_id: string
}

export interface GetMeData {
  id: string
  name: string
  /** The prefix, an ellipsis and the last four characters of the key */
  display: string
  workspace: {
    id: string
    name: string
  }
  scopes: string[]
  brand_access: {
    all: boolean
    brand_ids: string[]
  }
  /** Who asked for the key */
  creator: string | null
  created_at: string
  expires_at: string | null
}

export interface GetMeResponse {
  data: GetMeData
  request_id: string
}

export interface GetUsageData {
  /** Over all keys */
  totals: {
    /** All that were answered, refused ones too */
    requests: number
    /** client_errors + server_errors */
    errors: number
    /** Answered with 4xx */
    client_errors: number
    /** Answered with 5xx */
    server_errors: number
  }
  /** Each key with at least one request */
  keys: ({
    api_key_id: string
    /** All that were answered, refused ones too */
    requests: number
    /** client_errors + server_errors */
    errors: number
    /** Answered with 4xx */
    client_errors: number
    /** Answered with 5xx */
    server_errors: number
    /** Of the bodies as they were sent */
    response_bytes: number
    /** Of its slowest endpoint; null where no request was timed */
    p95_ms: number | null
  })[]
}

export interface GetUsageResponse {
  data: GetUsageData
  meta: {
    period: {
      /** The first day */
      since: string
      days: number
    }
  }
  request_id: string
}

export interface GetUsageDaysData {
  /** All keys together, every day of the period, the oldest first */
  days: {
    date: string
    /** All that were answered, refused ones too */
    requests: number
    /** client_errors + server_errors */
    errors: number
    /** Answered with 4xx */
    client_errors: number
    /** Answered with 5xx */
    server_errors: number
    /** Of the bodies as they were sent */
    response_bytes: number
  }[]
  /** The 20 keys with most requests in the period */
  keys: {
    api_key_id: string
    /** All that were answered, refused ones too */
    requests: number
    /** client_errors + server_errors */
    errors: number
    /** Answered with 4xx */
    client_errors: number
    /** Answered with 5xx */
    server_errors: number
    /** Of the bodies as they were sent */
    response_bytes: number
    /** Every day of the period, the oldest first */
    days: {
      date: string
      /** All that were answered, refused ones too */
      requests: number
      /** client_errors + server_errors */
      errors: number
      /** Answered with 4xx */
      client_errors: number
      /** Answered with 5xx */
      server_errors: number
      /** Of the bodies as they were sent */
      response_bytes: number
    }[]
  }[]
}

export interface GetUsageDaysResponse {
  data: GetUsageDaysData
  meta: {
    period: {
      /** The first day */
      since: string
      days: number
    }
    /** Keys with requests that are not listed */
    omitted_keys: number
  }
  request_id: string
}

export interface Brand {
  id: string
  name: string
  workspace_id: string
  /** An inactive brand is no longer monitored but keeps its history */
  is_active: boolean
  /** Apex domain */
  primary_domain: string | null
  /** What is audited and read for the profile: primary_domain with its protocol, or the subdomain and port of it that were given */
  website: string | null
  created_at: string
  updated_at: string
}

export interface Pagination {
  /** Items that this page could hold */
  limit: number
  has_more: boolean
  /** Null on the last page */
  next_cursor: string | null
}

export interface ListBrandsResponse {
  data: Brand[]
  pagination: Pagination
  meta: {
    /** Rows in this response */
    count: number
  }
  request_id: string
}

export interface Topic {
  id: string
  name: string
  /** The root topic that it stands below; null for a root topic */
  parent_topic_id: string | null
  created_at: string
}

export interface ListTopicsResponse {
  data: Topic[]
  pagination: Pagination
  request_id: string
}

export interface ListTagsRow {
  id: string
  name: string
  /** URL-safe form of the name */
  slug: string
  /** Display colour token */
  color: string | null
  description: string | null
}

export interface ListTagsResponse {
  data: ListTagsRow[]
  pagination: Pagination
  meta: {
    /** Rows in this response */
    count: number
  }
  request_id: string
}

export interface Prompt {
  id: string
  text: string
  topic_id: string
  tag_ids: string[]
  category_id: string | null
  countries: string[]
  is_active: boolean
  created_at: string
  updated_at: string
}

export interface CreatePromptResponse {
  data: Prompt
  request_id: string
}

export interface UpdatePromptResponse {
  data: Prompt
  request_id: string
}

export interface DeletePromptData {
  id: string
  /** Answers kept, but no longer linked to a prompt */
  executions_orphaned: number
  dry_run: boolean
}

export interface DeletePromptResponse {
  data: DeletePromptData
  request_id: string
}

export interface ListPromptsRow {
  id: string
  text: string
  /** @deprecated Use topic_id and topic_name */
  topic: {
    id: string
    name: string
  }
  /** By name */
  tags: {
    id: string
    name: string
  }[]
  /** Its alignment category */
  category_id: string | null
  /** Markets that it is asked in */
  countries: string[]
  is_active: boolean
  created_at: string
  updated_at: string
  topic_id: string
  topic_name: string
  /** Answers counted: those that the filters leave */
  executions: number
  /** 100 × answers naming the entity at least once / all answers */
  visibility_pct: number | null
  /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
  market_share_pct: number | null
  /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
  sentiment_score: number | null
  /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
  avg_rank: number | null
  /** 100 × answers naming the entity at least once / all answers. All rows of the list are tested together. Null if neither period has answers. */
  comparison?: ({
    /** 100 × answers naming the entity at least once / all answers */
    value: number | null
    /** The same in the previous period. */
    previous_value: number | null
    /** value less previous_value, both as shown. */
    change: number | null
    /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
    matched_change: ({
      value: number
      low: number | null
      high: number | null
    }) | null
    /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
    p_value: number | null
    /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
    verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
  }) | null
  /** Its visibility over the period: by days where they are at most 31, else by weeks from Monday, else by calendar months */
  trend?: ({
    start_date: string
    end_date: string
    /** Answers counted: those that the filters leave */
    executions: number
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
  })[]
  /** Engines with answers to it, those with most first */
  engines?: ({
    engine: string
    /** Answers counted: those that the filters leave */
    executions: number
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
  })[]
}

export interface Period {
  start_date: string
  end_date: string
}

export interface ListPromptsResponse {
  data: ListPromptsRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    /** Prompts */
    total: number
    comparison?: {
      previous_period: Period
      /** Changes that were tested, on all pages */
      tested: number
      /** Share of the up and down verdicts that may be false */
      fdr: number
    }
  }
  request_id: string
}

export interface GetPromptData {
  id: string
  text: string
  /** @deprecated Use topic_id and topic_name */
  topic: {
    id: string
    name: string
  }
  /** By name */
  tags: {
    id: string
    name: string
  }[]
  /** Its alignment category */
  category_id: string | null
  /** Markets that it is asked in */
  countries: string[]
  is_active: boolean
  created_at: string
  updated_at: string
  topic_id: string
  topic_name: string
  /** Answers counted: those that the filters leave */
  executions: number
  /** 100 × answers naming the entity at least once / all answers */
  visibility_pct: number | null
  /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
  market_share_pct: number | null
  /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
  sentiment_score: number | null
  /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
  avg_rank: number | null
  /** The brand and every active competitor, most visible first */
  rankings: ({
    /** Place by visibility, then market share, then average rank (smaller first), then name, then id; 1 is first */
    rank: number
    /** The brand’s or the competitor’s */
    id: string
    name: string
    is_our_brand: boolean
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
    /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
    market_share_pct: number | null
    /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
    sentiment_score: number | null
    /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
    avg_rank: number | null
  })[]
  /** Engines with answers to it, those with most first */
  engines: ({
    engine: string
    /** Answers counted: those that the filters leave */
    executions: number
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
  })[]
  /** Its visibility over the period: by days where they are at most 31, else by weeks from Monday, else by calendar months */
  trend: ({
    start_date: string
    end_date: string
    /** Answers counted: those that the filters leave */
    executions: number
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
  })[]
}

export interface GetPromptResponse {
  data: GetPromptData
  meta: {
    brand_id: string
    period: Period
  }
  request_id: string
}

export interface PromptSuggestion {
  /** The prompt */
  text: string
  /** Where it comes from: what engines searched for, a competitor that answers name, a product of the brand, a topic with few prompts, a language model that knows all of them */
  kind: "searched" | "competitor" | "product" | "topic" | "model"
  /** Why it is worth asking, in words */
  reason: string
  evidence: {
    /** Answers that speak for it: those that searched for it, or name the competitor */
    answers: number
    /** Engines that searched for it */
    engines: string[]
    /** What they searched for, in the words of most answers first; at most five */
    queries: {
      text: string
      answers: number
    }[]
    competitor_id: string | null
    product_id: string | null
  }
  /** @deprecated Use topic_id and topic_name */
  topic: {
    id: string
    name: string
  } | null
  /** ISO 639-1; null where the text does not tell */
  language: string | null
  /** Markets to ask it in; none where the brand’s answers have none */
  countries: string[]
  /** Where it belongs, as far as can be told */
  topic_id: string | null
  topic_name: string | null
}

export interface ListPromptSuggestionsResponse {
  data: PromptSuggestion[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    /** Answers counted: those that the filters leave */
    executions: number
    /** That suggestions of the kind model come from; null where none has said anything */
    model: string | null
    /** Why the model gave nothing when it was last asked; what it said before stays */
    model_problem: string | null
  }
  request_id: string
}

export interface BrandProfile {
  name: string
  /** Other names that the brand is found by */
  aliases: string[]
  industry: string | null
  short_description: string | null
  description: string | null
  primary_audience: string | null
  main_market: string | null
  key_features: string[]
}

export interface GetProfileResponse {
  data: BrandProfile
  request_id: string
}

export interface UpdateProfileData {
  profile: BrandProfile
  /** Only where the name has changed */
  workspace_renamed?: boolean
}

export interface UpdateProfileResponse {
  data: UpdateProfileData
  request_id: string
}

export interface Product {
  id: string
  kind: "product" | "service" | "category"
  name: string
  /** What it is inside of */
  parent_product_id: string | null
  description: string | null
  created_at: string
}

export interface ListProductsResponse {
  data: Product[]
  pagination: Pagination
  request_id: string
}

export interface DeleteProductData {
  deleted_product_id: string
  /** What was inside it, at any depth */
  also_deleted: number
}

export interface DeleteProductResponse {
  data: DeleteProductData
  request_id: string
}

export interface KnowledgeDocument {
  id: string
  title: string
  format: "pdf" | "html" | "markdown" | "docx" | "rtf" | "text"
  /** How it was given: text is pasted */
  source: "file" | "text" | "url"
  /** Where it was fetched from */
  url: string | null
  status: "processing" | "ready" | "failed"
  /** Why it failed, in words */
  error: string | null
  /** Characters of raw_text; 0 while there is none */
  char_count: number
  /** null where the format has none, and until they have been counted */
  pages: number | null
  summary: string | null
  /** extract: sentences of the document itself, chosen without a language model */
  summarised_by: ("extract" | "model") | null
  /** The language model that wrote the summary */
  summary_model: string | null
  /** Why the configured language model did not write it */
  summary_problem: string | null
  /** Passages that are searched */
  chunks: number
  /** Searched by words alone, or by meaning as well; null where it is not searched */
  index: ("lexical" | "hybrid") | null
  /** Whose vectors are searched */
  embedding_model: string | null
  /** Why there are no vectors of the configured model */
  embedding_problem: string | null
  created_at: string
  updated_at: string
}

export interface ListKnowledgeDocumentsResponse {
  data: KnowledgeDocument[]
  pagination: Pagination
  request_id: string
}

export interface KnowledgePassage {
  document_id: string
  document_title: string
  /** Place of the passage in its document, from 0 */
  chunk: number
  /** Where it begins, from 1; null where the document has no pages */
  page: number | null
  /** Those that it stands below, from the highest */
  headings: string[]
  text: string
  /** The higher the better; comparable within one answer alone */
  score: number
}

export interface SearchKnowledgeResponse {
  data: KnowledgePassage[]
  pagination: Pagination
  meta: {
    /** Ranked by words alone, or by meaning as well */
    ranking: "lexical" | "hybrid"
    /** Whether words like those of the question were searched, as these stand in no document */
    similar: boolean
    /** Why meaning does not count, where an embedding model is configured */
    problem: string | null
    /** Passages found, those of other pages included */
    total: number
  }
  request_id: string
}

export interface GetKnowledgeDocumentData {
  id: string
  title: string
  format: "pdf" | "html" | "markdown" | "docx" | "rtf" | "text"
  /** How it was given: text is pasted */
  source: "file" | "text" | "url"
  /** Where it was fetched from */
  url: string | null
  status: "processing" | "ready" | "failed"
  /** Why it failed, in words */
  error: string | null
  /** Characters of raw_text; 0 while there is none */
  char_count: number
  /** null where the format has none, and until they have been counted */
  pages: number | null
  summary: string | null
  /** extract: sentences of the document itself, chosen without a language model */
  summarised_by: ("extract" | "model") | null
  /** The language model that wrote the summary */
  summary_model: string | null
  /** Why the configured language model did not write it */
  summary_problem: string | null
  /** Passages that are searched */
  chunks: number
  /** Searched by words alone, or by meaning as well; null where it is not searched */
  index: ("lexical" | "hybrid") | null
  /** Whose vectors are searched */
  embedding_model: string | null
  /** Why there are no vectors of the configured model */
  embedding_problem: string | null
  created_at: string
  updated_at: string
  /** The whole text; null until it has been extracted, and again while a PDF is being resynchronised */
  raw_text: string | null
}

export interface GetKnowledgeDocumentResponse {
  data: GetKnowledgeDocumentData
  request_id: string
}

export interface ResyncKnowledgeDocumentData {
  document_id: string
  status: "processing"
}

export interface ResyncKnowledgeDocumentResponse {
  data: ResyncKnowledgeDocumentData
  request_id: string
}

export interface AlignmentCategory {
  id: string
  name: string
  /** Prompts in it, inactive ones included */
  prompt_count: number
  created_at: string
}

export interface ListAlignmentCategoriesResponse {
  data: AlignmentCategory[]
  pagination: Pagination
  request_id: string
}

export interface DeleteAlignmentCategoriesData {
  deleted_category_ids: string[]
  deleted_prompts: boolean
}

export interface DeleteAlignmentCategoriesResponse {
  data: DeleteAlignmentCategoriesData
  request_id: string
}

export interface AlignmentSuggestion {
  id: string
  suggested_prompt: string
  country_codes: string[]
  /** @deprecated Use category_id and category_name */
  category: {
    id: string
    name: string
  } | null
  /** @deprecated Use status */
  state: "proposed" | "accepted" | "rejected" | "promoted"
  /** The product that it is about */
  product_id: string | null
  /** The prompt that promoting it has made */
  prompt_id: string | null
  created_at: string
  updated_at: string
  category_id: string | null
  category_name: string | null
  /** All but proposed are final */
  status: "proposed" | "accepted" | "rejected" | "promoted"
}

export interface ListAlignmentSuggestionsResponse {
  data: AlignmentSuggestion[]
  pagination: Pagination
  request_id: string
}

export interface UpdateAlignmentSuggestionsData {
  /** In the order of updates */
  updated: string[]
}

export interface UpdateAlignmentSuggestionsResponse {
  data: UpdateAlignmentSuggestionsData
  request_id: string
}

export interface Competitor {
  id: string
  name: string
  primary_url: string | null
  /** Derived from primary_url; null where another competitor of the brand claims it */
  domain: string | null
  relation: "direct_competitor" | "indirect_competitor" | "partner"
  aliases: string[]
  is_active: boolean
  is_manual: boolean
  match_case_sensitive: boolean
  /** Count a page mention only when a domain signal is present */
  match_require_domain: boolean
  match_mode: string
  /** Color slot in charts, from 1 on. Assigned at creation and never changes; two competitors share a slot only if the brand has more than 12. */
  color: number
  /** The names count only where the text shows that they are names; absent where that is not asked for */
  match_in_context?: true
  /** What to do about a name that is an ordinary word of English; absent where nothing is */
  name_hint?: string
}

export interface CreateCompetitorData {
  competitor: Competitor
}

export interface CreateCompetitorResponse {
  data: CreateCompetitorData
  request_id: string
}

export interface ListCompetitorsResponse {
  data: Competitor[]
  pagination: Pagination
  request_id: string
}

export interface CompetitorSuggestion {
  /** The same as long as the name is */
  id: string
  /** As answers write it most often: text of third parties */
  name: string
  /** @deprecated Use status */
  state: "open" | "accepted" | "dismissed"
  /** Answers that name it, of those that were looked at; visibility_pct is null where none is found any more */
  answers: number
  /** 100 × answers naming the entity at least once / all answers */
  visibility_pct: number | null
  /** Of the answers that name it, those that name the brand too */
  with_brand_pct: number | null
  engines: string[]
  /** At most three, of different prompts where there are any, the newest first */
  quotes: {
    execution_id: string
    engine: string
    executed_at: string
    /** The sentence or line that names it, cut around the name where it is long */
    text: string
  }[]
  first_seen_at: string
  last_seen_at: string
  /** What the configured language model holds it for: brand, one that may compete; other, anything else. Null where it was not asked */
  judgement: ("brand" | "other") | null
  /** Of the competitor that it has become */
  competitor_id: string | null
  /** Open until somebody has decided */
  status: "open" | "accepted" | "dismissed"
}

export interface ListCompetitorSuggestionsResponse {
  data: CompetitorSuggestion[]
  pagination: Pagination
  meta: {
    brand_id: string
    /** Null before the first look */
    period: Period | null
    /** Answers counted: those that the filters leave */
    executions: number
    /** All answers of the period: where these are more, the newest were looked at */
    executions_of_period: number
    /** Share of the answers looked at that name the brand */
    brand_visibility_pct: number | null
    looked_at: string | null
    /** The language model that has judged names */
    model: string | null
    /** Why the configured one did not */
    model_problem: string | null
  }
  request_id: string
}

export interface UpdateCompetitorSuggestionData {
  suggestion: CompetitorSuggestion
}

export interface UpdateCompetitorSuggestionResponse {
  data: UpdateCompetitorSuggestionData
  request_id: string
}

export interface GetCollectionCoverageRow {
  engine?: string
  country?: string
  day?: string
  /** Questions that were to be asked */
  planned: number
  /** Answers that came */
  collected: number
  /** The engine was asked and showed no answer */
  none_shown: number
  /** Questions that have no answer and will have none */
  failed: number
  /** Questions that are still to be asked, or under way */
  pending: number
  /** Of what came, more than 60 minutes after its time */
  late: number
  /** Attempts whose answer was lost although the provider may have charged for it, in cost_usd at their most: after a kill, as many as were under way, which is at most the concurrency of each source */
  possibly_bought: number
  cost_usd: number
  /** Of those that failed, how many by reason, the most frequent first */
  reasons: {
    reason: string
    questions: number
  }[]
}

export interface GetCollectionCoverageResponse {
  data: GetCollectionCoverageRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    total: {
      /** Questions that were to be asked */
      planned: number
      /** Answers that came */
      collected: number
      /** The engine was asked and showed no answer */
      none_shown: number
      /** Questions that have no answer and will have none */
      failed: number
      /** Questions that are still to be asked, or under way */
      pending: number
      /** Of what came, more than 60 minutes after its time */
      late: number
      /** Attempts whose answer was lost although the provider may have charged for it, in cost_usd at their most: after a kill, as many as were under way, which is at most the concurrency of each source */
      possibly_bought: number
      cost_usd: number
      /** Of those that failed, how many by reason, the most frequent first */
      reasons: {
        reason: string
        questions: number
      }[]
    }
  }
  request_id: string
}

export interface ListCollectionRunsRow {
  engine: string
  /** When its questions could be asked first */
  started_at: string
  /** When the last of them was settled; null while some are open */
  ended_at: string | null
  /** Questions that were to be asked */
  planned: number
  /** Answers that came */
  collected: number
  /** The engine was asked and showed no answer */
  none_shown: number
  /** Questions that have no answer and will have none */
  failed: number
  /** Questions that are still to be asked, or under way */
  pending: number
  /** Of what came, more than 60 minutes after its time */
  late: number
  /** Attempts whose answer was lost although the provider may have charged for it, in cost_usd at their most: after a kill, as many as were under way, which is at most the concurrency of each source */
  possibly_bought: number
  cost_usd: number
  /** Of those that failed, how many by reason, the most frequent first */
  reasons: {
    reason: string
    questions: number
  }[]
}

export interface ListCollectionRunsResponse {
  data: ListCollectionRunsRow[]
  pagination: Pagination
  request_id: string
}

export interface ListSampleSizesRow {
  /** What this row has more of than the one before; the rest is as it is asked now. prompts_more_often: more prompts, asked best.times as often, where that takes fewer answers */
  vary: "prompts" | "runs" | "days" | "prompts_more_often"
  prompts: number
  /** Answers to one prompt in a day, on average: of all engines, markets, rounds and repetitions */
  runs_per_day: number
  days: number
  /** In these days; for a change, in each of two periods */
  answers: number
  /** What these answers cost; null where nobody is asked by a plan, or a price is not known */
  usd: number | null
  /** The same in 30 days */
  usd_per_month: number | null
  /** In percentage points: the half width of the interval, or the change that is found in 4 of 5 cases. Null where fewer than 5 prompts, or topics, may not speak of others */
  points: number | null
  /** By how many points each dollar beyond those of the row before makes it surer */
  points_per_usd: number | null
  /** It is asked like this already */
  is_now: boolean
  /** The least of what is varied by which the goal is reached */
  is_least: boolean
}

export interface ListSampleSizesResponse {
  data: ListSampleSizesRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    /** Of the answers that say how they vary */
    period: Period
    goal: "change" | "prompts_like_these" | "these_prompts"
    points: number
    days: number
    /** The visibility to plan for, from 5 to 95 */
    share_pct: number
    share_basis: "given" | "own" | "unknown"
    /** The least of each by which the goal is reached while the rest stays, and what reaches it with the fewest answers; null where nothing does */
    needed: {
      /** At most 2,000 */
      prompts: number | null
      /** Times as often as now, at most 24 */
      times: number | null
      /** At most 400 */
      days: number | null
      /** Prompts and how many times as often they are asked, with the fewest answers */
      best: {
        prompts: number
        times: number
      } | null
    }
    /** Days before which no number of prompts reaches it, however often they are asked, since days differ; null for never */
    least_days: number | null
    /** Prompts that are asked now */
    prompts: number
    engines: ({
      engine: string
      /** Answers to one prompt in a day, on average */
      runs_per_day: number
      usd_per_answer: number | null
      /** The mean of what its answers have cost in the last 30 days, or the most that one can cost */
      usd_basis: ("measured" | "at_most") | null
    })[]
    /** Whether plans say who is asked how often, or the answers that there are; assumed: one engine, once a day. Where no prompt is asked yet, runs and days are shown for 20 */
    engines_basis: "plans" | "answers" | "assumed"
    /** As the intervals have it; where topics hold several wordings, further prompts are taken to come in as many topics each */
    clustered_by: "prompt" | "topic"
    /** What answers vary by: between prompts, between engines of one prompt, between single answers, between days, and between prompts in how they change. The numbers of answers are the brand’s own */
    variance: {
      basis: "own" | "published"
      /** Why not the brand’s own: few_days (fewer than 28 with answers), few_prompts (fewer than 5), all_alike (none of the answers names it, or all do) */
      reason: ("few_days" | "few_prompts" | "all_alike") | null
      /** Of what is published */
      source: string | null
      answers: number
      prompts: number
      days: number
      /** As a part of p(1−p), p being share_pct */
      prompt: number
      /** As a part of p(1−p), p being share_pct */
      prompt_engine: number
      /** As a part of p(1−p), p being share_pct */
      run: number
      /** As a part of p(1−p), p being share_pct */
      day: number
      /** Correlation of adjacent days with answers, from 0 to 0.95; assumed to be 0.5 in published variances. */
      day_correlation: number
      /** As a part of p(1−p), p being share_pct */
      prompt_change: number
    }
  }
  request_id: string
}

export interface ListEnginesRow {
  /** Slug, the value for engine filters */
  engine: string
  name: string
  /** Answers of all time */
  executions: number
  first_executed_at: string | null
  last_executed_at: string | null
}

export interface ListEnginesResponse {
  data: ListEnginesRow[]
  pagination: Pagination
  request_id: string
}

export interface ListCompetitorRankingsRow {
  /** Place by visibility, then market share, then average rank (smaller first), then name, then id; 1 is first */
  rank: number
  /** The brand’s or the competitor’s */
  id: string
  name: string
  is_our_brand: boolean
  /** 100 × answers naming the entity at least once / all answers */
  visibility_pct: number | null
  /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
  market_share_pct: number | null
  /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
  sentiment_score: number | null
  /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
  avg_rank: number | null
  /** Null where the period before has no answers */
  previous?: ({
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
    /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
    market_share_pct: number | null
    /** Place by visibility, then market share, then average rank (smaller first), then name, then id; 1 is first */
    rank: number
  }) | null
  /** The rank in the period before less the present one: positive means climbed */
  rank_change?: number | null
  /** visibility_pct less that of the period before, both as shown, in percentage points */
  visibility_delta?: number | null
  /** market_share_pct less that of the period before, both as shown, in percentage points */
  market_share_delta?: number | null
}

export interface Mover {
  /** The brand’s or the competitor’s */
  id: string
  name: string
  is_our_brand: boolean
  /** visibility_pct less that of the period before, both as shown, in percentage points */
  visibility_delta: number | null
  /** market_share_pct less that of the period before, both as shown, in percentage points */
  market_share_delta: number | null
}

export interface ListCompetitorRankingsResponse {
  data: ListCompetitorRankingsRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    /** Without the brand’s own row */
    total_competitors: number
    /** Answers counted: those that the filters leave */
    executions: number
    previous_period?: Period
    movers?: {
      gainers: Mover[]
      losers: Mover[]
    }
  }
  request_id: string
}

export interface ListEngineVisibilityRow {
  engine: string
  /** Answers counted: those that the filters leave */
  executions: number
  /** How often the engine was asked and said something or showed no answer: executions, and those without one */
  asked: number
  /** 100 × executions / asked: how often the engine showed an answer at all */
  shown_pct: number
  /** Questions that were to be asked by now, whatever came of them */
  planned: number
  /** 100 × questions that were planned to be asked by now and were answered, or to which the engine showed no answer / all that were planned to be asked by now; null where nothing was planned, as for imported answers. Where it is low, figures stand on what is left: a fall of them may be an outage */
  coverage_pct: number | null
  /** Name of who ranks first, the brand or a competitor; null where nobody is named */
  leader: string | null
  /** Its id; null where nobody is named */
  leader_id: string | null
  /** Null where the engine’s answers do not name it */
  brand: ({
    /** The brand’s or the competitor’s */
    id: string
    name: string
    /** Place by visibility, then market share, then average rank (smaller first), then name, then id; 1 is first */
    rank: number
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
    /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
    market_share_pct: number | null
    /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
    sentiment_score: number | null
    /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
    avg_rank: number | null
    /** Null where the period before has no answers */
    previous?: ({
      /** 100 × answers naming the entity at least once / all answers */
      visibility_pct: number | null
      /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
      market_share_pct: number | null
      /** Place by visibility, then market share, then average rank (smaller first), then name, then id; 1 is first */
      rank: number
    }) | null
    /** The rank in the period before less the present one: positive means climbed */
    rank_change?: number | null
    /** visibility_pct less that of the period before, both as shown, in percentage points */
    visibility_delta?: number | null
    /** market_share_pct less that of the period before, both as shown, in percentage points */
    market_share_delta?: number | null
  }) | null
  /** The competitors that rank first; never the brand, but their ranks count it */
  top_competitors: ({
    /** The brand’s or the competitor’s */
    id: string
    name: string
    /** Place by visibility, then market share, then average rank (smaller first), then name, then id; 1 is first */
    rank: number
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
    /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
    market_share_pct: number | null
  })[]
}

export interface ListEngineVisibilityResponse {
  data: ListEngineVisibilityRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    previous_period?: Period
    /** Could not be read this time: unknown, not zero */
    unavailable_engines: string[]
    /** Every engine that was to be asked, also those that have no row, as no answer came */
    coverage: ({
      engine: string
      /** Questions that were to be asked by now, whatever came of them */
      planned: number
      /** 100 × questions that were planned to be asked by now and were answered, or to which the engine showed no answer / all that were planned to be asked by now; null where nothing was planned, as for imported answers. Where it is low, figures stand on what is left: a fall of them may be an outage */
      coverage_pct: number | null
    })[]
  }
  request_id: string
}

export interface ListVisibilitySegmentsRow {
  /** The topic’s name, or the country’s code */
  segment: string
  /** By topic only */
  topic_id?: string
  /** Answers counted: those that the filters leave */
  executions: number
  /** 100 × answers naming the entity at least once / all answers */
  visibility_pct: number | null
  /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
  market_share_pct: number | null
  /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
  sentiment: number | null
  /** Name of who ranks first, the brand or a competitor; null where nobody is named */
  leader: string | null
  /** Its id; null where nobody is named */
  leader_id: string | null
  /** The competitors that rank first; never the brand, but their ranks count it */
  top_competitors: ({
    /** The brand’s or the competitor’s */
    id: string
    name: string
    /** Place by visibility, then market share, then average rank (smaller first), then name, then id; 1 is first */
    rank: number
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
    /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
    market_share_pct: number | null
  })[]
  /** Null where the period before has no answers */
  previous?: ({
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
    /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
    market_share_pct: number | null
  }) | null
  /** visibility_pct less that of the period before, both as shown, in percentage points */
  visibility_delta?: number | null
  /** market_share_pct less that of the period before, both as shown, in percentage points */
  market_share_delta?: number | null
}

export interface ListVisibilitySegmentsResponse {
  data: ListVisibilitySegmentsRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    dimension: "topic" | "market"
    period: Period
    previous_period?: Period
    /** Segments that are not on this page */
    omitted_segments: number
    /** Could not be read this time: unknown, not zero */
    unavailable_segments: string[]
    /** Comes with unavailable segments */
    unavailable_note?: string
  }
  request_id: string
}

export interface ListSegmentTrendsRow {
  /** The engine’s slug, the topic’s name, the country’s code or the prompt’s text */
  segment: string
  /** By topic only */
  topic_id?: string
  /** By prompt only */
  prompt_id?: string
  /** Answers counted: those that the filters leave */
  executions: number
  /** 100 × answers naming the entity at least once / all answers */
  visibility_pct: number | null
  /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
  market_share_pct: number | null
  /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
  sentiment_score: number | null
  /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
  avg_rank: number | null
  points: ({
    start_date: string
    end_date: string
    /** Answers counted: those that the filters leave */
    executions: number
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
    /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
    market_share_pct: number | null
    /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
    sentiment_score: number | null
    /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
    avg_rank: number | null
  })[]
}

export interface ListSegmentTrendsResponse {
  data: ListSegmentTrendsRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    /** What the lines are of: engines, root topics with everything beneath them, countries, or prompts */
    dimension: "engine" | "topic" | "market" | "prompt"
    period: Period
    interval: "day" | "week" | "month"
    /** Answers counted: those that the filters leave */
    executions: number
    /** Segments that are not on this page */
    omitted_segments: number
  }
  request_id: string
}

export interface ListVisibilityTrendRow {
  /** The brand’s or the competitor’s */
  id: string
  name: string
  is_our_brand: boolean
  points: ({
    start_date: string
    end_date: string
    /** Answers counted: those that the filters leave */
    executions: number
    /** Questions that were to be asked by now, whatever came of them */
    planned: number
    /** 100 × questions that were planned to be asked by now and were answered, or to which the engine showed no answer / all that were planned to be asked by now; null where nothing was planned, as for imported answers. Where it is low, figures stand on what is left: a fall of them may be an outage */
    coverage_pct: number | null
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number | null
    /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
    market_share_pct: number | null
    /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
    sentiment_score: number | null
    /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
    avg_rank: number | null
  })[]
}

export interface ListVisibilityTrendResponse {
  data: ListVisibilityTrendRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    interval: "day" | "week" | "month"
    /** Answers counted: those that the filters leave */
    executions: number
    /** Questions that were to be asked by now, whatever came of them */
    planned: number
    /** 100 × questions that were planned to be asked by now and were answered, or to which the engine showed no answer / all that were planned to be asked by now; null where nothing was planned, as for imported answers. Where it is low, figures stand on what is left: a fall of them may be an outage */
    coverage_pct: number | null
  }
  request_id: string
}

export interface ListVisibilityIntervalsRow {
  /** The brand’s or the competitor’s */
  id: string
  name: string
  is_our_brand: boolean
  /** 100 × answers naming the entity at least once / all answers */
  visibility_pct: {
    value: number | null
    /** The 95 % interval of a figure where other prompts of this kind are asked on other days: why two tools differ. Null with a reason */
    prompts_like_these: {
      low: number
      high: number
    } | null
    /** The 95 % interval of a figure where exactly these prompts are asked on other days: why two runs differ. Null with a reason */
    these_prompts: {
      low: number
      high: number
    } | null
    /** Why an interval is missing or less sure. `few_prompts`: fewer than 5 prompts, or their answers are too alike or too unequal to tell; `one_prompt`; `one_day`; `not_named`: no answers to count; `being_read`: Sightline is still reading the history of this competitor; `short_history`: both intervals are there, but fewer than 14 asked days came before the period, so they can miss swings that last weeks. Null if nothing is missing. */
    reason: ("few_prompts" | "not_named" | "one_prompt" | "one_day" | "short_history" | "being_read") | null
  }
  /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
  market_share_pct: {
    value: number | null
    /** The 95 % interval of a figure where other prompts of this kind are asked on other days: why two tools differ. Null with a reason */
    prompts_like_these: {
      low: number
      high: number
    } | null
    /** The 95 % interval of a figure where exactly these prompts are asked on other days: why two runs differ. Null with a reason */
    these_prompts: {
      low: number
      high: number
    } | null
    /** Why an interval is missing or less sure. `few_prompts`: fewer than 5 prompts, or their answers are too alike or too unequal to tell; `one_prompt`; `one_day`; `not_named`: no answers to count; `being_read`: Sightline is still reading the history of this competitor; `short_history`: both intervals are there, but fewer than 14 asked days came before the period, so they can miss swings that last weeks. Null if nothing is missing. */
    reason: ("few_prompts" | "not_named" | "one_prompt" | "one_day" | "short_history" | "being_read") | null
  }
  /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
  sentiment_score: {
    value: number | null
    /** The 95 % interval of a figure where other prompts of this kind are asked on other days: why two tools differ. Null with a reason */
    prompts_like_these: {
      low: number
      high: number
    } | null
    /** The 95 % interval of a figure where exactly these prompts are asked on other days: why two runs differ. Null with a reason */
    these_prompts: {
      low: number
      high: number
    } | null
    /** Why an interval is missing or less sure. `few_prompts`: fewer than 5 prompts, or their answers are too alike or too unequal to tell; `one_prompt`; `one_day`; `not_named`: no answers to count; `being_read`: Sightline is still reading the history of this competitor; `short_history`: both intervals are there, but fewer than 14 asked days came before the period, so they can miss swings that last weeks. Null if nothing is missing. */
    reason: ("few_prompts" | "not_named" | "one_prompt" | "one_day" | "short_history" | "being_read") | null
  }
  /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
  avg_rank: {
    value: number | null
    /** The 95 % interval of a figure where other prompts of this kind are asked on other days: why two tools differ. Null with a reason */
    prompts_like_these: {
      low: number
      high: number
    } | null
    /** The 95 % interval of a figure where exactly these prompts are asked on other days: why two runs differ. Null with a reason */
    these_prompts: {
      low: number
      high: number
    } | null
    /** Why an interval is missing or less sure. `few_prompts`: fewer than 5 prompts, or their answers are too alike or too unequal to tell; `one_prompt`; `one_day`; `not_named`: no answers to count; `being_read`: Sightline is still reading the history of this competitor; `short_history`: both intervals are there, but fewer than 14 asked days came before the period, so they can miss swings that last weeks. Null if nothing is missing. */
    reason: ("few_prompts" | "not_named" | "one_prompt" | "one_day" | "short_history" | "being_read") | null
  }
  /** Whether the lead of the brand over this competitor, or of the competitor over the brand, is more than chance: the gap between both visibilities with its 95% intervals. Null on the brand’s own row */
  lead: ({
    /** visibility_pct of the brand less that of this competitor, both as shown, in percentage points */
    value: number | null
    /** The 95 % interval of a figure where other prompts of this kind are asked on other days: why two tools differ. Null with a reason */
    prompts_like_these: {
      low: number
      high: number
    } | null
    /** The 95 % interval of a figure where exactly these prompts are asked on other days: why two runs differ. Null with a reason */
    these_prompts: {
      low: number
      high: number
    } | null
    /** Why an interval is missing or less sure. `few_prompts`: fewer than 5 prompts, or their answers are too alike or too unequal to tell; `one_prompt`; `one_day`; `not_named`: no answers to count; `being_read`: Sightline is still reading the history of this competitor; `short_history`: both intervals are there, but fewer than 14 asked days came before the period, so they can miss swings that last weeks. Null if nothing is missing. */
    reason: ("few_prompts" | "not_named" | "one_prompt" | "one_day" | "short_history" | "being_read") | null
    /** Whether the lead, of either of the two, is more than chance. `yes_also_with_other_prompts`: with these prompts on other days and with other prompts; `yes_for_these_prompts`: only with these prompts; `not_clear`. Judged over all competitors together (Benjamini and Hochberg). Null if it cannot be tested: see reason. */
    is_real: ("yes_also_with_other_prompts" | "yes_for_these_prompts" | "not_clear") | null
  }) | null
}

export interface ListVisibilityIntervalsResponse {
  data: ListVisibilityIntervalsRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    /** Prompts with answers, also deleted ones */
    prompts: number
    /** Answers counted: those that the filters leave */
    answers: number
    /** Days with answers */
    days: number
    /** Of both intervals, in percent */
    confidence: number
    /** What prompts_like_these speaks of. `prompts_like_these`: no prompt has a topic; `these_topics`: other prompts of these 1 to 4 topics, never of other topics; `topics_like_these`: other topics too, from 5 topics with answers on. Sentiment and average rank speak of these topics if fewer than 5 topics have answers that name the entity. */
    speaks_of: "prompts_like_these" | "these_topics" | "topics_like_these"
    /** `prompt`: prompts_like_these takes prompts for independent; `topic`: it takes the larger of the variances by prompt and by topic, from 5 topics with answers on. */
    clustered_by: "prompt" | "topic"
    coverage: {
      /** Questions that were to be asked by now, whatever came of them */
      planned: number
      /** 100 × questions that were planned to be asked by now and were answered, or to which the engine showed no answer / all that were planned to be asked by now; null where nothing was planned, as for imported answers. Where it is low, figures stand on what is left: a fall of them may be an outage */
      coverage_pct: number | null
    }
  }
  request_id: string
}

export interface ListVisibilityChangesRow {
  /** Engine slug, country code or topic name. Null without a dimension. */
  segment: string | null
  /** Set if the dimension is topic. */
  topic_id: string | null
  /** The brand’s or the competitor’s */
  id: string
  name: string
  is_our_brand: boolean
  /** 100 × answers naming the entity at least once / all answers */
  visibility_pct: number | null
  /** visibility_pct in the previous period. */
  previous_visibility_pct: number | null
  /** visibility_pct less previous_visibility_pct, both as shown, in percentage points. */
  change: number | null
  /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
  matched_change: ({
    value: number
    low: number | null
    high: number | null
  }) | null
  /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
  p_value: number | null
  /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
  verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
  /** The parts of the change in percentage points, which sum to it: real (same prompts on the same engines in the same markets), model_change (the same on engines that served another model, which coincides and proves no cause), prompts_added, prompts_removed, run_counts (prompts asked more or less often), market_mix and engine_mix (markets or engines planned in other proportions), outage (answers came in other proportions than planned) */
  explained: {
    real: number
    model_change: number
    prompts_added: number
    prompts_removed: number
    run_counts: number
    market_mix: number
    engine_mix: number
    outage: number
  } | null
  /** The other figures, tested the same way. A verdict gives the direction of the number. */
  figures: {
    /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
    market_share_pct: {
      /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
      value: number | null
      /** The same in the previous period. */
      previous_value: number | null
      /** value less previous_value, both as shown. */
      change: number | null
      /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
      matched_change: ({
        value: number
        low: number | null
        high: number | null
      }) | null
      /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
      p_value: number | null
      /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
      verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
    }
    /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
    sentiment_score: {
      /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
      value: number | null
      /** The same in the previous period. */
      previous_value: number | null
      /** value less previous_value, both as shown. */
      change: number | null
      /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
      matched_change: ({
        value: number
        low: number | null
        high: number | null
      }) | null
      /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
      p_value: number | null
      /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
      verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
    }
    /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
    avg_rank: {
      /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
      value: number | null
      /** The same in the previous period. */
      previous_value: number | null
      /** value less previous_value, both as shown. */
      change: number | null
      /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
      matched_change: ({
        value: number
        low: number | null
        high: number | null
      }) | null
      /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
      p_value: number | null
      /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
      verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
    }
  }
  /** Segments that moved visibility by at least half a point more than the rest, biggest first: engines, markets, topics, prompts, and sites or competitors that appear in more or fewer answers (these coincide, which proves no cause). Empty by dimension, without an up or down verdict, or if nothing stands out */
  drivers: ({
    kind: "engine" | "market" | "topic" | "prompt" | "source" | "competitor"
    /** Id of a topic, prompt or competitor, engine slug, country code, or domain. */
    id: string
    name: string
    /** Percentage points of the matched change. */
    points: number
    /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
    p_value: number
  })[]
  /** The change in one sentence. Null if the period has no answers. */
  headline: string | null
  /** Where a real change comes from, in words. Null by dimension, or if the verdict is neither up nor down. */
  cause: string | null
  /** The parts of the change and the matched change, in words. */
  summary: string | null
}

export interface ListVisibilityChangesResponse {
  data: ListVisibilityChangesRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    previous_period: Period
    /** Share of the answers of both periods that match: same prompt, engine and market in both. Null without answers. */
    matched_share: number | null
    /** Changes of visibility that were tested, on all pages. */
    tested: number
    /** Share of the up and down verdicts on visibility that may be false: 0.1, or 0.05 if adjacent days are correlated. */
    fdr: number
    /** The same for the other figures. */
    fdr_of_figures: ({
      figure: "market_share_pct" | "sentiment_score" | "avg_rank"
      fdr: number
    })[]
  }
  request_id: string
}

export interface ExplainFigureRow {
  /** The brand’s or the competitor’s */
  id: string
  name: string
  is_our_brand: boolean
  /** As rankings show it: meta.factor × numerator / denominator */
  value: number | null
  /** What meta says it counts; null while the history is being read for the entity */
  numerator: number | null
  /** What meta says it counts; null while the history is being read for the entity */
  denominator: number | null
  /** The same in words; null where there is no value */
  summary: string | null
  /** Numerators and denominators add up to those above */
  by_prompts: {
    /** Of prompts whose text names the entity, as an answer would: these ask for it */
    branded: {
      /** Prompts with answers */
      prompts: number
      /** Answers counted: those that the filters leave */
      answers: number
      /** What meta says it counts; null while the history is being read for the entity */
      numerator: number | null
      /** What meta says it counts; null while the history is being read for the entity */
      denominator: number | null
      value: number | null
    }
    /** Of all other prompts */
    unbranded: {
      /** Prompts with answers */
      prompts: number
      /** Answers counted: those that the filters leave */
      answers: number
      /** What meta says it counts; null while the history is being read for the entity */
      numerator: number | null
      /** What meta says it counts; null while the history is being read for the entity */
      denominator: number | null
      value: number | null
    }
    /** Of prompts that were deleted since, whose texts are no longer known */
    deleted: {
      /** Prompts with answers */
      prompts: number
      /** Answers counted: those that the filters leave */
      answers: number
      /** What meta says it counts; null while the history is being read for the entity */
      numerator: number | null
      /** What meta says it counts; null while the history is being read for the entity */
      denominator: number | null
      value: number | null
    }
  }
  /** The figure as other tools define it; one of them is how it is defined here */
  by_definition: {
    /** By answers: each one that names the entity counts once */
    answers: {
      /** What meta says it counts; null while the history is being read for the entity */
      numerator: number | null
      /** What meta says it counts; null while the history is being read for the entity */
      denominator: number | null
      value: number | null
    }
    /** By mentions: an answer that names the entity three times counts three times */
    mentions: {
      /** What meta says it counts; null while the history is being read for the entity */
      numerator: number | null
      /** What meta says it counts; null while the history is being read for the entity */
      denominator: number | null
      value: number | null
    }
    /** Only answers that name the entity among the first three entities */
    first_three: {
      /** What meta says it counts; null while the history is being read for the entity */
      numerator: number | null
      /** What meta says it counts; null while the history is being read for the entity */
      denominator: number | null
      value: number | null
    }
    /** Only answers that cite a page of the entity’s domain, for the two shares whether they name it or not; null where it has no domain */
    cited: {
      /** What meta says it counts; null while the history is being read for the entity */
      numerator: number | null
      /** What meta says it counts; null while the history is being read for the entity */
      denominator: number | null
      value: number | null
    }
  }
}

export interface ExplainFigureResponse {
  data: ExplainFigureRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    figure: "visibility_pct" | "market_share_pct" | "sentiment_score" | "avg_rank"
    period: Period
    /** 100 for shares, otherwise 1 */
    factor: number
    /** What numerators count */
    numerator: string
    /** What denominators count */
    denominator: string
    /** Which definition is the one used here */
    defined_by: "answers" | "mentions" | "first_three" | "cited"
    /** The period and each filter, in words */
    filters: string[]
    /** What the filters leave */
    counted: {
      /** Prompts with answers, also deleted ones */
      prompts: number
      /** Answers counted: those that the filters leave */
      answers: number
      /** Of them: prompts that are no longer asked. What they were answered in the period counts */
      switched_off: {
        prompts: number
        answers: number
      }
      /** Of them: prompts that were deleted. Their answers stay, but have no topic and no tags */
      deleted: {
        prompts: number
        answers: number
      }
    }
    /** What does not count, and why */
    left_out: {
      /** Answers of the period that the filters do not want, and prompts of which they leave none */
      other_filters: {
        prompts: number
        answers: number
      }
      /** Answers to deleted prompts that a filter on topics or tags leaves out, as these have none */
      deleted: {
        prompts: number
        answers: number
      }
      /** Prompts that fit and have no answers, as they are not asked */
      switched_off: {
        prompts: number
      }
      /** Prompts that fit, are asked and have no answers in the period */
      without_answers: {
        prompts: number
      }
      /** How often the engine was asked and showed no answer */
      none_shown: {
        prompts: number
        answers: number
      }
      /** Answers that their source says it could not get */
      failed: {
        prompts: number
        answers: number
      }
      /** Answers that came in a form that cannot be read */
      unreadable: {
        prompts: number
        answers: number
      }
      /** Questions that were to be asked by now and brought nothing: they failed, or are under way */
      not_collected: {
        answers: number
      }
      /** Competitors that are not followed: nobody counts their mentions, nor their places */
      competitors_switched_off: string[]
      /** Competitors for whom the history is being read: they count once that is done */
      competitors_being_read: string[]
    }
    coverage: {
      /** Questions that were to be asked by now, whatever came of them */
      planned: number
      /** 100 × questions that were planned to be asked by now and were answered, or to which the engine showed no answer / all that were planned to be asked by now; null where nothing was planned, as for imported answers. Where it is low, figures stand on what is left: a fall of them may be an outage */
      coverage_pct: number | null
    }
  }
  request_id: string
}

export interface ListTopicScoreboardRow {
  topic_id: string
  topic_name: string
  parent_topic_id: string | null
  /** 100 × answers naming the entity at least once / all answers */
  visibility_pct: number | null
  /** visibility_pct of the brand in the equally long window before */
  previous_visibility_pct: number | null
  /** visibility_pct less previous_visibility_pct, both as shown, in percentage points */
  visibility_delta_pts: number | null
  /** Null where no competitor is named */
  top_competitor_id: string | null
  /** Null where no competitor is named */
  top_competitor_name: string | null
  /** visibility_pct of the competitor that ranks first */
  top_competitor_visibility_pct: number | null
  /** top_competitor_visibility_pct less visibility_pct, both as shown, in percentage points: positive means the competitor leads */
  gap_pts: number | null
  /** Rank of the brand; null where it is not named */
  our_rank: number | null
  /** Entities that are named; null without answers */
  max_rank: number | null
  /** Prompts with answers in the window */
  prompt_count: number
  /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
  citation_count: number
  /** Open content opportunities */
  open_content_actions: number
  /** Open opportunities of any kind */
  open_task_count: number
  /** Whether there are at least 2 prompts with answers and 5 citations */
  has_enough_data: boolean
}

export interface ListTopicScoreboardResponse {
  data: ListTopicScoreboardRow[]
  pagination: Pagination
  meta: {
    window: {
      days: number
      start_date: string
    }
    /** Topics in this response */
    count: number
  }
  request_id: string
}

export interface VisibilityAlert {
  id: string
  /** The end of the day whose answers raised it */
  raised_at: string
  /** The engine’s slug */
  engine: string
  /** Execution country code */
  country: string
  direction: "up" | "down"
  /** The likeliest first day of the change (UTC) */
  since: string
  /** Visibility before, on the prompts that were asked in both: in the eight weeks before the change, or since an earlier alert */
  before_pct: number
  /** Visibility on these prompts since, until it was raised */
  after_pct: number
  /** after_pct less before_pct, both as shown, in percentage points */
  change: number
  /** The models that the engine mostly served before and since, where they differ: it coincides, which is no cause */
  model_change: {
    before: string
    after: string
  } | null
  /** The prompts that moved most, at most five */
  evidence: ({
    /** Null where the prompt has been deleted */
    prompt_id: string | null
    prompt: string | null
    before_pct: number
    after_pct: number
    /** Answers in the days compared with */
    answers_before: number
    /** Answers since the change, until it was raised */
    answers_after: number
    /** Percentage points of the change that it makes: those of all prompts sum to it */
    moved: number
  })[]
  /** The same in words */
  summary: string
  /** @deprecated Use status */
  state: "open" | "acknowledged" | "closed"
  /** Open until somebody says otherwise */
  status: "open" | "acknowledged" | "closed"
  updated_at: string
}

export interface ListVisibilityAlertsResponse {
  data: VisibilityAlert[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
  }
  request_id: string
}

export interface UpdateVisibilityAlertResponse {
  data: VisibilityAlert
  request_id: string
}

export interface Note {
  id: string
  /** A day of UTC */
  day: string
  text: string
  created_at: string
}

export interface ListNotesResponse {
  data: Note[]
  pagination: Pagination
  meta: {
    period: Period
  }
  request_id: string
}

export interface Owner {
  type: "brand" | "competitor" | "other"
  name: string | null
  /** The brand’s or the competitor’s */
  id: string | null
}

export interface GetMentionGapsData {
  /** Answers counted: those that the filters leave */
  executions: number
  /** Of them those that name the brand and one of the competitors */
  both: number
  /** Those that name the brand and none of the competitors */
  brand_only: number
  /** Those that name one of the competitors and not the brand: the gap */
  competitors_only: number
  prompts: {
    prompt_id: string
    text: string
    /** Answers counted: those that the filters leave */
    executions: number
    /** Of them those that name the brand and one of the competitors */
    both: number
    /** Those that name the brand and none of the competitors */
    brand_only: number
    /** Those that name one of the competitors and not the brand: the gap */
    competitors_only: number
  }[]
  engines: {
    engine: string
    /** Answers counted: those that the filters leave */
    executions: number
    /** Of them those that name the brand and one of the competitors */
    both: number
    /** Those that name the brand and none of the competitors */
    brand_only: number
    /** Those that name one of the competitors and not the brand: the gap */
    competitors_only: number
  }[]
  /** Cited sites */
  domains: {
    domain: string
    /** Whose site it is, by the domains of the brand and its active competitors */
    owner: Owner
    /** Answers that cite it, name one of the competitors and do not name the brand */
    gap_answers: number
    /** Answers that cite it and name the brand */
    brand_answers: number
    /** Who is named in the answers of the gap, most often first */
    competitors: {
      id: string
      name: string
      answers: number
    }[]
  }[]
}

export interface GetMentionGapsResponse {
  data: GetMentionGapsData
  meta: {
    brand_id: string
    period: Period
    /** Prompts with a gap */
    prompts: number
    /** Sites that are cited in a gap */
    domains: number
  }
  request_id: string
}

export interface ListExecutionsRow {
  id: string
  /** Null where its prompt was deleted */
  prompt_id: string | null
  /** What was asked; null where its prompt was deleted */
  prompt: string | null
  /** The prompt’s present topic */
  topic_id: string | null
  /** answered: there is an answer; none_shown: the engine was asked and showed none; failed: its source gave none; unreadable: what the source sent could not be read */
  outcome: "answered" | "none_shown" | "failed" | "unreadable"
  engine: string
  country: string
  /** Of the engine, as its source named it */
  model: string | null
  executed_at: string
  brand_mentioned: boolean
  /** The brand’s place by first mention among the active entities of one answer; null where it is not named */
  brand_rank: number | null
  /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
  brand_sentiment_score: number | null
  /** Names of active competitors in the order of their first mention */
  mentioned_competitors: string[]
  /** Their ids, in the same order */
  mentioned_competitor_ids: string[]
  /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
  citation_count: number
}

export interface ListExecutionsResponse {
  data: ListExecutionsRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    /** Answers counted: those that the filters leave */
    executions: number
    /** Rows of all pages: answers, and whatever else `outcome` names */
    total: number
  }
  request_id: string
}

export interface GetExecutionData {
  id: string
  /** Null where its prompt was deleted */
  prompt_id: string | null
  /** What was asked; null where its prompt was deleted */
  prompt: string | null
  /** The prompt’s present topic */
  topic_id: string | null
  /** answered: there is an answer; none_shown: the engine was asked and showed none; failed: its source gave none; unreadable: what the source sent could not be read */
  outcome: "answered" | "none_shown" | "failed" | "unreadable"
  engine: string
  country: string
  /** Of the engine, as its source named it */
  model: string | null
  executed_at: string
  brand_mentioned: boolean
  /** The brand’s place by first mention among the active entities of one answer; null where it is not named */
  brand_rank: number | null
  /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
  brand_sentiment_score: number | null
  /** Names of active competitors in the order of their first mention */
  mentioned_competitors: string[]
  /** Their ids, in the same order */
  mentioned_competitor_ids: string[]
  /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
  citation_count: number
  /** Why there is no answer; null where there is one, or nobody tells */
  reason: string | null
  /** Markdown, as it came: text of a third party; null where there is no answer */
  answer: string | null
  /** Whether the answer is known to break off */
  truncated: boolean
  /** Whether the answer is a refusal */
  refused: boolean
  /** Whether a model’s API was asked, or the page was read off that people see */
  surface: "unknown" | "api" | "ui"
  /** Where the answer was asked for; null where nobody tells */
  source: string | null
  /** The model that was asked; `model` is the one that answered; null where nobody tells */
  requested_model: string | null
  /** Whether the engine searched the web for it */
  search: "unknown" | "searched" | "not_searched"
  /** Where the question was asked from, as the source names it; null where nobody tells */
  location: string | null
  /** The language that was asked for; null where nobody tells */
  language: string | null
  /** Which of several askings at once, from 1; null where nobody tells */
  replicate: number | null
  /** US dollars that it cost; null where nobody tells */
  cost_usd: number | null
  /** Milliseconds that the answer took; null where nobody tells */
  latency_ms: number | null
  /** Active entities in the order of their first mention */
  mentions: ({
    /** The brand’s or the competitor’s */
    entity_id: string
    name: string
    is_our_brand: boolean
    /** Place by first mention among the active entities */
    rank: number
    /** How often it is named */
    count: number
    /** Where it is named: code points into the answer, in the order of reading */
    offsets: number[]
    /** How many code points of the answer each of these names takes, its Markdown included */
    lengths: number[]
    /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
    sentiment_score: number | null
    /** The sentences that judge it, in the order of reading: `sentiment_score` is their mean. Empty where none does, and where a model judged the answer as a whole */
    sentences: {
      /** Code points into the answer */
      offset: number
      /** Code points */
      length: number
      /** 0 to 100, 50 neutral */
      score: number
    }[]
  })[]
  /** What the answer was searched for to find the brand */
  brand_search: {
    /** The name and its aliases */
    names: string[]
    domain: string | null
  }
  /** Pages that the answer cites: those that are counted */
  citations: ({
    /** From 1, as the source gave it; pages without one follow the page before */
    position: number
    url: string
    domain: string
    title: string | null
    /** Whose site it is, by the domains of the brand and its active competitors */
    owner: Owner
    /** Where the answer first refers to it: UTF-16 units of the answer; null where not given */
    start: number | null
    /** Where that place ends */
    end: number | null
    kind: "cited" | "consulted"
  })[]
  /** Pages that the engine read or listed, and the answer does not cite: counted nowhere */
  consulted: ({
    /** From 1, as the source gave it; pages without one follow the page before */
    position: number
    url: string
    domain: string
    title: string | null
    /** Whose site it is, by the domains of the brand and its active competitors */
    owner: Owner
    /** Where the answer first refers to it: UTF-16 units of the answer; null where not given */
    start: number | null
    /** Where that place ends */
    end: number | null
    kind: "cited" | "consulted"
  })[]
  /** What the engine searched for */
  search_queries: string[]
  /** Products shown with the answer: text of a third party */
  products: ({
    /** As shown; null where nobody tells */
    name: string | null
    /** Where it leads; null where nobody tells */
    url: string | null
    /** Who sells it; null where nobody tells */
    seller: string | null
    /** As shown, with its currency where that is given; null where nobody tells */
    price: string | null
  })[]
  /** Advertisements that came with the answer: text of a third party */
  ads: ({
    /** Whose it is; null where nobody tells */
    advertiser: string | null
    /** As shown; null where nobody tells */
    title: string | null
    /** Where it leads; null where nobody tells */
    url: string | null
    /** Whether a person saw it; null where nobody tells */
    is_shown: boolean | null
  })[]
}

export interface GetExecutionResponse {
  data: GetExecutionData
  request_id: string
}

export interface ListCitationsRow {
  /** Stays the page’s own at any time and in any list */
  citation_id: string
  url: string
  /** The latest that an answer gave */
  title: string | null
  /** The site: a registrable domain where the host has one */
  domain: string
  /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
  citation_count: number
  /** 100 × answers that cite it / all answers; null without answers */
  share_of_answers_pct: number
  /** Engines whose answers cite it */
  engines: string[]
  /** @deprecated Use first_seen_at */
  first_seen: string
  /** @deprecated Use last_seen_at */
  last_seen: string
  /** Whose site it is, by the domains of the brand and its active competitors */
  owner: Owner
  /** When its first citing answer in the period was executed */
  first_seen_at: string
  /** When its last citing answer in the period was executed */
  last_seen_at: string
}

export interface ListCitationsResponse {
  data: ListCitationsRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    /** Pages */
    total: number
    /** Answers counted: those that the filters leave */
    executions: number
  }
  request_id: string
}

export interface ListCitedDomainsRow {
  /** A registrable domain where the host has one */
  domain: string
  /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
  citation_count: number
  /** Answers that cite any of its pages */
  answer_count: number
  /** 100 × answers that cite it / all answers; null without answers */
  share_of_answers_pct: number
  /** Pages of the site that are cited */
  page_count: number
  /** Engines whose answers cite it */
  engines: string[]
  /** @deprecated Use first_seen_at */
  first_seen: string
  /** @deprecated Use last_seen_at */
  last_seen: string
  /** Whose site it is, by the domains of the brand and its active competitors */
  owner: Owner
  /** 100 × answers that cite it / all answers; null without answers. All rows of the list are tested together. Null beyond the 200 sites that most answers of both periods cite. */
  comparison?: ({
    /** 100 × answers that cite it / all answers; null without answers */
    value: number | null
    /** The same in the previous period. */
    previous_value: number | null
    /** value less previous_value, both as shown. */
    change: number | null
    /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
    matched_change: ({
      value: number
      low: number | null
      high: number | null
    }) | null
    /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
    p_value: number | null
    /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
    verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
  }) | null
  /** When its first citing answer in the period was executed */
  first_seen_at: string
  /** When its last citing answer in the period was executed */
  last_seen_at: string
}

export interface ListCitedDomainsResponse {
  data: ListCitedDomainsRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    /** Sites */
    total: number
    /** Answers counted: those that the filters leave */
    executions: number
    comparison?: {
      previous_period: Period
      /** Changes that were tested, on all pages */
      tested: number
      /** Share of the up and down verdicts that may be false */
      fdr: number
    }
  }
  request_id: string
}

export interface ListCitationTrendsRow {
  /** By domain only */
  domain: string | null
  /** Whose it is; null for all citations together */
  owner: Owner | null
  /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
  citation_count: number
  /** Answers that cite any of its pages */
  answer_count: number
  /** 100 × answers that cite it / all answers; null without answers */
  share_of_answers_pct: number | null
  points: ({
    start_date: string
    end_date: string
    /** Answers counted: those that the filters leave */
    executions: number
    /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
    citation_count: number
    /** Answers that cite any of its pages */
    answer_count: number
    /** 100 × answers that cite it / all answers; null without answers */
    share_of_answers_pct: number | null
  })[]
}

export interface ListCitationTrendsResponse {
  data: ListCitationTrendsRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    /** What the lines are of: the cited sites, whose sites they are, or all citations together */
    dimension: "domain" | "owner" | "all"
    period: Period
    interval: "day" | "week" | "month"
    /** Answers counted: those that the filters leave */
    executions: number
    /** Lines that are not on this page */
    omitted_segments: number
  }
  request_id: string
}

export interface ListEarnedMentionsRow {
  /** Stays the page’s own at any time and in any list: dedupe on it */
  citation_id: string
  url: string
  /** The site: a registrable domain where the host has one */
  domain: string
  title: string | null
  /** Who publishes it, as it says itself */
  outlet: string | null
  /** When it says that it was published */
  published_at: string | null
  /** Always null: favicons are not fetched */
  favicon_url: string | null
  /** Names of the active competitors in its title and main text */
  competitors_on_page: string[]
  /** Their ids, in the same order */
  competitor_ids_on_page: string[]
  /** A line of its main text that names most of them, of at most 300 characters or cut to that; its title where they are named nowhere else, and null where they stand far down a long page */
  quote: string | null
  /** As the page says itself */
  authors: string[]
  /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
  citation_count: number
  /** Engines whose answers cite it */
  engines: string[]
  /** Prompts whose answers cite it, those of most answers first; without deleted ones */
  prompts: {
    prompt_id: string
    text: string
    /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
    citation_count: number
  }[]
  /** Prompts beyond those */
  prompts_omitted: number
  /** When its text was fetched */
  page_scanned_at: string | null
  /** Names of the topics of citing answers’ prompts, those of most answers first */
  topics: string[]
  /** Topics beyond those */
  topics_omitted: number
  /** What the order and the bucket come from */
  score: number
  priority_bucket: "high" | "medium" | "low"
}

export interface ListEarnedMentionsResponse {
  data: ListEarnedMentionsRow[]
  pagination: Pagination
  meta: {
    period: {
      /** Null where all time is meant */
      start_date: string | null
      end_date: string | null
    }
    /** Pages */
    total: number
  }
  request_id: string
}

export interface Opportunity {
  /** The same as long as its cause is the same */
  id: string
  category: "content" | "technical" | "platform"
  /** competitor_leads_topic, prompt_without_brand, outdated_page, open_issue, absent_from_community or absent_from_review_site */
  kind: string
  /** @deprecated Use topic_id and topic_name */
  topic: {
    id: string
    name: string
  } | null
  title: string
  /** What shows its cause, by its kind, with the days that it was looked for in. Addresses are text of third parties */
  evidence: {
    start_date: string
    end_date: string
    /** 100 × answers naming the entity at least once / all answers */
    visibility_pct: number
    /** Missing where an earlier release has found the cause, until it is looked for again */
    top_competitor_id?: string
    top_competitor_name: string
    /** visibility_pct of the competitor that ranks first */
    top_competitor_visibility_pct: number
    /** Prompts with answers in the window */
    prompt_count: number
    /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
    citation_count: number
    /** Answers counted: those that the filters leave */
    executions: number
  } | {
    start_date: string
    end_date: string
    prompt_id: string
    prompt: string
    /** Answers counted: those that the filters leave */
    executions: number
    competitors: string[]
    /** In the same order. Missing where an earlier release has found the cause, until it is looked for again */
    competitor_ids?: string[]
  } | {
    start_date: string
    end_date: string
    citation_id: string
    url: string
    /** When the page says it was changed last */
    dated_at: string
    /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
    citation_count: number
  } | {
    start_date: string
    end_date: string
    issue_id: string
    check_id: string
    affected_pages: number
    urls: string[]
  } | {
    start_date: string
    end_date: string
    domain: string
    /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
    citation_count: number
    pages_cited: number
    pages_read: number
    urls: string[]
  }
  /** Answers of the last 30 days that it concerns; of several pages, pairs of a page and an answer */
  expected_reach: number
  /** @deprecated Use status */
  state: "open" | "done" | "dismissed"
  /** When its cause was found first */
  created_at: string
  updated_at: string
  topic_id: string | null
  topic_name: string | null
  /** Done by itself when its cause is gone, open again when that comes back */
  status: "open" | "done" | "dismissed"
}

export interface ListOpportunitiesResponse {
  data: Opportunity[]
  pagination: Pagination
  request_id: string
}

export interface ListCrawlerVisitsRow {
  id: string
  /** When the fetch happened */
  ts: string
  /** Exact crawler */
  bot_name: string | null
  /** Operator bucket of the bot */
  bot_category: string
  path: string | null
  domain: string | null
}

export interface ListCrawlerVisitsResponse {
  data: ListCrawlerVisitsRow[]
  pagination: Pagination
  meta: {
    period: Period
    timezone: "UTC"
  }
  request_id: string
}

export interface GetCrawlerSummaryData {
  brand_id: string
  period: Period
  previous_period: Period
  timezone: "UTC"
  totals: {
    /** Fetches by AI bots, those left out that are proven to be no fetch of their bot */
    visits: number
    /** Visits that were answered with a status of 400 or above */
    errors: number
    /** 100 × errors / visits, rounded to 2 decimals; null without visits */
    error_share_pct: number | null
    /** Visits in the period before */
    previous_visits: number
    /** visits − previous_visits */
    visits_delta: number
    /** Fetches under the bot’s name from addresses that prove it was somebody else; in no other figure */
    spoofed_visits: number
  }
  bots: ({
    bot_name: string
    /** Operator bucket of the bot */
    bot_category: string
    /** Fetches by AI bots, those left out that are proven to be no fetch of their bot */
    visits: number
    /** Visits that were answered with a status of 400 or above */
    errors: number
    /** 100 × errors / visits, rounded to 2 decimals; null without visits */
    error_share_pct: number | null
    /** Visits in the period before */
    previous_visits: number
    /** visits − previous_visits */
    visits_delta: number
    /** Visits whose address is proven to be the bot’s */
    verified_visits: number
    /** Fetches under the bot’s name from addresses that prove it was somebody else; in no other figure */
    spoofed_visits: number
    last_visit_at: string | null
  })[]
  categories: ({
    /** Operator bucket of the bot */
    bot_category: string
    /** Fetches by AI bots, those left out that are proven to be no fetch of their bot */
    visits: number
    /** Visits that were answered with a status of 400 or above */
    errors: number
    /** 100 × errors / visits, rounded to 2 decimals; null without visits */
    error_share_pct: number | null
    /** Visits in the period before */
    previous_visits: number
    /** visits − previous_visits */
    visits_delta: number
  })[]
  /** Every day of the period */
  days: ({
    date: string
    /** Fetches by AI bots, those left out that are proven to be no fetch of their bot */
    visits: number
    /** Visits that were answered with a status of 400 or above */
    errors: number
    /** 100 × errors / visits, rounded to 2 decimals; null without visits */
    error_share_pct: number | null
  })[]
  /** The 20 pages with most visits */
  pages: ({
    domain: string | null
    path: string | null
    /** Fetches by AI bots, those left out that are proven to be no fetch of their bot */
    visits: number
    /** Visits that were answered with a status of 400 or above */
    errors: number
    /** 100 × errors / visits, rounded to 2 decimals; null without visits */
    error_share_pct: number | null
    last_visit_at: string
  })[]
}

export interface GetCrawlerSummaryResponse {
  data: GetCrawlerSummaryData
  request_id: string
}

export interface GetCrawlerTrendData {
  brand_id: string
  period: Period
  interval: "day" | "week" | "month"
  timezone: "UTC"
  bots: ({
    bot_name: string
    /** Operator bucket of the bot */
    bot_category: string
    /** Fetches by AI bots, those left out that are proven to be no fetch of their bot */
    visits: number
    /** Visits that were answered with a status of 400 or above */
    errors: number
    /** 100 × errors / visits, rounded to 2 decimals; null without visits */
    error_share_pct: number | null
    /** Visits whose address is proven to be the bot’s */
    verified_visits: number
    /** Fetches under the bot’s name from addresses that prove it was somebody else; in no other figure */
    spoofed_visits: number
    points: ({
      start_date: string
      end_date: string
      /** Fetches by AI bots, those left out that are proven to be no fetch of their bot */
      visits: number
      /** Visits that were answered with a status of 400 or above */
      errors: number
      /** 100 × errors / visits, rounded to 2 decimals; null without visits */
      error_share_pct: number | null
      /** Visits whose address is proven to be the bot’s */
      verified_visits: number
      /** Fetches under the bot’s name from addresses that prove it was somebody else; in no other figure */
      spoofed_visits: number
    })[]
  })[]
}

export interface GetCrawlerTrendResponse {
  data: GetCrawlerTrendData
  request_id: string
}

export interface ListWebsitePagesRow {
  /** Stays the page’s own; the citation_id of a cited page */
  page_id: string
  url: string
  domain: string
  path: string
  /** Fetches by AI bots in the period */
  visits: number
  /** Visits that were answered with a status of 400 or above */
  errors: number
  last_visit_at: string | null
  /** The last visit of each bot, latest first, 5 at most */
  last_visits: {
    bot_name: string
    bot_category: string
    last_visit_at: string
  }[]
  /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
  citation_count: number
  /** Engines whose answers cite it */
  engines: string[]
  /** When its last citing answer was executed */
  last_cited_at: string | null
}

export interface ListWebsitePagesResponse {
  data: ListWebsitePagesRow[]
  pagination: Pagination
  meta: {
    brand_id: string
    period: Period
    /** Pages */
    total: number
  }
  request_id: string
}

export interface StartedAudit {
  job_id: string
  /** The brand’s primary domain */
  domain: string
  /** Pages in the sitemaps of the domain when it was started; an estimate, 0 where there are none */
  total_urls: number
  /** There where not all pages could be counted in time: credit_cost is settled at the end by the pages that were read */
  is_partial_estimate?: true
  /** Credits taken; 0 where it is free */
  credit_cost: number
  /** The first audit of a brand is free */
  is_free_scan: boolean
}

export interface StartAuditResponse {
  data: StartedAudit
  request_id: string
}

export interface Audit {
  job_id: string
  /** The brand’s primary domain */
  domain: string
  /** Pages in the sitemaps of the domain when it was started; an estimate, 0 where there are none */
  total_urls: number
  /** There where not all pages could be counted in time: credit_cost is settled at the end by the pages that were read */
  is_partial_estimate?: true
  /** Credits taken; 0 where it is free */
  credit_cost: number
  /** The first audit of a brand is free */
  is_free_scan: boolean
  /** @deprecated Use status */
  state: "running" | "completed" | "failed" | "cancelled"
  include_link_analysis: boolean
  /** No page could be read, so that its credits or its free scan came back */
  refunded: boolean
  /** Addresses of the site that are known until now */
  pages_found: number
  /** Those of them that were read, or tried */
  pages_done: number
  started_at: string
  ended_at: string | null
  /** From its start to its end, or until now */
  elapsed_seconds: number
  /** What kept it from reading the site, or what it did not get to; null where that is nothing */
  problem: string | null
  status: "running" | "completed" | "failed" | "cancelled"
}

export interface ListAuditsResponse {
  data: Audit[]
  pagination: Pagination
  request_id: string
}

export interface GetAuditResponse {
  data: Audit
  request_id: string
}

export interface GetAuditChangesData {
  /** When the audit ended */
  since: string
  /** Pages that have it now, and did not when the audit ended */
  new_pages: number
  /** Pages that had it when the audit ended, and no longer have it */
  gone_pages: number
  /** Pages that had it then, and still have it */
  remaining_pages: number
  issues: ({
    id: string
    name: string
    category: "status" | "redirects" | "indexability" | "ai_access" | "title" | "meta_description" | "headings" | "links" | "images" | "language" | "structured_data" | "content" | "security" | "speed" | "sitemaps" | "social" | "viewport" | "url"
    issue_type: "critical" | "error" | "warning" | "opportunity"
    severity: "high" | "medium" | "low"
    /** Pages that have it now, and did not when the audit ended */
    new_pages: number
    /** Pages that had it when the audit ended, and no longer have it */
    gone_pages: number
    /** Pages that had it then, and still have it */
    remaining_pages: number
    /** The first 20 of them by the alphabet */
    new_urls: string[]
    /** The first 20 of them by the alphabet */
    gone_urls: string[]
  })[]
}

export interface GetAuditChangesResponse {
  data: GetAuditChangesData
  request_id: string
}

export interface AuditSchedule {
  /** How often the site is audited by itself */
  every: "week" | "month" | "never"
  /** Whether links to other sites are tried as well */
  include_link_analysis: boolean
  /** When the next audit is due; it starts some minutes later, or when a server runs again */
  next_at: string | null
  /** What became of the last turn */
  last: ({
    at: string
    /** The audit that was started; null where none was */
    job_id: string | null
    /** Why none was: it is not made up for before the next turn */
    problem: string | null
  }) | null
}

export interface GetAuditScheduleResponse {
  data: AuditSchedule
  request_id: string
}

export interface SetAuditScheduleResponse {
  data: AuditSchedule
  request_id: string
}

export interface Issue {
  id: string
  name: string | null
  category: string | null
  issue_type: "critical" | "error" | "warning" | "opportunity"
  severity: "high" | "medium" | "low"
  description: string | null
  /** Address of this server’s page on what it means and how to mend it */
  docs_url: string | null
  /** Pages that have it now */
  affected_pages: number
  /** When it was found first on one of these pages */
  first_seen_at: string
  /** When an audit has found it last */
  last_seen_at: string
}

export interface ListIssuesResponse {
  data: Issue[]
  pagination: Pagination
  request_id: string
}

export interface GetIssueRow {
  /** The page_issue_id by which it is resolved */
  id: string
  /** The affected page */
  url: string | null
  /** Its title when it was read last: text of the site */
  title: string | null
  /** Addresses of the offending elements; empty where it is the page as a whole */
  evidence: string[]
}

export interface GetIssueResponse {
  data: GetIssueRow[]
  pagination: Pagination
  meta: Issue
  request_id: string
}

export interface ResolveIssuePageData {
  page_issue_id: string
  resolved: boolean
}

export interface ResolveIssuePageResponse {
  data: ResolveIssuePageData
  request_id: string
}

export interface WritingStyle {
  id: string
  name: string
  surface: "content" | "social"
  /** Of social styles; null for content */
  channel: ("reddit" | "linkedin") | null
  /** Default of its scope: the content surface, or one social channel */
  is_default: boolean
  /** Place among the styles of its scope */
  sort_order: number
  tone_of_voice: {
    presets: ("Expert" | "Conversational" | "Confident" | "Educational" | "Bold" | "Empathetic" | "Direct" | "Approachable" | "Storytelling")[]
    custom_tones: string[]
    description: string
  }
  writing_rules: {
    always_do: string[]
    never_do: string[]
  }
  heading_case_style: "sentence" | "title"
  translation_formality: ("default" | "prefer_more" | "prefer_less") | null
  competitor_statistics_mode: ("ask" | "include" | "exclude") | null
  english_variant: ("us" | "uk") | null
  /** By ISO 639-1 code */
  language_overrides: Record<string, {
    formality: ("default" | "prefer_more" | "prefer_less") | null
    nuance: string | null
    always_do: string[]
    never_do: string[]
    english_variant: ("us" | "uk") | null
  }>
  /** Null: no tone is being generated */
  tone_generation_status: string | null
  created_at: string
  updated_at: string
}

export interface CreateWritingStyleResponse {
  data: WritingStyle
  request_id: string
}

export interface ListWritingStylesResponse {
  data: WritingStyle[]
  pagination: Pagination
  request_id: string
}

export interface GetWritingStyleResponse {
  data: WritingStyle
  request_id: string
}

export interface ListedReport {
  id: string
  /** What it is of, in words */
  title: string
  /** By which schedule it was made; once where somebody asked for it */
  rhythm: "week" | "month" | "once"
  period: Period
  /** The change of the brand’s visibility in one sentence; null in reports of older releases */
  headline: string | null
  /** What accounts for a real change, in one sentence; null without a real change */
  cause: string | null
  /** How the brand’s visibility changed, in words */
  summary: string | null
  /** When it was made: it shows what was known then */
  created_at: string
  /** When Sightline replaced or withdrew figures that an older release had computed wrongly; null if it did not */
  corrected_at: string | null
}

export interface ListReportsResponse {
  data: ListedReport[]
  pagination: Pagination
  request_id: string
}

export interface Report {
  id: string
  /** What it is of, in words */
  title: string
  /** By which schedule it was made; once where somebody asked for it */
  rhythm: "week" | "month" | "once"
  period: Period
  /** The change of the brand’s visibility in one sentence; null in reports of older releases */
  headline: string | null
  /** What accounts for a real change, in one sentence; null without a real change */
  cause: string | null
  /** How the brand’s visibility changed, in words */
  summary: string | null
  /** When it was made: it shows what was known then */
  created_at: string
  /** When Sightline replaced or withdrew figures that an older release had computed wrongly; null if it did not */
  corrected_at: string | null
  /** What the brand was called then */
  brand_name: string
  domain: string | null
  previous_period: Period
  sections: {
    /** The figures of the brand and its strongest competitors, and how sure they are: rows and meta of `list-visibility-intervals` */
    figures: ({
      data: ({
        /** The brand’s or the competitor’s */
        id: string
        name: string
        is_our_brand: boolean
        /** 100 × answers naming the entity at least once / all answers */
        visibility_pct: {
          value: number | null
          /** The 95 % interval of a figure where other prompts of this kind are asked on other days: why two tools differ. Null with a reason */
          prompts_like_these: {
            low: number
            high: number
          } | null
          /** The 95 % interval of a figure where exactly these prompts are asked on other days: why two runs differ. Null with a reason */
          these_prompts: {
            low: number
            high: number
          } | null
          /** Why an interval is missing or less sure. `few_prompts`: fewer than 5 prompts, or their answers are too alike or too unequal to tell; `one_prompt`; `one_day`; `not_named`: no answers to count; `being_read`: Sightline is still reading the history of this competitor; `short_history`: both intervals are there, but fewer than 14 asked days came before the period, so they can miss swings that last weeks. Null if nothing is missing. */
          reason: ("few_prompts" | "not_named" | "one_prompt" | "one_day" | "short_history" | "being_read") | null
        }
        /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
        market_share_pct: {
          value: number | null
          /** The 95 % interval of a figure where other prompts of this kind are asked on other days: why two tools differ. Null with a reason */
          prompts_like_these: {
            low: number
            high: number
          } | null
          /** The 95 % interval of a figure where exactly these prompts are asked on other days: why two runs differ. Null with a reason */
          these_prompts: {
            low: number
            high: number
          } | null
          /** Why an interval is missing or less sure. `few_prompts`: fewer than 5 prompts, or their answers are too alike or too unequal to tell; `one_prompt`; `one_day`; `not_named`: no answers to count; `being_read`: Sightline is still reading the history of this competitor; `short_history`: both intervals are there, but fewer than 14 asked days came before the period, so they can miss swings that last weeks. Null if nothing is missing. */
          reason: ("few_prompts" | "not_named" | "one_prompt" | "one_day" | "short_history" | "being_read") | null
        }
        /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
        sentiment_score: {
          value: number | null
          /** The 95 % interval of a figure where other prompts of this kind are asked on other days: why two tools differ. Null with a reason */
          prompts_like_these: {
            low: number
            high: number
          } | null
          /** The 95 % interval of a figure where exactly these prompts are asked on other days: why two runs differ. Null with a reason */
          these_prompts: {
            low: number
            high: number
          } | null
          /** Why an interval is missing or less sure. `few_prompts`: fewer than 5 prompts, or their answers are too alike or too unequal to tell; `one_prompt`; `one_day`; `not_named`: no answers to count; `being_read`: Sightline is still reading the history of this competitor; `short_history`: both intervals are there, but fewer than 14 asked days came before the period, so they can miss swings that last weeks. Null if nothing is missing. */
          reason: ("few_prompts" | "not_named" | "one_prompt" | "one_day" | "short_history" | "being_read") | null
        }
        /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
        avg_rank: {
          value: number | null
          /** The 95 % interval of a figure where other prompts of this kind are asked on other days: why two tools differ. Null with a reason */
          prompts_like_these: {
            low: number
            high: number
          } | null
          /** The 95 % interval of a figure where exactly these prompts are asked on other days: why two runs differ. Null with a reason */
          these_prompts: {
            low: number
            high: number
          } | null
          /** Why an interval is missing or less sure. `few_prompts`: fewer than 5 prompts, or their answers are too alike or too unequal to tell; `one_prompt`; `one_day`; `not_named`: no answers to count; `being_read`: Sightline is still reading the history of this competitor; `short_history`: both intervals are there, but fewer than 14 asked days came before the period, so they can miss swings that last weeks. Null if nothing is missing. */
          reason: ("few_prompts" | "not_named" | "one_prompt" | "one_day" | "short_history" | "being_read") | null
        }
        /** Whether the lead of the brand over this competitor, or of the competitor over the brand, is more than chance: the gap between both visibilities with its 95% intervals. Null on the brand’s own row */
        lead: ({
          /** visibility_pct of the brand less that of this competitor, both as shown, in percentage points */
          value: number | null
          /** The 95 % interval of a figure where other prompts of this kind are asked on other days: why two tools differ. Null with a reason */
          prompts_like_these: {
            low: number
            high: number
          } | null
          /** The 95 % interval of a figure where exactly these prompts are asked on other days: why two runs differ. Null with a reason */
          these_prompts: {
            low: number
            high: number
          } | null
          /** Why an interval is missing or less sure. `few_prompts`: fewer than 5 prompts, or their answers are too alike or too unequal to tell; `one_prompt`; `one_day`; `not_named`: no answers to count; `being_read`: Sightline is still reading the history of this competitor; `short_history`: both intervals are there, but fewer than 14 asked days came before the period, so they can miss swings that last weeks. Null if nothing is missing. */
          reason: ("few_prompts" | "not_named" | "one_prompt" | "one_day" | "short_history" | "being_read") | null
          /** Whether the lead, of either of the two, is more than chance. `yes_also_with_other_prompts`: with these prompts on other days and with other prompts; `yes_for_these_prompts`: only with these prompts; `not_clear`. Judged over all competitors together (Benjamini and Hochberg). Null if it cannot be tested: see reason. */
          is_real: ("yes_also_with_other_prompts" | "yes_for_these_prompts" | "not_clear") | null
        }) | null
      })[]
      meta: {
        brand_id: string
        period: Period
        /** Prompts with answers, also deleted ones */
        prompts: number
        /** Answers counted: those that the filters leave */
        answers: number
        /** Days with answers */
        days: number
        /** Of both intervals, in percent */
        confidence: number
        /** What prompts_like_these speaks of. `prompts_like_these`: no prompt has a topic; `these_topics`: other prompts of these 1 to 4 topics, never of other topics; `topics_like_these`: other topics too, from 5 topics with answers on. Sentiment and average rank speak of these topics if fewer than 5 topics have answers that name the entity. */
        speaks_of: "prompts_like_these" | "these_topics" | "topics_like_these"
        /** `prompt`: prompts_like_these takes prompts for independent; `topic`: it takes the larger of the variances by prompt and by topic, from 5 topics with answers on. */
        clustered_by: "prompt" | "topic"
        coverage: {
          /** Questions that were to be asked by now, whatever came of them */
          planned: number
          /** 100 × questions that were planned to be asked by now and were answered, or to which the engine showed no answer / all that were planned to be asked by now; null where nothing was planned, as for imported answers. Where it is low, figures stand on what is left: a fall of them may be an outage */
          coverage_pct: number | null
        }
      }
    }) | null
    /** What changed since the period before, whether beyond chance, and what each change is made of: rows and meta of `list-visibility-changes` */
    changes: ({
      data: ({
        /** Engine slug, country code or topic name. Null without a dimension. */
        segment: string | null
        /** Set if the dimension is topic. */
        topic_id: string | null
        /** The brand’s or the competitor’s */
        id: string
        name: string
        is_our_brand: boolean
        /** 100 × answers naming the entity at least once / all answers */
        visibility_pct: number | null
        /** visibility_pct in the previous period. */
        previous_visibility_pct: number | null
        /** visibility_pct less previous_visibility_pct, both as shown, in percentage points. */
        change: number | null
        /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
        matched_change: ({
          value: number
          low: number | null
          high: number | null
        }) | null
        /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
        p_value: number | null
        /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
        verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
        /** The parts of the change in percentage points, which sum to it: real (same prompts on the same engines in the same markets), model_change (the same on engines that served another model, which coincides and proves no cause), prompts_added, prompts_removed, run_counts (prompts asked more or less often), market_mix and engine_mix (markets or engines planned in other proportions), outage (answers came in other proportions than planned) */
        explained: {
          real: number
          model_change: number
          prompts_added: number
          prompts_removed: number
          run_counts: number
          market_mix: number
          engine_mix: number
          outage: number
        } | null
        /** The other figures, tested the same way. A verdict gives the direction of the number. */
        figures: {
          /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
          market_share_pct: {
            /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
            value: number | null
            /** The same in the previous period. */
            previous_value: number | null
            /** value less previous_value, both as shown. */
            change: number | null
            /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
            matched_change: ({
              value: number
              low: number | null
              high: number | null
            }) | null
            /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
            p_value: number | null
            /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
            verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
          }
          /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
          sentiment_score: {
            /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
            value: number | null
            /** The same in the previous period. */
            previous_value: number | null
            /** value less previous_value, both as shown. */
            change: number | null
            /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
            matched_change: ({
              value: number
              low: number | null
              high: number | null
            }) | null
            /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
            p_value: number | null
            /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
            verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
          }
          /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
          avg_rank: {
            /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
            value: number | null
            /** The same in the previous period. */
            previous_value: number | null
            /** value less previous_value, both as shown. */
            change: number | null
            /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
            matched_change: ({
              value: number
              low: number | null
              high: number | null
            }) | null
            /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
            p_value: number | null
            /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
            verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
          }
        }
        /** Segments that moved visibility by at least half a point more than the rest, biggest first: engines, markets, topics, prompts, and sites or competitors that appear in more or fewer answers (these coincide, which proves no cause). Empty by dimension, without an up or down verdict, or if nothing stands out */
        drivers: ({
          kind: "engine" | "market" | "topic" | "prompt" | "source" | "competitor"
          /** Id of a topic, prompt or competitor, engine slug, country code, or domain. */
          id: string
          name: string
          /** Percentage points of the matched change. */
          points: number
          /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
          p_value: number
        })[]
        /** The change in one sentence. Null if the period has no answers. */
        headline: string | null
        /** Where a real change comes from, in words. Null by dimension, or if the verdict is neither up nor down. */
        cause: string | null
        /** The parts of the change and the matched change, in words. */
        summary: string | null
      })[]
      meta: {
        brand_id: string
        period: Period
        previous_period: Period
        /** Share of the answers of both periods that match: same prompt, engine and market in both. Null without answers. */
        matched_share: number | null
        /** Changes of visibility that were tested, on all pages. */
        tested: number
        /** Share of the up and down verdicts on visibility that may be false: 0.1, or 0.05 if adjacent days are correlated. */
        fdr: number
        /** The same for the other figures. */
        fdr_of_figures: ({
          figure: "market_share_pct" | "sentiment_score" | "avg_rank"
          fdr: number
        })[]
      }
    }) | null
    /** The same of the brand on each engine: rows and meta of `list-visibility-changes` */
    engines: ({
      data: ({
        /** Engine slug, country code or topic name. Null without a dimension. */
        segment: string | null
        /** Set if the dimension is topic. */
        topic_id: string | null
        /** The brand’s or the competitor’s */
        id: string
        name: string
        is_our_brand: boolean
        /** 100 × answers naming the entity at least once / all answers */
        visibility_pct: number | null
        /** visibility_pct in the previous period. */
        previous_visibility_pct: number | null
        /** visibility_pct less previous_visibility_pct, both as shown, in percentage points. */
        change: number | null
        /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
        matched_change: ({
          value: number
          low: number | null
          high: number | null
        }) | null
        /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
        p_value: number | null
        /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
        verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
        /** The parts of the change in percentage points, which sum to it: real (same prompts on the same engines in the same markets), model_change (the same on engines that served another model, which coincides and proves no cause), prompts_added, prompts_removed, run_counts (prompts asked more or less often), market_mix and engine_mix (markets or engines planned in other proportions), outage (answers came in other proportions than planned) */
        explained: {
          real: number
          model_change: number
          prompts_added: number
          prompts_removed: number
          run_counts: number
          market_mix: number
          engine_mix: number
          outage: number
        } | null
        /** The other figures, tested the same way. A verdict gives the direction of the number. */
        figures: {
          /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
          market_share_pct: {
            /** 100 × mentions of the entity / mentions of all active entities; null where nobody is mentioned */
            value: number | null
            /** The same in the previous period. */
            previous_value: number | null
            /** value less previous_value, both as shown. */
            change: number | null
            /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
            matched_change: ({
              value: number
              low: number | null
              high: number | null
            }) | null
            /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
            p_value: number | null
            /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
            verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
          }
          /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
          sentiment_score: {
            /** Sentiment towards the entity, 0 to 100, 50 neutral: of one answer, or the mean over the answers naming it */
            value: number | null
            /** The same in the previous period. */
            previous_value: number | null
            /** value less previous_value, both as shown. */
            change: number | null
            /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
            matched_change: ({
              value: number
              low: number | null
              high: number | null
            }) | null
            /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
            p_value: number | null
            /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
            verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
          }
          /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
          avg_rank: {
            /** Mean, over the answers naming the entity, of its place by first mention among the active entities */
            value: number | null
            /** The same in the previous period. */
            previous_value: number | null
            /** value less previous_value, both as shown. */
            change: number | null
            /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
            matched_change: ({
              value: number
              low: number | null
              high: number | null
            }) | null
            /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
            p_value: number | null
            /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
            verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
          }
        }
        /** Segments that moved visibility by at least half a point more than the rest, biggest first: engines, markets, topics, prompts, and sites or competitors that appear in more or fewer answers (these coincide, which proves no cause). Empty by dimension, without an up or down verdict, or if nothing stands out */
        drivers: ({
          kind: "engine" | "market" | "topic" | "prompt" | "source" | "competitor"
          /** Id of a topic, prompt or competitor, engine slug, country code, or domain. */
          id: string
          name: string
          /** Percentage points of the matched change. */
          points: number
          /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
          p_value: number
        })[]
        /** The change in one sentence. Null if the period has no answers. */
        headline: string | null
        /** Where a real change comes from, in words. Null by dimension, or if the verdict is neither up nor down. */
        cause: string | null
        /** The parts of the change and the matched change, in words. */
        summary: string | null
      })[]
      meta: {
        brand_id: string
        period: Period
        previous_period: Period
        /** Share of the answers of both periods that match: same prompt, engine and market in both. Null without answers. */
        matched_share: number | null
        /** Changes of visibility that were tested, on all pages. */
        tested: number
        /** Share of the up and down verdicts on visibility that may be false: 0.1, or 0.05 if adjacent days are correlated. */
        fdr: number
        /** The same for the other figures. */
        fdr_of_figures: ({
          figure: "market_share_pct" | "sentiment_score" | "avg_rank"
          fdr: number
        })[]
      }
    }) | null
    /** Alerts that days of the period raised: rows and meta of `list-visibility-alerts` */
    alerts: {
      data: VisibilityAlert[]
      meta: {
        brand_id: string
        period: Period
      }
    } | null
    /** The sites that most answers cite: rows and meta of `list-cited-domains` */
    sources: ({
      data: ({
        /** A registrable domain where the host has one */
        domain: string
        /** Pairs of a page and an answer that cites it: of one page the answers citing it, of one answer the pages it cites */
        citation_count: number
        /** Answers that cite any of its pages */
        answer_count: number
        /** 100 × answers that cite it / all answers; null without answers */
        share_of_answers_pct: number
        /** Pages of the site that are cited */
        page_count: number
        /** Engines whose answers cite it */
        engines: string[]
        /** @deprecated Use first_seen_at */
        first_seen: string
        /** @deprecated Use last_seen_at */
        last_seen: string
        /** Whose site it is, by the domains of the brand and its active competitors */
        owner: Owner
        /** 100 × answers that cite it / all answers; null without answers. All rows of the list are tested together. Null beyond the 200 sites that most answers of both periods cite. */
        comparison?: ({
          /** 100 × answers that cite it / all answers; null without answers */
          value: number | null
          /** The same in the previous period. */
          previous_value: number | null
          /** value less previous_value, both as shown. */
          change: number | null
          /** Change of the figure for the same prompts on the same engines in the same markets, with its 95% interval. Null with fewer than 5 such prompts, or if nothing varies */
          matched_change: ({
            value: number
            low: number | null
            high: number | null
          }) | null
          /** How likely a matched change at least as great is if nothing has changed: two-sided t-test over prompts and days. Null if not tested */
          p_value: number | null
          /** `up` and `down`: a real change, judged with the whole list (Benjamini and Hochberg; see meta.fdr); `no_detectable_change`; `not_comparable`: fewer than 5 prompts were asked of the same engine in the same market in both periods, or a period has no answers */
          verdict: "up" | "down" | "no_detectable_change" | "not_comparable"
        }) | null
        /** When its first citing answer in the period was executed */
        first_seen_at: string
        /** When its last citing answer in the period was executed */
        last_seen_at: string
      })[]
      meta: {
        brand_id: string
        period: Period
        /** Sites */
        total: number
        /** Answers counted: those that the filters leave */
        executions: number
        comparison?: {
          previous_period: Period
          /** Changes that were tested, on all pages */
          tested: number
          /** Share of the up and down verdicts that may be false */
          fdr: number
        }
      }
    }) | null
    /** What there was to do when the report was made: rows and meta of `list-opportunities` */
    opportunities: {
      data: Opportunity[]
    } | null
    /** Audits that ended within the period, or the last one before: rows and meta of `list-audits` */
    audits: {
      data: Audit[]
    } | null
    /** Technical issues that were open when the report was made, the worst first: rows and meta of `list-issues` */
    issues: {
      data: Issue[]
    } | null
    /** What was asked of engines, what came of it, and what it cost: rows and meta of `get-collection-coverage` */
    spending: {
      data: {
        engine?: string
        country?: string
        day?: string
        /** Questions that were to be asked */
        planned: number
        /** Answers that came */
        collected: number
        /** The engine was asked and showed no answer */
        none_shown: number
        /** Questions that have no answer and will have none */
        failed: number
        /** Questions that are still to be asked, or under way */
        pending: number
        /** Of what came, more than 60 minutes after its time */
        late: number
        /** Attempts whose answer was lost although the provider may have charged for it, in cost_usd at their most: after a kill, as many as were under way, which is at most the concurrency of each source */
        possibly_bought: number
        cost_usd: number
        /** Of those that failed, how many by reason, the most frequent first */
        reasons: {
          reason: string
          questions: number
        }[]
      }[]
      meta: {
        brand_id: string
        period: Period
        total: {
          /** Questions that were to be asked */
          planned: number
          /** Answers that came */
          collected: number
          /** The engine was asked and showed no answer */
          none_shown: number
          /** Questions that have no answer and will have none */
          failed: number
          /** Questions that are still to be asked, or under way */
          pending: number
          /** Of what came, more than 60 minutes after its time */
          late: number
          /** Attempts whose answer was lost although the provider may have charged for it, in cost_usd at their most: after a kill, as many as were under way, which is at most the concurrency of each source */
          possibly_bought: number
          cost_usd: number
          /** Of those that failed, how many by reason, the most frequent first */
          reasons: {
            reason: string
            questions: number
          }[]
        }
      }
    } | null
  }
  /** Parts that are null because their figures were computed wrongly */
  withdrawn: ({
    section: "figures" | "changes" | "engines" | "alerts" | "sources" | "opportunities" | "audits" | "issues" | "spending"
    /** `answers_deleted`: answers of the period or the comparison period are no longer stored; `being_recomputed`: computed by an older release and not yet again */
    reason: "answers_deleted" | "being_recomputed"
  })[]
  /** Parts that are null for want of a scope */
  unavailable: ("figures" | "changes" | "engines" | "alerts" | "sources" | "opportunities" | "audits" | "issues" | "spending")[]
}

export interface GetReportResponse {
  data: Report
  request_id: string
}

export interface CreateReportResponse {
  data: Report
  request_id: string
}

export interface ReportSettings {
  /** Whether a report is made of each week, from Monday to Sunday (UTC) */
  weekly: boolean
  /** Whether one is made of each month */
  monthly: boolean
  /** Which alerts are mailed as soon as they are raised */
  alerts: "none" | "falls" | "all"
  /** Members of the workspace whom reports and alerts are mailed to, while they reach the brand */
  person_ids: string[]
  /** Other e-mail addresses that they are mailed to; null to whoever may not choose them */
  addresses: string[] | null
  /** Whether this server sends mail (`SMTP_URL`) */
  can_mail: boolean
  /** Whether it has Chromium, which PDFs are made with */
  can_make_pdf: boolean
}

export interface GetReportSettingsResponse {
  data: ReportSettings
  request_id: string
}

export interface SetReportSettingsResponse {
  data: ReportSettings
  request_id: string
}

export interface Export {
  id: string
  kind: "answers" | "mentions" | "citations" | "visits"
  format: "parquet" | "ndjson" | "csv"
  period: Period
  /** What it is narrowed by, as it was asked for */
  filters: {
    topic_id?: string[]
    engine?: string[]
    country?: string[]
    tag_id?: string[]
    tag_match_mode?: string
    prompt_id?: string[]
    outcome?: string[]
    bot_category?: string[]
    crawler?: string[]
  }
  /** Of a completed one the file is there, until it expires */
  status: "waiting" | "working" | "completed" | "failed"
  /** Rows that the file holds, until now */
  rows: number
  /** Its size, until now */
  bytes: number
  /** Stored rows that were read for it, of all */
  progress: {
    done: number
    /** Null until it is known */
    total: number | null
  }
  /** What it is called where it is saved */
  file_name: string
  /** Why there is no file; null where nothing failed */
  problem: string | null
  created_at: string
  finished_at: string | null
  /** When the file is removed; null until it is there */
  expires_at: string | null
}

export interface CreateExportResponse {
  data: Export
  request_id: string
}

export interface ListExportsResponse {
  data: Export[]
  pagination: Pagination
  request_id: string
}

export interface GetExportResponse {
  data: Export
  request_id: string
}

export interface CreateExportLinkData {
  url: string
  expires_at: string
}

export interface CreateExportLinkResponse {
  data: CreateExportLinkData
  request_id: string
}

export interface DeleteExportData {
  deleted_export_id: string
}

export interface DeleteExportResponse {
  data: DeleteExportData
  request_id: string
}

export interface EventImportCompleted {
  type: "import.completed"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    of: "answers" | "visits" | "pages"
    /** New rows */
    imported: number
    /** Rows that were there already */
    duplicates: number
    /** Lines that did not fit */
    rejected: number
  }
}

export interface EventMemberAdded {
  type: "member.added"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    person_id: string
    role: "viewer" | "editor" | "admin" | "owner"
  }
}

export interface EventKeyExpiring {
  type: "key.expiring"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    key_id: string
    name: string
    last_four: string
    expires_at: string
  }
}

export interface EventDocumentReady {
  type: "document.ready"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    document_id: string
    title: string
    passages: number
  }
}

export interface EventCollectionRoundCompleted {
  type: "collection.round_completed"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    /** The engine’s slug */
    engine: string
    /** When its questions could be asked first */
    started_at: string
    questions: number
    answered: number
    /** The engine was asked and showed no answer */
    none_shown: number
    failed: number
    cost_usd: number
  }
}

export interface EventCollectionSourceFailed {
  type: "collection.source_failed"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    source_id: string
    name: string
    reason: string
  }
}

export interface EventBudgetReached {
  type: "budget.reached"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    /** Whose budget it is */
    of: "workspace" | "brand"
    /** Of UTC, as 2026-11 */
    month: string
    monthly_usd: number
  }
}

export interface EventAlertRaised {
  type: "alert.raised"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    alert_id: string
    /** The engine’s slug */
    engine: string
    country: string
    direction: "up" | "down"
    /** The likeliest first day of the change (UTC) */
    since: string
    /** Visibility in percent, for the same prompts before and since */
    before_pct: number
    /** Visibility in percent, for the same prompts before and since */
    after_pct: number
  }
}

export interface EventOpportunityOpened {
  type: "opportunity.opened"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    opportunity_id: string
    category: string
    kind: string
    title: string
    /** Answers of the last 30 days that it concerns */
    expected_reach: number
  }
}

export interface EventAuditCompleted {
  type: "audit.completed"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    audit_id: string
    domain: string
    pages_read: number
    /** Findings on pages that are open now */
    open_issues: number
    /** What was left out, or why nothing was read */
    problem: string | null
  }
}

export interface EventWebhookTested {
  type: "webhook.tested"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    webhook_id: string
  }
}

export interface EventReportMade {
  type: "report.made"
  /** When it happened */
  timestamp: string
  /** The place of the event among all that this webhook was ever sent: by one more each time */
  sequence: number
  workspace_id: string
  /** Null where it is of the workspace as a whole */
  brand: {
    id: string
    name: string
  } | null
  /** Where people see it */
  link: string
  data: {
    report_id: string
    /** What it is of, in words */
    title: string
    /** By which schedule it was made; once where somebody asked for it */
    rhythm: "week" | "month" | "once"
    start_date: string
    end_date: string
    /** How the brand’s visibility changed, in words */
    summary: string | null
  }
}

/** The workspace’s credit balance */
export interface GetCreditsInput {
  /** The brand’s id */
  brand_id: string
}

/** The identity behind the key: takes nothing */
export type GetMeInput = Record<string, never>

/** What each API key of the workspace has asked for, those with most requests first */
export interface GetUsageInput {
  /** Days looked back on, today included */
  days?: number | undefined
}

/** What the API keys of the workspace have asked for, day by day */
export interface GetUsageDaysInput {
  /** Days looked back on, today included */
  days?: number | undefined
}

/** The brands that the key may reach, newest first */
export interface ListBrandsInput {
  /** Rows per page; without it everything in one call */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Topics and their subtopics, newest first */
export interface ListTopicsInput {
  /** The brand’s id */
  brand_id: string
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** The tags of a brand’s prompts, newest first */
export interface ListTagsInput {
  /** The brand’s id */
  brand_id: string
  /** Rows per page; without it everything in one call */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Create a prompt */
export interface CreatePromptInput {
  /** The brand’s id */
  brand_id: string
  /** What is asked; a prompt is known by it within the brand */
  text: string
  /** Its topic; the root topic Unassigned where not given */
  topic_id?: string | undefined
  /** Its tags, all of them */
  tag_ids?: string[] | undefined
  /** Its alignment category */
  category_id?: string | undefined
  /** Markets that it is asked in */
  countries?: string[] | undefined
  is_active?: boolean | undefined
}

/** Change a prompt; what is not given stays */
export interface UpdatePromptInput {
  /** The brand’s id */
  brand_id: string
  /** The prompt’s id */
  prompt_id: string
  /** What is asked; a prompt is known by it within the brand */
  text?: string | undefined
  /** Its topic */
  topic_id?: string | undefined
  /** Its tags, all of them */
  tag_ids?: string[] | undefined
  /** Its alignment category */
  category_id?: string | undefined
  /** Markets that it is asked in */
  countries?: string[] | undefined
  is_active?: boolean | undefined
}

/** Delete a prompt for good; its answers stay and count in the brand’s totals */
export interface DeletePromptInput {
  /** The brand’s id */
  brand_id: string
  /** The prompt’s id */
  prompt_id: string
  /** Report without removing */
  dry_run?: boolean | undefined
}

/** Prompts with the brand’s figures over their answers, newest first */
export interface ListPromptsInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Only prompts that are asked, or only those that are not */
  is_active?: boolean | undefined
  /** What is to be shown of each besides */
  include?: ("trend" | "engines")[] | undefined
  /** Test each row’s change since the period before */
  compare_to_previous?: boolean | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** A prompt with the brand and its competitors ranked over its answers */
export interface GetPromptInput {
  /** The brand’s id */
  brand_id: string
  /** The prompt’s id */
  prompt_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
}

/** Prompts worth asking that the brand does not ask yet, those with the strongest evidence first */
export interface ListPromptSuggestionsInput {
  /** The brand’s id */
  brand_id: string
  /** Rows per page; without it everything in one call */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** The brand’s profile */
export interface GetProfileInput {
  /** The brand’s id */
  brand_id: string
}

/** Change the brand’s profile; what is not given stays, null clears */
export interface UpdateProfileInput {
  /** The brand’s id */
  brand_id: string
  /** Name of the brand; matched against answers */
  name?: string | undefined
  /** Other names to match on; null or [] clears */
  aliases?: string[] | null | undefined
  industry?: string | null | undefined
  short_description?: string | null | undefined
  description?: string | null | undefined
  primary_audience?: string | null | undefined
  main_market?: string | null | undefined
  /** null or [] clears */
  key_features?: string[] | null | undefined
}

/** Products, services and their categories, newest first */
export interface ListProductsInput {
  /** The brand’s id */
  brand_id: string
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Delete a product, service or category with everything inside it */
export interface DeleteProductInput {
  /** The brand’s id */
  brand_id: string
  /** The product’s id */
  product_id: string
}

/** What the brand says about itself: documents with their state and summary, newest first */
export interface ListKnowledgeDocumentsInput {
  /** The brand’s id */
  brand_id: string
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Passages of documents that answer a question, best first */
export interface SearchKnowledgeInput {
  /** The brand’s id */
  brand_id: string
  /** A question, or words */
  q: string
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** A document with its text */
export interface GetKnowledgeDocumentInput {
  /** The brand’s id */
  brand_id: string
  /** The document’s id */
  document_id: string
}

/** Read a document anew: extract, summarise, chunk and embed */
export interface ResyncKnowledgeDocumentInput {
  /** The brand’s id */
  brand_id: string
  /** The document’s id */
  document_id: string
}

/** Alignment categories with the number of their prompts, newest first */
export interface ListAlignmentCategoriesInput {
  /** The brand’s id */
  brand_id: string
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Delete alignment categories, all of those given or none */
export interface DeleteAlignmentCategoriesInput {
  /** The brand’s id */
  brand_id: string
  category_ids: string[]
  /** Delete the prompts of all of them as well */
  delete_prompts?: boolean | undefined
}

/** Prompts that are or were suggested, newest first */
export interface ListAlignmentSuggestionsInput {
  /** The brand’s id */
  brand_id: string
  /** @deprecated Use status */
  state?: "proposed" | "accepted" | "rejected" | "promoted" | undefined
  /** Only suggestions that are this */
  status?: "proposed" | "accepted" | "rejected" | "promoted" | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Edit proposed suggestions, all of those given or none */
export interface UpdateAlignmentSuggestionsInput {
  /** The brand’s id */
  brand_id: string
  /** suggestion_id with suggested_prompt, country_codes or both; each suggestion once */
  updates: {
    suggestion_id: string
    suggested_prompt?: string
    /** Markets that it is for */
    country_codes?: string[]
  }[]
}

/** Add a competitor */
export interface CreateCompetitorInput {
  /** The brand’s id */
  brand_id: string
  /** Matched against answers */
  name: string
  /** http or https, pointing at a domain */
  primary_url: string
  /** Other names to match on; those that differ by case alone are one, unless match_case_sensitive is true */
  aliases?: string[] | undefined
  relation?: "direct_competitor" | "indirect_competitor" | "partner" | undefined
  match_case_sensitive?: boolean | undefined
  match_require_domain?: boolean | undefined
}

/** Competitors, switched-off ones included, newest first */
export interface ListCompetitorsInput {
  /** The brand’s id */
  brand_id: string
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Brands that answers name and nobody has configured, the likeliest competitors first */
export interface ListCompetitorSuggestionsInput {
  /** The brand’s id */
  brand_id: string
  /** Only those that are one of these; open by default */
  state?: ("open" | "accepted" | "dismissed")[] | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Make a suggested brand a competitor, or dismiss it */
export interface UpdateCompetitorSuggestionInput {
  /** The brand’s id */
  brand_id: string
  /** The suggestion’s id */
  suggestion_id: string
  /** @deprecated Use status */
  state?: "accepted" | "dismissed" | undefined
  /** What it is to be; given here or as state */
  status?: "accepted" | "dismissed" | undefined
}

/** What was to be asked of engines and what came of it, by engine, market and day */
export interface GetCollectionCoverageInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC), by when a question was to be asked */
  start_date?: string | undefined
  /** Last day */
  end_date?: string | undefined
  /** Slugs of engines */
  engine?: string[] | undefined
  /** Markets */
  country?: string[] | undefined
  /** All three where not given */
  group_by?: ("engine" | "country" | "day")[] | undefined
  /** Rows per page; without it everything in one call */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Rounds in which engines were asked, newest first */
export interface ListCollectionRunsInput {
  /** The brand’s id */
  brand_id: string
  /** Slug of an engine */
  engine?: string | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** How many prompts, runs and days make visibility as sure as wanted, and what each further dollar buys */
export interface ListSampleSizesInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** What is wanted: to find a change between two equally long periods, or an interval of that half width with other prompts like these, or with exactly these */
  goal?: "change" | "prompts_like_these" | "these_prompts" | undefined
  /** The change or half width that is wanted, in percentage points */
  points?: number | undefined
  /** Days in which it is to be reached */
  days?: number | undefined
  /** The visibility to plan for; the brand’s own where not given, 50 where it has no answers */
  share_pct?: number | undefined
  /** Rows per page; without it everything in one call */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** AI search engines with answers about the brand’s prompts, most answers first, then those without */
export interface ListEnginesInput {
  /** The brand’s id */
  brand_id: string
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** The brand and its competitors, most visible first */
export interface ListCompetitorRankingsInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Also return the equally long period before, and deltas */
  compare_to_previous?: boolean | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** The brand and its top competitors on each AI search engine, engines with most answers first */
export interface ListEngineVisibilityInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Also return the equally long period before, and deltas */
  compare_to_previous?: boolean | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Competitors shown per engine */
  top_competitors?: number | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** The brand and its top competitors by topic or by market, those with most answers first */
export interface ListVisibilitySegmentsInput {
  /** The brand’s id */
  brand_id: string
  /** What the segments are: root topics, or countries */
  dimension: "topic" | "market"
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Also return the equally long period before, and deltas */
  compare_to_previous?: boolean | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** The four metrics of the brand over time by engine, topic, market or prompt, those with most answers first */
export interface ListSegmentTrendsInput {
  /** The brand’s id */
  brand_id: string
  /** What the lines are of: engines, root topics with everything beneath them, countries, or prompts */
  dimension: "engine" | "topic" | "market" | "prompt"
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Days, weeks from Monday, or calendar months (UTC) */
  interval?: "day" | "week" | "month" | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** The four metrics of the brand and of competitors over time, the brand first */
export interface ListVisibilityTrendInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Days, weeks from Monday, or calendar months (UTC) */
  interval?: "day" | "week" | "month" | undefined
  /** Active competitors to show; the 5 most visible of the period where not given */
  competitor_id?: string[] | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** How sure the figures of the brand and its competitors are, most visible first */
export interface ListVisibilityIntervalsInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** List what changed between two periods, whether the change is real, and what it comes from */
export interface ListVisibilityChangesInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** First day of the previous period. Defaults to 29 days before previous_end_date. */
  previous_start_date?: string | undefined
  /** Last day of the previous period, before start_date. Omit both to compare with the equally long period before start_date. */
  previous_end_date?: string | undefined
  /** List changes by engine, country or root topic. Omit to list all answers together. */
  dimension?: "engine" | "market" | "topic" | undefined
  /** The brand or an active competitor, alone; all of them where not given */
  entity_id?: string | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** What a figure is made of: numerator, denominator, filters and what was left out, most visible first */
export interface ExplainFigureInput {
  /** The brand’s id */
  brand_id: string
  /** Which figure is taken apart */
  figure: "visibility_pct" | "market_share_pct" | "sentiment_score" | "avg_rank"
  /** The brand or an active competitor, alone; all of them where not given */
  entity_id?: string | undefined
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Where the brand stands on each topic and subtopic: root topics by name, each with its subtopics */
export interface ListTopicScoreboardInput {
  /** The brand’s id */
  brand_id: string
  /** Days looked back on, today included */
  window_days?: number | undefined
  /** Rows per page; without it everything in one call */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Where the brand is named more or less often than before, each change once; the newest first */
export interface ListVisibilityAlertsInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Only those that are one of these */
  state?: ("open" | "acknowledged" | "closed")[] | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Acknowledge or close an alert, or open it again */
export interface UpdateVisibilityAlertInput {
  /** The brand’s id */
  brand_id: string
  /** The alert’s id */
  alert_id: string
  /** @deprecated Use status */
  state?: "open" | "acknowledged" | "closed" | undefined
  /** What it is to be; given here or as state */
  status?: "open" | "acknowledged" | "closed" | undefined
}

/** What people have written beside the brand’s figures, each about a day; the newest first */
export interface ListNotesInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Rows per page; without it everything in one call */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Where competitors are named and the brand is not: prompts, engines and cited sites */
export interface GetMentionGapsInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Prompts of the brand */
  prompt_id?: string[] | undefined
  /** Active competitors; all of them where not given */
  competitor_id?: string[] | undefined
  /** Most prompts, and most sites, to return. `meta` counts all that have a gap. */
  max_rows?: number | undefined
}

/** The answers that engines gave to the brand’s prompts, newest first */
export interface ListExecutionsInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Prompts of the brand */
  prompt_id?: string[] | undefined
  /** Text that the prompt or the answer holds, from 2 to 200 characters: as it stands, without wildcards, in any letter case, accents composed or not, i with or without its dot */
  search?: string | undefined
  /** What became of the questions; answered where not given */
  outcome?: ("answered" | "none_shown" | "failed" | "unreadable")[] | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** An answer with whom it names and what it cites */
export interface GetExecutionInput {
  /** The brand’s id */
  brand_id: string
  /** The execution’s id */
  execution_id: string
}

/** The pages that answers cite, most cited first */
export interface ListCitationsInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Prompts of the brand */
  prompt_id?: string[] | undefined
  /** Domains of the cited pages */
  domain?: string[] | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** The sites whose pages answers cite, those of most answers first */
export interface ListCitedDomainsInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Prompts of the brand */
  prompt_id?: string[] | undefined
  /** Test each row’s change since the period before */
  compare_to_previous?: boolean | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** How often answers cite pages over time: all of them, by site or by owner, those of most answers first */
export interface ListCitationTrendsInput {
  /** The brand’s id */
  brand_id: string
  /** What the lines are of: the cited sites, whose sites they are, or all citations together */
  dimension: "domain" | "owner" | "all"
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  /** Whether prompts with any or all of the tags are kept, or dropped */
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Days, weeks from Monday, or calendar months (UTC) */
  interval?: "day" | "week" | "month" | undefined
  /** Sites whose citations count; all where not given */
  domain?: string[] | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Pages that answers cite, that name competitors and not the brand, most worthwhile first */
export interface ListEarnedMentionsInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC) of citing answers; 29 days before end_date where only that is given */
  start_date?: string | undefined
  /** Last day (UTC) of citing answers; today where only start_date is given */
  end_date?: string | undefined
  /** Active competitors that a page must name at least */
  min_competitors?: number | undefined
  /** Topics of citing answers’ prompts, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Subtopics of citing answers’ prompts; root topics are refused */
  subtopic_id?: string[] | undefined
  /** By the score: high, medium or low */
  priority_bucket?: ("high" | "medium" | "low")[] | undefined
  /** Also pages on domains of active competitors */
  include_competitor_owned_domains?: boolean | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** What there is to do: content, technical and platform opportunities, those of the largest reach first */
export interface ListOpportunitiesInput {
  /** The brand’s id */
  brand_id: string
  /** Only of these categories */
  category?: ("content" | "technical" | "platform")[] | undefined
  /** @deprecated Use status */
  state?: ("open" | "done" | "dismissed")[] | undefined
  /** Only those that are one of these */
  status?: ("open" | "done" | "dismissed")[] | undefined
  /** Only of these topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Fetches of the brand’s site by AI bots, newest first */
export interface ListCrawlerVisitsInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Operator buckets */
  bot_category?: ("ai2" | "alibaba" | "amazon" | "anthropic" | "apple" | "baidu" | "brave" | "bytedance" | "cohere" | "common-crawl" | "deepseek" | "duckduckgo" | "google" | "huawei" | "meta" | "microsoft" | "mistral" | "moonshot" | "openai" | "other" | "perplexity" | "yandex" | "you" | "zhipu")[] | undefined
  /** Exact crawlers, as bot_name has them */
  crawler?: ("AI2Bot" | "AI2Bot-DeepResearchEval" | "AISearchBot" | "AIWebIndex" | "AddSearchBot" | "AgentTimes" | "Ai2Bot-Dolma" | "Amazon-Bedrock-AgentCore-Browser" | "AmazonBuyForMe" | "Amazonbot" | "Amzn-SearchBot" | "Amzn-User" | "Anchor Browser" | "Andibot" | "Anomura" | "ApifyBot" | "ApifyWebsiteContentCrawler" | "Applebot" | "Applebot-Extended" | "Aranet-SearchBot" | "Awario" | "AzureAI-SearchBot" | "Bravebot" | "Brightbot" | "BuddyBot" | "Bytespider" | "CCBot" | "Channel3Bot" | "ChatGLM-Spider" | "ChatGPT Agent" | "ChatGPT-User" | "Claude-Code" | "Claude-SearchBot" | "Claude-User" | "Claude-Web" | "ClaudeBot" | "Cloudflare-AutoRAG" | "Cotoyogi" | "CragCrawler" | "Crawl4AI" | "Crawlspace" | "Cursor" | "Datenbank Crawler" | "DeepSeekBot" | "Devin" | "Diffbot" | "DuckAssistBot" | "Echobot Bot" | "EchoboxBot" | "ExaBot" | "ExaSearchBot" | "ExteContextCrawl" | "FacebookBot" | "Factset_spyderbot" | "FirecrawlAgent" | "Flyriverbot" | "FriendlyCrawler" | "GPTBot" | "GeistHaus-PageFetcher" | "Gemini-Deep-Research" | "GitHubCopilotChat" | "Google-Agent" | "Google-CloudVertexBot" | "Google-Extended" | "Google-Firebase" | "Google-Gemini-CLI" | "Google-NotebookLM" | "Google-Pinpoint" | "GoogleAgent-Mariner" | "GoogleAgent-Search" | "GoogleAgent-URLContext" | "GoogleOther" | "GoogleOther-Image" | "GoogleOther-Video" | "HenkBot" | "ICC-Crawler" | "ISSCyberRiskCrawler" | "IbouBot" | "ImageMind" | "ImagesiftBot" | "Kagibot" | "Kangaroo Bot" | "Kimi-SearchBot" | "Kimi-User" | "KimiBot" | "KlaviyoAIBot" | "KunatoCrawler" | "LAIONDownloader" | "LCC" | "Lightpanda" | "LinerBot" | "Linguee Bot" | "LinkupBot" | "Manus-User" | "MistralAI-Index" | "MistralAI-User" | "ModelContextProtocol" | "Mozilla-Tabstack" | "MyCentralAIScraperBot" | "NagetBot" | "NovaAct" | "Novellum" | "OAI-AdsBot" | "OAI-SearchBot" | "OpenAI" | "Operator" | "PanguBot" | "Perplexity-User" | "PerplexityBot" | "PetalBot" | "PhindBot" | "Poggio-Citations" | "Poseidon Research Crawler" | "ProRataInc" | "QualifiedBot" | "Querit-SearchBot" | "QueritBot" | "QuillBot" | "Reflectionbot" | "SBIntuitionsBot" | "Scrapy" | "SemrushBot-OCOB" | "SemrushBot-SWA" | "Shap-User" | "ShapBot" | "Sidetrade indexer bot" | "Spawning-AI" | "Spider" | "TSM-turingos" | "TaraGroup Intelligent Bot" | "TavilyBot" | "TerraCotta" | "The Knowledge AI" | "Thinkbot" | "TikTokSpider" | "Timpibot" | "TongyiBot" | "TwinAgent" | "UseAI" | "VelenPublicWebCrawler" | "WARDBot" | "WRTNBot" | "Webzio-Extended" | "YaK" | "YandexAdditionalBot" | "YiyanBot" | "YouBot" | "ZanistaBot" | "aiHitBot" | "amazon-QBusiness" | "amazon-kendra" | "anthropic-ai" | "atlassian-bot" | "bedrockbot" | "bigsur.ai" | "cohere-ai" | "cohere-training-data-crawler" | "iAskBot" | "iaskspider" | "imageSpider" | "img2dataset" | "kagi-fetcher" | "laion-huggingface-processor" | "linkReader" | "meta-externalagent" | "meta-externalfetcher" | "meta-webindexer" | "netEstate Imprint Crawler" | "newsai" | "omgili" | "omgilibot" | "opencode" | "panscient.com" | "semantic-visions" | "webzio" | "wpbot")[] | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Visits of AI bots by bot, operator, day and page, compared with the period before */
export interface GetCrawlerSummaryInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Operator buckets */
  bot_category?: ("ai2" | "alibaba" | "amazon" | "anthropic" | "apple" | "baidu" | "brave" | "bytedance" | "cohere" | "common-crawl" | "deepseek" | "duckduckgo" | "google" | "huawei" | "meta" | "microsoft" | "mistral" | "moonshot" | "openai" | "other" | "perplexity" | "yandex" | "you" | "zhipu")[] | undefined
  /** Exact crawlers, as bot_name has them */
  crawler?: ("AI2Bot" | "AI2Bot-DeepResearchEval" | "AISearchBot" | "AIWebIndex" | "AddSearchBot" | "AgentTimes" | "Ai2Bot-Dolma" | "Amazon-Bedrock-AgentCore-Browser" | "AmazonBuyForMe" | "Amazonbot" | "Amzn-SearchBot" | "Amzn-User" | "Anchor Browser" | "Andibot" | "Anomura" | "ApifyBot" | "ApifyWebsiteContentCrawler" | "Applebot" | "Applebot-Extended" | "Aranet-SearchBot" | "Awario" | "AzureAI-SearchBot" | "Bravebot" | "Brightbot" | "BuddyBot" | "Bytespider" | "CCBot" | "Channel3Bot" | "ChatGLM-Spider" | "ChatGPT Agent" | "ChatGPT-User" | "Claude-Code" | "Claude-SearchBot" | "Claude-User" | "Claude-Web" | "ClaudeBot" | "Cloudflare-AutoRAG" | "Cotoyogi" | "CragCrawler" | "Crawl4AI" | "Crawlspace" | "Cursor" | "Datenbank Crawler" | "DeepSeekBot" | "Devin" | "Diffbot" | "DuckAssistBot" | "Echobot Bot" | "EchoboxBot" | "ExaBot" | "ExaSearchBot" | "ExteContextCrawl" | "FacebookBot" | "Factset_spyderbot" | "FirecrawlAgent" | "Flyriverbot" | "FriendlyCrawler" | "GPTBot" | "GeistHaus-PageFetcher" | "Gemini-Deep-Research" | "GitHubCopilotChat" | "Google-Agent" | "Google-CloudVertexBot" | "Google-Extended" | "Google-Firebase" | "Google-Gemini-CLI" | "Google-NotebookLM" | "Google-Pinpoint" | "GoogleAgent-Mariner" | "GoogleAgent-Search" | "GoogleAgent-URLContext" | "GoogleOther" | "GoogleOther-Image" | "GoogleOther-Video" | "HenkBot" | "ICC-Crawler" | "ISSCyberRiskCrawler" | "IbouBot" | "ImageMind" | "ImagesiftBot" | "Kagibot" | "Kangaroo Bot" | "Kimi-SearchBot" | "Kimi-User" | "KimiBot" | "KlaviyoAIBot" | "KunatoCrawler" | "LAIONDownloader" | "LCC" | "Lightpanda" | "LinerBot" | "Linguee Bot" | "LinkupBot" | "Manus-User" | "MistralAI-Index" | "MistralAI-User" | "ModelContextProtocol" | "Mozilla-Tabstack" | "MyCentralAIScraperBot" | "NagetBot" | "NovaAct" | "Novellum" | "OAI-AdsBot" | "OAI-SearchBot" | "OpenAI" | "Operator" | "PanguBot" | "Perplexity-User" | "PerplexityBot" | "PetalBot" | "PhindBot" | "Poggio-Citations" | "Poseidon Research Crawler" | "ProRataInc" | "QualifiedBot" | "Querit-SearchBot" | "QueritBot" | "QuillBot" | "Reflectionbot" | "SBIntuitionsBot" | "Scrapy" | "SemrushBot-OCOB" | "SemrushBot-SWA" | "Shap-User" | "ShapBot" | "Sidetrade indexer bot" | "Spawning-AI" | "Spider" | "TSM-turingos" | "TaraGroup Intelligent Bot" | "TavilyBot" | "TerraCotta" | "The Knowledge AI" | "Thinkbot" | "TikTokSpider" | "Timpibot" | "TongyiBot" | "TwinAgent" | "UseAI" | "VelenPublicWebCrawler" | "WARDBot" | "WRTNBot" | "Webzio-Extended" | "YaK" | "YandexAdditionalBot" | "YiyanBot" | "YouBot" | "ZanistaBot" | "aiHitBot" | "amazon-QBusiness" | "amazon-kendra" | "anthropic-ai" | "atlassian-bot" | "bedrockbot" | "bigsur.ai" | "cohere-ai" | "cohere-training-data-crawler" | "iAskBot" | "iaskspider" | "imageSpider" | "img2dataset" | "kagi-fetcher" | "laion-huggingface-processor" | "linkReader" | "meta-externalagent" | "meta-externalfetcher" | "meta-webindexer" | "netEstate Imprint Crawler" | "newsai" | "omgili" | "omgilibot" | "opencode" | "panscient.com" | "semantic-visions" | "webzio" | "wpbot")[] | undefined
}

/** Visits of each AI bot over time, bots with most visits first */
export interface GetCrawlerTrendInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Operator buckets */
  bot_category?: ("ai2" | "alibaba" | "amazon" | "anthropic" | "apple" | "baidu" | "brave" | "bytedance" | "cohere" | "common-crawl" | "deepseek" | "duckduckgo" | "google" | "huawei" | "meta" | "microsoft" | "mistral" | "moonshot" | "openai" | "other" | "perplexity" | "yandex" | "you" | "zhipu")[] | undefined
  /** Exact crawlers, as bot_name has them */
  crawler?: ("AI2Bot" | "AI2Bot-DeepResearchEval" | "AISearchBot" | "AIWebIndex" | "AddSearchBot" | "AgentTimes" | "Ai2Bot-Dolma" | "Amazon-Bedrock-AgentCore-Browser" | "AmazonBuyForMe" | "Amazonbot" | "Amzn-SearchBot" | "Amzn-User" | "Anchor Browser" | "Andibot" | "Anomura" | "ApifyBot" | "ApifyWebsiteContentCrawler" | "Applebot" | "Applebot-Extended" | "Aranet-SearchBot" | "Awario" | "AzureAI-SearchBot" | "Bravebot" | "Brightbot" | "BuddyBot" | "Bytespider" | "CCBot" | "Channel3Bot" | "ChatGLM-Spider" | "ChatGPT Agent" | "ChatGPT-User" | "Claude-Code" | "Claude-SearchBot" | "Claude-User" | "Claude-Web" | "ClaudeBot" | "Cloudflare-AutoRAG" | "Cotoyogi" | "CragCrawler" | "Crawl4AI" | "Crawlspace" | "Cursor" | "Datenbank Crawler" | "DeepSeekBot" | "Devin" | "Diffbot" | "DuckAssistBot" | "Echobot Bot" | "EchoboxBot" | "ExaBot" | "ExaSearchBot" | "ExteContextCrawl" | "FacebookBot" | "Factset_spyderbot" | "FirecrawlAgent" | "Flyriverbot" | "FriendlyCrawler" | "GPTBot" | "GeistHaus-PageFetcher" | "Gemini-Deep-Research" | "GitHubCopilotChat" | "Google-Agent" | "Google-CloudVertexBot" | "Google-Extended" | "Google-Firebase" | "Google-Gemini-CLI" | "Google-NotebookLM" | "Google-Pinpoint" | "GoogleAgent-Mariner" | "GoogleAgent-Search" | "GoogleAgent-URLContext" | "GoogleOther" | "GoogleOther-Image" | "GoogleOther-Video" | "HenkBot" | "ICC-Crawler" | "ISSCyberRiskCrawler" | "IbouBot" | "ImageMind" | "ImagesiftBot" | "Kagibot" | "Kangaroo Bot" | "Kimi-SearchBot" | "Kimi-User" | "KimiBot" | "KlaviyoAIBot" | "KunatoCrawler" | "LAIONDownloader" | "LCC" | "Lightpanda" | "LinerBot" | "Linguee Bot" | "LinkupBot" | "Manus-User" | "MistralAI-Index" | "MistralAI-User" | "ModelContextProtocol" | "Mozilla-Tabstack" | "MyCentralAIScraperBot" | "NagetBot" | "NovaAct" | "Novellum" | "OAI-AdsBot" | "OAI-SearchBot" | "OpenAI" | "Operator" | "PanguBot" | "Perplexity-User" | "PerplexityBot" | "PetalBot" | "PhindBot" | "Poggio-Citations" | "Poseidon Research Crawler" | "ProRataInc" | "QualifiedBot" | "Querit-SearchBot" | "QueritBot" | "QuillBot" | "Reflectionbot" | "SBIntuitionsBot" | "Scrapy" | "SemrushBot-OCOB" | "SemrushBot-SWA" | "Shap-User" | "ShapBot" | "Sidetrade indexer bot" | "Spawning-AI" | "Spider" | "TSM-turingos" | "TaraGroup Intelligent Bot" | "TavilyBot" | "TerraCotta" | "The Knowledge AI" | "Thinkbot" | "TikTokSpider" | "Timpibot" | "TongyiBot" | "TwinAgent" | "UseAI" | "VelenPublicWebCrawler" | "WARDBot" | "WRTNBot" | "Webzio-Extended" | "YaK" | "YandexAdditionalBot" | "YiyanBot" | "YouBot" | "ZanistaBot" | "aiHitBot" | "amazon-QBusiness" | "amazon-kendra" | "anthropic-ai" | "atlassian-bot" | "bedrockbot" | "bigsur.ai" | "cohere-ai" | "cohere-training-data-crawler" | "iAskBot" | "iaskspider" | "imageSpider" | "img2dataset" | "kagi-fetcher" | "laion-huggingface-processor" | "linkReader" | "meta-externalagent" | "meta-externalfetcher" | "meta-webindexer" | "netEstate Imprint Crawler" | "newsai" | "omgili" | "omgilibot" | "opencode" | "panscient.com" | "semantic-visions" | "webzio" | "wpbot")[] | undefined
  /** Days, weeks from Monday, or calendar months (UTC) */
  interval?: "day" | "week" | "month" | undefined
}

/** Pages of the brand’s site that AI bots read or answers cite, those with most of both first */
export interface ListWebsitePagesInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC), inclusive; 29 days before end_date where not given */
  start_date?: string | undefined
  /** Last day (UTC), inclusive; today where not given */
  end_date?: string | undefined
  /** Only pages that AI bots visited in the period, or only others */
  visited?: boolean | undefined
  /** Only pages that answers of the period cite, or only others */
  cited?: boolean | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Start an audit of the brand’s site: one at a time */
export interface StartAuditInput {
  /** The brand’s id */
  brand_id: string
  /** Whether links to other sites are tried as well */
  include_link_analysis?: boolean | undefined
}

/** Audits of the brand’s site, newest first */
export interface ListAuditsInput {
  /** The brand’s id */
  brand_id: string
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** How far an audit has come, or how it ended */
export interface GetAuditInput {
  /** The brand’s id */
  brand_id: string
  /** Of the audit, as starting it has given it */
  job_id: string
}

/** What has become of technical issues since an audit: new, gone and still there */
export interface GetAuditChangesInput {
  /** The brand’s id */
  brand_id: string
  /** The job’s id */
  job_id: string
}

/** How often the brand’s site is audited by itself, when next, and what became of the last turn */
export interface GetAuditScheduleInput {
  /** The brand’s id */
  brand_id: string
}

/** Have the brand’s site audited by itself every week or month, or never */
export interface SetAuditScheduleInput {
  /** The brand’s id */
  brand_id: string
  /** How often the site is audited by itself */
  every: "week" | "month" | "never"
  /** Whether links to other sites are tried as well; as it was where not given, at first true */
  include_link_analysis?: boolean | undefined
}

/** Technical issues of the brand’s site, each with how many pages have it, the worst first */
export interface ListIssuesInput {
  /** The brand’s id */
  brand_id: string
  /** Only issues of these categories */
  category?: ("status" | "redirects" | "indexability" | "ai_access" | "title" | "meta_description" | "headings" | "links" | "images" | "language" | "structured_data" | "content" | "security" | "speed" | "sitemaps" | "social" | "viewport" | "url")[] | undefined
  /** Only issues of these types */
  issue_type?: ("critical" | "error" | "warning" | "opportunity")[] | undefined
  /** Only issues of these severities */
  severity?: ("high" | "medium" | "low")[] | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** The pages that have a technical issue, newest-detected first */
export interface GetIssueInput {
  /** The brand’s id */
  brand_id: string
  /** Of the issue, as the list of issues has it */
  issue_id: string
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** Mark a page’s instance of a technical issue as resolved, or open it again */
export interface ResolveIssuePageInput {
  /** The brand’s id */
  brand_id: string
  /** Of a row of an issue’s pages */
  page_issue_id: string
  /** false opens it again */
  resolved?: boolean | undefined
}

/** Create a writing style */
export interface CreateWritingStyleInput {
  /** The brand’s id */
  brand_id: string
  surface: "content" | "social"
  /** Of a social style, which needs one; must be omitted for content */
  channel?: "reddit" | "linkedin" | undefined
  /** Unique in its scope, whatever the case */
  name: string
  /** presets, up to 50 custom_tones of 200 characters, a description of up to 5000 */
  tone_of_voice?: {
    presets?: ("Expert" | "Conversational" | "Confident" | "Educational" | "Bold" | "Empathetic" | "Direct" | "Approachable" | "Storytelling")[]
    custom_tones?: string[]
    description?: string
  } | undefined
  /** always_do and never_do, each up to 50 rules of 1000 characters */
  writing_rules?: {
    always_do?: string[]
    never_do?: string[]
  } | undefined
  /** Content styles only; sentence by default */
  heading_case_style?: "sentence" | "title" | undefined
  /** Content styles only */
  translation_formality?: "default" | "prefer_more" | "prefer_less" | undefined
  /** Content styles only */
  competitor_statistics_mode?: "ask" | "include" | "exclude" | undefined
  /** Content styles only; social ones use language_overrides.en */
  english_variant?: "us" | "uk" | undefined
  /** Social styles only; by ISO 639-1 code, each with formality, nuance (up to 1000 characters), always_do, never_do, english_variant */
  language_overrides?: Record<string, {
    formality?: ("default" | "prefer_more" | "prefer_less") | null
    nuance?: string | null
    always_do?: string[]
    never_do?: string[]
    english_variant?: ("us" | "uk") | null
  }> | undefined
  /** Make it the default of its scope, in place of another; the first style of a scope is it anyway */
  is_default?: boolean | undefined
}

/** The writing styles of a brand, by surface, channel and their place in it */
export interface ListWritingStylesInput {
  /** The brand’s id */
  brand_id: string
  /** Styles of this surface alone */
  surface?: "content" | "social" | undefined
  /** Styles of this social channel alone */
  channel?: "reddit" | "linkedin" | undefined
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** A writing style */
export interface GetWritingStyleInput {
  /** The brand’s id */
  brand_id: string
  /** The writing_style’s id */
  writing_style_id: string
}

/** Reports of the brand, weekly and monthly ones and those that somebody asked for; the newest first */
export interface ListReportsInput {
  /** The brand’s id */
  brand_id: string
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** A report as it was made: figures with intervals, changes, sources, audits and spending */
export interface GetReportInput {
  /** The brand’s id */
  brand_id: string
  /** The report’s id */
  report_id: string
}

/** Make a report of a period now */
export interface CreateReportInput {
  /** The brand’s id */
  brand_id: string
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC), inclusive. Defaults to yesterday. Today is a partial day: its figures still change. */
  end_date?: string | undefined
  /** Whether it is mailed to whom `set-report-settings` names, where the server sends mail, and webhooks are told, at most ten times in an hour: a key needs the scopes of all parts */
  send?: boolean | undefined
}

/** Which reports of the brand are made by themselves, and whom they and alerts are mailed to */
export interface GetReportSettingsInput {
  /** The brand’s id */
  brand_id: string
}

/** Say which reports of the brand are made by themselves, and whom they and alerts are mailed to */
export interface SetReportSettingsInput {
  /** The brand’s id */
  brand_id: string
  /** Whether a report is made of each week, from Monday to Sunday (UTC) */
  weekly?: boolean | undefined
  /** Whether one is made of each month */
  monthly?: boolean | undefined
  /** Which alerts are mailed as soon as they are raised */
  alerts?: "none" | "falls" | "all" | undefined
  /** Members of the workspace whom reports and alerts are mailed to, while they reach the brand */
  person_ids?: string[] | undefined
  /** Other e-mail addresses that they are mailed to; null to whoever may not choose them */
  addresses?: string[] | undefined
}

/** Have what was observed of the brand written into a file, in full */
export interface CreateExportInput {
  /** The brand’s id */
  brand_id: string
  /** What is exported */
  kind: "answers" | "mentions" | "citations" | "visits"
  /** What the file is */
  format?: "parquet" | "ndjson" | "csv" | undefined
  /** First day (UTC). Defaults to 29 days before end_date. */
  start_date?: string | undefined
  /** Last day (UTC). Defaults to today. */
  end_date?: string | undefined
  /** Topics, each with everything beneath it */
  topic_id?: string[] | undefined
  /** Slugs of AI search engines */
  engine?: string[] | undefined
  /** Execution country codes */
  country?: string[] | undefined
  /** Tags that prompts carry */
  tag_id?: string[] | undefined
  tag_match_mode?: "any" | "all" | "exclude_any" | "exclude_all" | undefined
  /** Prompts of the brand */
  prompt_id?: string[] | undefined
  /** What became of the questions; answered where not given */
  outcome?: ("answered" | "none_shown" | "failed" | "unreadable")[] | undefined
  /** Operator buckets */
  bot_category?: ("ai2" | "alibaba" | "amazon" | "anthropic" | "apple" | "baidu" | "brave" | "bytedance" | "cohere" | "common-crawl" | "deepseek" | "duckduckgo" | "google" | "huawei" | "meta" | "microsoft" | "mistral" | "moonshot" | "openai" | "other" | "perplexity" | "yandex" | "you" | "zhipu")[] | undefined
  /** Exact crawlers, as bot_name has them */
  crawler?: ("AI2Bot" | "AI2Bot-DeepResearchEval" | "AISearchBot" | "AIWebIndex" | "AddSearchBot" | "AgentTimes" | "Ai2Bot-Dolma" | "Amazon-Bedrock-AgentCore-Browser" | "AmazonBuyForMe" | "Amazonbot" | "Amzn-SearchBot" | "Amzn-User" | "Anchor Browser" | "Andibot" | "Anomura" | "ApifyBot" | "ApifyWebsiteContentCrawler" | "Applebot" | "Applebot-Extended" | "Aranet-SearchBot" | "Awario" | "AzureAI-SearchBot" | "Bravebot" | "Brightbot" | "BuddyBot" | "Bytespider" | "CCBot" | "Channel3Bot" | "ChatGLM-Spider" | "ChatGPT Agent" | "ChatGPT-User" | "Claude-Code" | "Claude-SearchBot" | "Claude-User" | "Claude-Web" | "ClaudeBot" | "Cloudflare-AutoRAG" | "Cotoyogi" | "CragCrawler" | "Crawl4AI" | "Crawlspace" | "Cursor" | "Datenbank Crawler" | "DeepSeekBot" | "Devin" | "Diffbot" | "DuckAssistBot" | "Echobot Bot" | "EchoboxBot" | "ExaBot" | "ExaSearchBot" | "ExteContextCrawl" | "FacebookBot" | "Factset_spyderbot" | "FirecrawlAgent" | "Flyriverbot" | "FriendlyCrawler" | "GPTBot" | "GeistHaus-PageFetcher" | "Gemini-Deep-Research" | "GitHubCopilotChat" | "Google-Agent" | "Google-CloudVertexBot" | "Google-Extended" | "Google-Firebase" | "Google-Gemini-CLI" | "Google-NotebookLM" | "Google-Pinpoint" | "GoogleAgent-Mariner" | "GoogleAgent-Search" | "GoogleAgent-URLContext" | "GoogleOther" | "GoogleOther-Image" | "GoogleOther-Video" | "HenkBot" | "ICC-Crawler" | "ISSCyberRiskCrawler" | "IbouBot" | "ImageMind" | "ImagesiftBot" | "Kagibot" | "Kangaroo Bot" | "Kimi-SearchBot" | "Kimi-User" | "KimiBot" | "KlaviyoAIBot" | "KunatoCrawler" | "LAIONDownloader" | "LCC" | "Lightpanda" | "LinerBot" | "Linguee Bot" | "LinkupBot" | "Manus-User" | "MistralAI-Index" | "MistralAI-User" | "ModelContextProtocol" | "Mozilla-Tabstack" | "MyCentralAIScraperBot" | "NagetBot" | "NovaAct" | "Novellum" | "OAI-AdsBot" | "OAI-SearchBot" | "OpenAI" | "Operator" | "PanguBot" | "Perplexity-User" | "PerplexityBot" | "PetalBot" | "PhindBot" | "Poggio-Citations" | "Poseidon Research Crawler" | "ProRataInc" | "QualifiedBot" | "Querit-SearchBot" | "QueritBot" | "QuillBot" | "Reflectionbot" | "SBIntuitionsBot" | "Scrapy" | "SemrushBot-OCOB" | "SemrushBot-SWA" | "Shap-User" | "ShapBot" | "Sidetrade indexer bot" | "Spawning-AI" | "Spider" | "TSM-turingos" | "TaraGroup Intelligent Bot" | "TavilyBot" | "TerraCotta" | "The Knowledge AI" | "Thinkbot" | "TikTokSpider" | "Timpibot" | "TongyiBot" | "TwinAgent" | "UseAI" | "VelenPublicWebCrawler" | "WARDBot" | "WRTNBot" | "Webzio-Extended" | "YaK" | "YandexAdditionalBot" | "YiyanBot" | "YouBot" | "ZanistaBot" | "aiHitBot" | "amazon-QBusiness" | "amazon-kendra" | "anthropic-ai" | "atlassian-bot" | "bedrockbot" | "bigsur.ai" | "cohere-ai" | "cohere-training-data-crawler" | "iAskBot" | "iaskspider" | "imageSpider" | "img2dataset" | "kagi-fetcher" | "laion-huggingface-processor" | "linkReader" | "meta-externalagent" | "meta-externalfetcher" | "meta-webindexer" | "netEstate Imprint Crawler" | "newsai" | "omgili" | "omgilibot" | "opencode" | "panscient.com" | "semantic-visions" | "webzio" | "wpbot")[] | undefined
}

/** Exports of the brand, newest first */
export interface ListExportsInput {
  /** The brand’s id */
  brand_id: string
  /** Rows per page, 20 by default */
  limit?: number | undefined
  /** next_cursor of the page before */
  cursor?: string | undefined
}

/** How far an export is */
export interface GetExportInput {
  /** The brand’s id */
  brand_id: string
  /** The export’s id */
  export_id: string
}

/** Make a link to the file of an export, which opens it without a key for 15 minutes */
export interface CreateExportLinkInput {
  /** The brand’s id */
  brand_id: string
  /** The export’s id */
  export_id: string
}

/** Delete an export with its file; one that is being written is given up */
export interface DeleteExportInput {
  /** The brand’s id */
  brand_id: string
  /** The export’s id */
  export_id: string
}
