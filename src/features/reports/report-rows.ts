import type { Period } from '../visibility/index.ts'
import type { SectionName } from './report-content.ts'

/* The fields of report rows that are rendered. A field that an older report lacks shows as a dash. */

export type Metric = 'visibility_pct' | 'market_share_pct' | 'sentiment_score' | 'avg_rank'

interface Interval {
  low: number
  high: number
}

export interface Estimate {
  value: number | null
  prompts_like_these: Interval | null
  these_prompts: Interval | null
  reason: string | null
}

interface Entity {
  id: string
  name: string
  is_our_brand: boolean
}

export type FigureRow = Entity & Record<Metric, Estimate>

/** A change of a figure with its verdict. Positive if the number increased. */
export interface Tested {
  value: number | null
  previous_value: number | null
  verdict: string
}

export interface Driver {
  kind: string
  name: string
  points: number
}

/** Reports of older releases lack the optional fields. */
export interface ChangeRow extends Entity {
  segment: string | null
  visibility_pct: number | null
  previous_visibility_pct: number | null
  change: number | null
  verdict: string
  explained: Record<string, number> | null
  figures?: Record<Exclude<Metric, 'visibility_pct'>, Tested> | null
  drivers?: readonly Driver[]
  headline?: string | null
  cause?: string | null
  summary: string | null
}

interface Rows {
  figures: FigureRow
  changes: ChangeRow
  engines: ChangeRow
  alerts: { engine: string; country: string; direction: string; summary: string; raised_at: string }
  sources: {
    domain: string
    share_of_answers_pct: number
    answer_count: number
    owner: { type: string; name: string | null }
  }
  traffic: { engine: string; visits: number; previous_visits: number; paid_visits: number }
  goals: { name: string; visits: number; rate_pct: number | null; rate_low: number | null; rate_high: number | null }
  experiments: {
    name: string
    ended_on: string
    verdict: string
    headline: string
    effect: { value: number; low: number; high: number } | null
    checks: readonly { status: string; text: string }[]
  }
  opportunities: { title: string; expected_reach: number; due_on?: string | null }
  audits: {
    domain: string
    status: string
    pages_done: number
    ended_at: string | null
    problem: string | null
  }
  issues: { name: string | null; severity: string; affected_pages: number }
  spending: { engine?: string } & Counted
}

export interface Counted {
  planned: number
  collected: number
  failed: number
  cost_usd: number
}

interface Metas {
  figures: {
    answers: number
    prompts: number
    days: number
    confidence: number
    /** Missing in reports of older releases. */
    speaks_of?: 'prompts_like_these' | 'these_topics' | 'topics_like_these'
  }
  traffic: { previous_period: Period }
  goals: { visits: number }
  spending: { total: Counted }
}

export interface Part<N extends SectionName> {
  data: readonly Rows[N][]
  meta: N extends keyof Metas ? Metas[N] : unknown
}

/** A section of a report. Undefined if missing. */
export const partOf = <N extends SectionName>(
  { sections }: { sections: Record<string, unknown> },
  name: N,
): Part<N> | undefined => (sections[name] ?? undefined) as Part<N> | undefined

export const isOurs = ({ is_our_brand }: { is_our_brand: boolean }) => is_our_brand

export const visibilityChange = (row: ChangeRow): Tested => ({
  value: row.visibility_pct,
  previous_value: row.previous_visibility_pct,
  verdict: row.verdict,
})

/** The change of one of the four figures; undefined if the report has none. */
export const testedChange = (row: ChangeRow | undefined, metric: Metric): Tested | undefined =>
  metric === 'visibility_pct' ? row && visibilityChange(row) : row?.figures?.[metric]

export const ownChange = (report: { sections: Record<string, unknown> }): ChangeRow | undefined =>
  partOf(report, 'changes')?.data.find(isOurs)
