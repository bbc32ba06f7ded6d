// The metrics a second time, in the plainest way: loops over objects in memory, exact fractions. Shares nothing with
// the program, so that an error in one of the two shows as a difference.

export interface ReferenceBrand {
  id: string
  /** The brand, then its active competitors in the order of their creation. */
  entities: ReferenceEntity[]
  topics: ReferenceTopic[]
  answers: ReferenceAnswer[]
  /** Questions that brought none. */
  unanswered: ReferenceUnanswered[]
  /** What collection was to ask, whatever came of it; `answers` are not made of it. */
  planned: ReferencePlanned[]
}

export interface ReferenceTopic {
  id: string
  name: string
  parentId: string | null
}

export interface ReferenceEntity {
  id: string
  name: string
  isOurBrand: boolean
}

/** What filters look at. */
export interface ReferenceQuestion {
  /** The day in UTC, as 2026-01-31. */
  day: string
  engine: string
  country: string
  /** Undefined where it was deleted. */
  prompt: ReferencePrompt | undefined
}

export interface ReferenceUnanswered extends ReferenceQuestion {
  outcome: string
}

export interface ReferencePlanned extends ReferenceQuestion {
  /** When it was to be asked. */
  at: number
  hasCome: boolean
}

export interface ReferenceAnswer extends ReferenceQuestion {
  /** The text of its prompt, also where that was deleted. */
  asked: string
  mentions: ReferenceMention[]
  /** Pages that it cites, each once. */
  pages: string[]
}

export interface ReferencePrompt {
  id: string
  text: string
  topicId: string
  tagIds: string[]
}

export interface ReferenceMention {
  entityId: string
  count: number
  /** Where it is named first; smaller is earlier, whatever the unit. */
  first: number
  /** Hundredths of points. */
  sentiment: number
}

export interface ReferenceRequest {
  start_date?: string | undefined
  end_date?: string | undefined
  compare_to_previous?: boolean | undefined
  topic_id?: string[] | undefined
  engine?: string[] | undefined
  country?: string[] | undefined
  tag_id?: string[] | undefined
  tag_match_mode?: 'any' | 'all' | 'exclude_any' | 'exclude_all' | undefined
  top_competitors?: number | undefined
  dimension?: string | undefined
  interval?: 'day' | 'week' | 'month' | undefined
  competitor_id?: string[] | undefined
  window_days?: number | undefined
}

export interface ReferencePeriod {
  start_date: string
  end_date: string
}
