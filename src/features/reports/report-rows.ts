import type { SectionName } from './report-content.ts'
import type { Metric } from './report-words.ts'

/* What is drawn of the rows of a report, as their operations show them. A field that an older report lacks is a dash. */

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

export interface ChangeRow extends Entity {
  segment: string | null
  visibility_pct: number | null
  previous_visibility_pct: number | null
  change: number | null
  matched_change: { value: number; low: number | null; high: number | null } | null
  verdict: string
  explained: Record<string, number> | null
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
  opportunities: { title: string; expected_reach: number }
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
  figures: { answers: number; prompts: number; days: number; confidence: number; clustered_by: string }
  spending: { total: Counted }
}

export interface Part<N extends SectionName> {
  data: readonly Rows[N][]
  meta: N extends keyof Metas ? Metas[N] : unknown
}

/** A part of a shown report; undefined where there is none. */
export const partOf = <N extends SectionName>(
  { sections }: { sections: Record<string, unknown> },
  name: N,
): Part<N> | undefined => (sections[name] ?? undefined) as Part<N> | undefined

export const isOurs = ({ is_our_brand }: { is_our_brand: boolean }) => is_our_brand
