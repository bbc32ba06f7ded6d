// The metrics computed independently in the plainest way: loops over objects in memory, exact fractions.
// Shares no code with the program, so that an error in either one shows as a difference.

export interface ReferenceBrand {
  id: string
  /** The brand, then its active competitors by creation time. */
  entities: ReferenceEntity[]
  topics: ReferenceTopic[]
  answers: ReferenceAnswer[]
  /** Slots without an answer. */
  unanswered: ReferenceUnanswered[]
  /** Planned answers of collection, whatever their outcome; independent of `answers`. */
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

/** The fields that filters read. */
export interface ReferenceQuestion {
  /** The day in UTC, such as 2026-01-31. */
  day: string
  engine: string
  country: string
  /** Undefined if it was deleted. */
  prompt: ReferencePrompt | undefined
}

export interface ReferenceUnanswered extends ReferenceQuestion {
  outcome: string
}

export interface ReferencePlanned extends ReferenceQuestion {
  /** When it was due. */
  at: number
  hasCome: boolean
}

export interface ReferenceAnswer extends ReferenceQuestion {
  /** The text of its prompt, even if that was deleted. */
  asked: string
  mentions: ReferenceMention[]
  /** Cited pages, without duplicates. */
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
  /** Position of the first mention; smaller is earlier, in any unit. */
  first: number
  /** Hundredths of points. Null if no sentence judges the entity. */
  sentiment: number | null
  stance: string
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
