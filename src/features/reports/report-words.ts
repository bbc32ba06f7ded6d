/* Figures of a report in words, for people who read English. What is unknown is a dash, never a zero. */

/** Names an engine by its slug. */
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
export const percent = (value: Figure) => (value == null ? unknown : `${tenths.format(value)} %`)
export const dollars = (value: Figure) => (value == null ? unknown : usd.format(value))
export const decimal = (value: Figure) => (value == null ? unknown : tenths.format(value))
export const signed = (value: number) =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${tenths.format(Math.abs(value))}`

/** The four figures, as they are shown. */
export const metrics = {
  visibility_pct: { name: 'Visibility', about: 'answers that name it', format: percent },
  market_share_pct: { name: 'Market share', about: 'of all mentions', format: percent },
  sentiment_score: { name: 'Sentiment', about: '0 to 100, 50 is neutral', format: decimal },
  avg_rank: { name: 'Place', about: 'where it is named, 1 is first', format: decimal },
} as const

export type Metric = keyof typeof metrics

/** What a change is made of, in the order of the API. */
export const changeParts = {
  real: 'other answers to the same prompts',
  model_change: 'another model',
  prompts_added: 'prompts added',
  prompts_removed: 'prompts removed',
  run_counts: 'prompts asked more or less often',
  engine_mix: 'another mix of engines',
  outage: 'answers that did not come',
} as const

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
export const market = (code: string) => regions.of(code) ?? code

const reasons: Readonly<Record<string, string>> = {
  few_prompts: 'too few prompts, or too alike, to tell',
  one_prompt: 'one prompt alone',
  one_day: 'one day alone',
  not_named: 'nothing to count',
  short_history: 'fewer than 14 days before the period show how days swing',
  being_read: 'its history was being read',
}

export const reasonWords = (reason: string) => reasons[reason] ?? reason
