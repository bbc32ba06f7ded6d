import { roundedParts } from '../../lib/statistics/multiplicity.ts'

export const verdicts = ['up', 'down', 'no_detectable_change', 'not_comparable'] as const
export type Verdict = (typeof verdicts)[number]

/** A change in percentage points with what it is made of, unrounded. */
export interface ToldChange {
  change: number
  verdict: Verdict
  /** The same prompts at the same engines, with those at engines whose served model differs. */
  same: number
  /** The part of it at engines whose served model differs. */
  modelChange: number
  /** Prompts that were added or removed. */
  prompts: number
  runCounts: number
  engineMix: number
  outage: number
  /** Names of engines that served another model. */
  otherModels: readonly string[]
  /** The engine with most missing runs, where any are. */
  missing: MissingRuns | undefined
}

export interface MissingRuns {
  engine: string
  /** Of those that were planned, from 0 to 1. */
  share: number
  /** In the period before, and not in the period itself. */
  isBefore: boolean
}

const verdictWords: Record<Verdict, string> = {
  up: 'a rise beyond chance',
  down: 'a fall beyond chance',
  no_detectable_change: 'no detectable change',
  not_comparable: 'too few prompts to tell whether that is chance',
}

const points = (value: number) => Math.abs(value).toFixed(1)
const signed = (value: number) => `${value < 0 ? '−' : '+'}${points(value)}`

/** Tells a change in words: what of it comes from what was asked, and what is left where the same was asked of the same. */
export function changeSentence(told: ToldChange): string {
  const change = Math.round(told.change * 10) / 10
  const { prompts, runCounts, engineMix, outage, same } = told
  const [rounded, rest] = splitLast(roundedParts([prompts, runCounts, engineMix, outage, same], change, 1))
  const reasons = [
    'the set of prompts changed',
    'some prompts were asked more often than others before',
    'engines had other shares of the answers',
    missingWords(told.missing),
  ]
  const causes = reasons
    .map((reason, index) => ({ reason, value: rounded[index] as number }))
    .filter(({ value }) => value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
  return [headOf(change), causeWords(change, causes), sameWords(rest, told)].filter(Boolean).join(' ')
}

const splitLast = (values: readonly number[]) => [values.slice(0, -1), values.at(-1) ?? 0] as const

function headOf(change: number): string {
  if (change === 0) return 'Visibility moved by less than 0.1 points.'
  const unit = points(change) === '1.0' ? 'point' : 'points'
  return `Visibility ${change < 0 ? 'fell' : 'rose'} ${points(change)} ${unit}.`
}

/** What goes the way of the change is a part of it; what does not is shown with its sign. */
function causeWords(change: number, causes: readonly { reason: string; value: number }[]): string {
  const told = causes.map(({ reason, value }, index) => {
    const isWith = change !== 0 && value < 0 === change < 0
    const amount = isWith ? `${points(value)}${index === 0 ? ' of it' : ''}` : signed(value)
    return `${amount} because ${reason}`
  })
  return told.length === 0 ? '' : `${told.join(', ')}.`
}

function sameWords(same: number, { verdict, modelChange, otherModels }: ToldChange): string {
  const words = `Where the same prompt was asked of the same engine in both periods: ${signed(same)}, ${verdictWords[verdict]}.`
  if (points(modelChange) === '0.0') return words
  return `${words} ${signed(modelChange)} of it coincides with another model of ${otherModels.join(' and ')}.`
}

const fractions: readonly [number, string][] = [
  [1 / 4, 'a quarter'],
  [1 / 3, 'a third'],
  [1 / 2, 'half'],
  [2 / 3, 'two thirds'],
  [3 / 4, 'three quarters'],
  [1, 'all'],
]

function missingWords(missing: MissingRuns | undefined): string {
  if (missing === undefined) return 'runs came in other proportions than planned'
  const { engine, share, isBefore } = missing
  const known = fractions.find(([value]) => Math.abs(value - share) < 0.03)
  const amount = known === undefined ? `${Math.round(100 * share)} %` : known[1]
  return `${amount} of ${engine}’s runs ${isBefore ? 'were missing before' : 'are missing'}`
}
