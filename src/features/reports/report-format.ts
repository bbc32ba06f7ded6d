import type { Withdrawal } from './report-content.ts'
import type { Driver, Metric, Tested } from './report-rows.ts'
import texts from './texts.json' with { type: 'json' }

/* Formats figures of a report for English readers. Unknown values are a dash, never zero. */

export type NameEngine = (slug: string) => string

export const unknown = '–'

const decimals = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const [whole, tenths] = [decimals(0), decimals(1)]
const usd = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

type Figure = number | null | undefined

export const count = (value: Figure) => (value == null ? unknown : whole.format(value))

/** `1 answer`, `12 answers` */
export const counted = (value: number, noun: string) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`
export const percent = (value: Figure) => (value == null ? unknown : `${tenths.format(value)}%`)
export const dollars = (value: Figure) => (value == null ? unknown : usd.format(value))
export const decimal = (value: Figure) => (value == null ? unknown : tenths.format(value))
export const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${tenths.format(Math.abs(value))}`

const tenth = (value: number) => Math.round(value * 10) / 10

/** The difference of two displayed figures. Null if one is missing. */
export const shownDifference = (value: Figure, previous: Figure): number | null =>
  value == null || previous == null ? null : tenth(tenth(value) - tenth(previous))

/** The parts of a change, in the order of the API. */
export const { changeParts } = texts
const verdictWords: Readonly<Record<string, string>> = texts.verdicts
const reasons: Readonly<Record<string, string>> = texts.reasons
const sectionTitles: Readonly<Record<string, string>> = texts.sectionTitles
const withdrawals: Readonly<Record<Withdrawal['reason'], string>> = texts.withdrawals

/** A displayed change. Has a direction only if it was tested and is real. */
export interface ShownChange {
  words: string
  direction: 'up' | 'down' | null
  isGood: boolean
}

/** The difference of the displayed figures. A real change has an arrow, unless other causes outweigh it. */
export function shownChange({ value, previous_value, verdict }: Tested, metric: Metric): ShownChange {
  const change = shownDifference(value, previous_value)
  const none = { direction: null, isGood: false }
  if (change === null) return { words: previous_value === null ? 'no earlier data' : unknown, ...none }
  const amount = `${signed(change)}${metrics[metric].unit}`
  if (verdict in verdictWords) return { words: `${amount}, ${verdictWords[verdict]}`, ...none }
  if ((verdict === 'up') !== change > 0 || change === 0) return { words: amount, ...none }
  const direction = change > 0 ? 'up' : 'down'
  const isGood = (direction === 'up') === (metric !== 'avg_rank')
  return { words: `${direction === 'up' ? '▲' : '▼'} ${amount}`, direction, isGood }
}

/** The four figures and their formats. */
export const metrics = {
  visibility_pct: { name: 'Visibility', about: 'of answers mention it', unit: ' points', format: percent },
  market_share_pct: { name: 'Share of voice', about: 'of all mentions', unit: ' points', format: percent },
  sentiment_score: { name: 'Sentiment', about: '0 to 100, 50 is neutral', unit: ' points', format: decimal },
  avg_rank: {
    name: 'Average position',
    about: 'in answers that mention it, 1 is first',
    unit: '',
    format: decimal,
  },
} as const satisfies Record<Metric, object>

/** `Perplexity (engine): +7.0 points` */
export const driverWords = ({ kind, name, points }: Driver): string => `${name} (${kind}): ${signed(points)} points`

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
export const market = (code: string) => regions.of(code) ?? code

export const describeReason = (reason: string) => reasons[reason] ?? reason

const experimentVerdicts: Readonly<Record<string, string>> = texts.experimentVerdicts

export const experimentVerdict = (verdict: string) => experimentVerdicts[verdict] ?? verdict

/** Checks of an experiment that make its design doubtful. */
export const warningsOf = (checks: readonly { status: string; text: string }[]) =>
  checks.flatMap(({ status, text }) => (status === 'warning' ? [text] : []))

/** What visits of people mean everywhere. */
export const { floorWords } = texts

/** A note for a list that is possibly truncated. */
export const cutWords = (rows: number, limit: number): string =>
  rows < limit ? '' : `At most ${count(limit)} are listed here. The console lists all of them.`

/** Why sections are missing: one sentence per reason. */
export const withdrawalWords = (withdrawn: readonly Withdrawal[]): string[] =>
  Object.entries(withdrawals).flatMap(([reason, words]) => {
    const titles = withdrawn.filter((one) => one.reason === reason).map(({ section }) => sectionTitles[section])
    return titles.length === 0 ? [] : [`${words}: ${titles.join(', ')}.`]
  })
