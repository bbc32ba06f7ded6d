import type { Counts } from './count-answers.ts'

/** The brand or an active competitor. */
export interface Entity {
  number: number
  id: string
  name: string
  isOurBrand: boolean
  /** False until the history is read for it; its figures are unknown then, not zero. */
  isRead: boolean
}

/** The metrics of one entity, unrounded. Null without data. */
export interface Figures {
  /** 100 × answers that mention it / all answers. */
  visibility: number | null
  /** 100 × its mentions / mentions of all active entities. */
  marketShare: number | null
  /** Mean over answers that judge it, from 0 to 100 (50 is neutral). */
  sentiment: number | null
  /** Mean rank of its first mention among the active entities, over answers that mention it. */
  averageRank: number | null
  /** 100 × answers that recommend it / answers that mention it with a known stance. */
  recommended: number | null
  /** Answers that mention it with a known stance. */
  stanceAnswers: number | null
}

/** The figures that are fractions. */
export type Metric = Exclude<keyof Figures, 'stanceAnswers'>

export interface Ranked extends Figures {
  entity: Entity
  /** 1 is most visible. */
  rank: number
}

const unknown: Figures = {
  ...{ visibility: null, marketShare: null, sentiment: null, averageRank: null },
  ...{ recommended: null, stanceAnswers: null },
}

/**
 * Ranks entities by visibility, then share of voice, average position (smaller first), name and id. This is
 * the only definition of the metrics.
 */
export function rankEntities(entities: readonly Entity[], counts: Counts): Ranked[] {
  const rows = figuresOf(entities, counts).map((row) => ({ ...row, rank: 0 }))
  rows.sort(inOrder)
  rows.forEach((row, index) => {
    row.rank = index + 1
  })
  return rows
}

/** The metrics of entities, in the given order. */
export function figuresOf(entities: readonly Entity[], counts: Counts): (Figures & { entity: Entity })[] {
  const allMentions = mentionsOf(entities, counts)
  return entities.map((entity) => ({ entity, ...figures(entity, counts, allMentions) }))
}

export const mentionsOf = (entities: readonly Entity[], counts: Counts): number =>
  entities.reduce((sum, { number }) => sum + (counts.entities.get(number)?.mentions ?? 0), 0)

function figures(entity: Entity, counts: Counts, allMentions: number): Figures {
  if (!entity.isRead) return unknown
  const fractions = fractionsOf(entity, counts, allMentions)
  const of = (figure: Metric) => figureOf(figure, fractions[figure])
  return {
    visibility: of('visibility'),
    marketShare: of('marketShare'),
    sentiment: of('sentiment'),
    averageRank: of('averageRank'),
    recommended: of('recommended'),
    stanceAnswers: fractions.recommended.denominator,
  }
}

/** Numerator and denominator as integers. Sentiments are in hundredths of points. */
export interface Fraction {
  numerator: number
  denominator: number
}

export function fractionsOf(
  entity: Entity,
  { executions, entities }: Counts,
  allMentions: number,
): Record<Metric, Fraction> {
  const counts = entities.get(entity.number)
  const answers = counts?.answers ?? 0
  return {
    visibility: { numerator: answers, denominator: executions },
    marketShare: { numerator: counts?.mentions ?? 0, denominator: allMentions },
    sentiment: { numerator: counts?.sentimentSum ?? 0, denominator: counts?.judged ?? 0 },
    averageRank: { numerator: counts?.rankSum ?? 0, denominator: answers },
    recommended: { numerator: counts?.recommended ?? 0, denominator: counts?.stances ?? 0 },
  }
}

/** A figure in its own unit. Null if the denominator is 0. */
export function figureOf(figure: Metric, { numerator, denominator }: Fraction): number | null {
  if (denominator === 0) return null
  if (figure === 'averageRank') return numerator / denominator
  return figure === 'sentiment' ? numerator / denominator / 100 : (100 * numerator) / denominator
}

/** Whether any answer mentions the entity. False if unknown. */
export const isNamed = (row: Figures) => (row.visibility ?? 0) > 0

function inOrder(a: Ranked, b: Ranked): number {
  return (
    (b.visibility ?? -1) - (a.visibility ?? -1) ||
    (b.marketShare ?? -1) - (a.marketShare ?? -1) ||
    compare(a.averageRank ?? Number.MAX_VALUE, b.averageRank ?? Number.MAX_VALUE) ||
    compare(a.entity.name, b.entity.name) ||
    compare(a.entity.id, b.entity.id)
  )
}

/** Orders numbers, or strings by code unit, independent of the locale. */
export const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

/** Rounds to 2 decimals for display, halves away from zero. */
export function rounded(value: number): number
export function rounded(value: number | null): number | null
export function rounded(value: number | null): number | null {
  if (value === null) return null
  // The factor corrects binary rounding: 1.005 is stored as 1.00499….
  const result = Math.round(Math.abs(value) * 100 * (1 + Number.EPSILON)) / 100
  return value < 0 && result !== 0 ? -result : result
}

/** The difference of two figures as shown: rounds each first. */
export function shownChange(now: number, before: number): number
export function shownChange(now: number | null, before: number | null): number | null
export function shownChange(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : rounded(rounded(now) - rounded(before))
}
