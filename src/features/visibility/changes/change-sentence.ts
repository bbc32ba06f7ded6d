import type { ChangeParts } from '../../../lib/statistics/explained-change.ts'
import type { MatchedChange } from '../../../lib/statistics/matched-change.ts'
import { roundToTotal } from '../../../lib/statistics/multiplicity.ts'
import { rounded } from '../metrics.ts'
import type { EntityChange, MissingRuns, Verdict } from './read-changes.ts'
import type { NamedDriver } from './read-drivers.ts'

const verdictWords: Record<Verdict, string> = {
  up: 'a real rise',
  down: 'a real fall',
  no_detectable_change: 'no clear change',
  not_comparable: 'too few prompts to test',
}

const same = 'for the same prompts on the same engines in the same markets'

/** Rounds to one decimal in the same way as pages, which round the API's 2-decimal figures. */
const tenths = (value: number) => Math.round(rounded(value) * 10) / 10
const points = (value: number) => Math.abs(value).toFixed(1)
/** The difference of two rounded figures can be a tenth off the shown change. */
const roundingError = 0.15
const signed = (value: number) => `${value < 0 ? '−' : '+'}${points(value)}`
const pointWord = (value: number) => (points(value) === '1.0' ? 'point' : 'points')
const percent = (value: number) => `${value.toFixed(1)}%`

/** Both figures as shown, and their difference. Undefined unless both periods have a figure. */
function shownFigures({ figures }: EntityChange) {
  const [before, after] = figures.visibility_pct.values
  if (before === null || after === null) return undefined
  const [past, now] = [tenths(before), tenths(after)]
  return { past, now, change: tenths(now - past) }
}

/** The subject of the sentence: `Visibility`, `Globex’s visibility on ChatGPT`. */
function subjectOf({ entity, segment }: EntityChange, place: string | null): string {
  const subject = entity.isOurBrand ? 'Visibility' : `${entity.name}’s visibility`
  return segment.name === null || place === null ? subject : `${subject} ${place}`
}

function rankWords({ ranks, ranked, entity, segment }: EntityChange): string {
  if (ranks === null || segment.name !== null || ranked < 2) return ''
  const word = ranks[0] === ranks[1] ? 'still' : 'now'
  return `, and ${entity.isOurBrand ? 'you are' : 'it is'} ${word} #${ranks[1]} of ${ranked}`
}

/**
 * Describes the change of visibility in one sentence. Calls only tested changes up or down.
 * @param place the segment in words, such as `on ChatGPT`; null for all answers
 * @returns null if the period has no figure
 */
export function headlineOf(row: EntityChange, place: string | null): string | null {
  const subject = subjectOf(row, place)
  const after = row.figures.visibility_pct.values[1]
  if (after === null) return null
  const shown = shownFigures(row)
  if (shown === undefined) return `${subject} is ${percent(tenths(after))}${rankWords(row)}.`
  const { past, now, change } = shown
  const { verdict, matched } = row.figures.visibility_pct
  if (verdict === 'no_detectable_change')
    return isWithin(change, matched)
      ? `${subject} is ${percent(now)}: no clear change from ${percent(past)}.`
      : `${subject} is ${percent(now)}, after ${percent(past)}: no clear change ${same}.`
  if (verdict === 'not_comparable')
    return `${subject} is ${percent(now)}, after ${percent(past)}: too few prompts to test the change.`
  if (Math.sign(change) === (verdict === 'up' ? 1 : -1) && isWithin(change, matched))
    return `${subject} is ${verdict} ${points(change)} ${pointWord(change)} to ${percent(now)}${rankWords(row)}.`
  const moved = matched?.value ?? 0
  return `${subject} is ${percent(now)}, after ${percent(past)}; ${same} it is ${verdict} ${points(moved)} ${pointWord(moved)}.`
}

/** Whether the shown change fits the matched change. If not, changes of the plan cause most of it. */
function isWithin(change: number, matched: MatchedChange | null, tolerance = roundingError): boolean {
  if (matched === null) return true
  const { low, high } = matched.interval ?? { low: matched.value, high: matched.value }
  return change > low - tolerance && change < high + tolerance
}

const withArticle: Record<NamedDriver['kind'], (name: string) => string> = {
  engine: (name) => name,
  market: (name) => name,
  topic: (name) => `The topic ${name}`,
  prompt: (name) => `The prompt “${name}”`,
  source: (name) => name,
  competitor: (name) => name,
}

/** Describes the cause of a real change; without a clear one, the other figures that did change. Null without a verdict. */
export function causeOf(row: EntityChange, drivers: readonly NamedDriver[]): string | null {
  const { verdict, matched } = row.figures.visibility_pct
  if (verdict === 'no_detectable_change') return otherChangesOf(row)
  const shown = shownFigures(row)
  if (matched === null || shown === undefined || (verdict !== 'up' && verdict !== 'down')) return null
  const isWhole = Math.abs(matched.value - shown.change) < roundingError
  const total = isWhole ? shown.change : tenths(matched.value)
  const start = isWhole ? '' : `The change is ${signed(total)} ${pointWord(total)} ${same}. `
  const [first] = drivers
  if (first === undefined) return `${start}No single engine, market, topic, prompt or source stands out.`
  const moved = tenths(first.points)
  if (first.kind === 'source' || first.kind === 'competitor') {
    const what = first.kind === 'source' ? 'cite' : 'mention'
    const more = first.isMore === true ? 'more' : 'less'
    return `${start}${signed(moved)} ${pointWord(moved)} of it coincide${points(moved) === '1.0' ? 's' : ''} with answers that ${what} ${first.name} ${more} often.`
  }
  const subject = withArticle[first.kind](first.name)
  if (isWhole && Math.abs(moved - total) < roundingError)
    return `${subject} accounts for all ${points(total)} ${pointWord(total)}.`
  if (Math.abs(moved) > Math.abs(total)) return `${start}${subject} moved it by ${signed(moved)} ${pointWord(moved)}.`
  return `${start}${subject} accounts for ${points(moved)} of the ${points(total)} ${pointWord(total)}.`
}

const otherNames = { market_share_pct: 'share of voice', sentiment_score: 'sentiment', avg_rank: 'average position' }

/** Describes the real changes of the other figures that agree with what pages show. */
function otherChangesOf(row: EntityChange): string | null {
  const sentences = (Object.keys(otherNames) as (keyof typeof otherNames)[]).flatMap((name) => {
    const { verdict, matched, values } = row.figures[name]
    const [before, now] = values
    if ((verdict !== 'up' && verdict !== 'down') || before === null || now === null) return []
    const digits = name === 'avg_rank' ? 2 : 1
    const shown = now.toFixed(digits)
    const change = Number(shown) - Number(before.toFixed(digits))
    const isShown = Number(change.toFixed(digits)) * (verdict === 'up' ? 1 : -1) > 0
    if (!isShown || !isWithin(change, matched, 1.5 * 10 ** -digits)) return []
    const subject = row.entity.isOurBrand ? otherNames[name] : `its ${otherNames[name]}`
    const start = `${subject.charAt(0).toUpperCase()}${subject.slice(1)} is`
    if (name === 'avg_rank')
      return `${start} ${verdict === 'up' ? 'worse' : 'better'} by ${Math.abs(change).toFixed(2)}: ${shown}.`
    return `${start} ${verdict} ${points(change)} ${pointWord(change)} to ${shown}${name === 'market_share_pct' ? '%' : ''}.`
  })
  return sentences.join(' ') || null
}

/** Splits a change into its causes in the plan and the change of matched prompts. */
export function summaryOf(row: EntityChange): string | null {
  const shown = shownFigures(row)
  if (shown === undefined || row.parts === null) return null
  const { change } = shown
  const reasons = reasonsOf(row.parts, row.missing)
  const left = 100 * (row.parts.real + row.parts.modelChange)
  const rounded = roundToTotal([...reasons.map(({ value }) => value), left], change, 1)
  const causes = reasons
    .map(({ reason }, index) => ({ reason, value: rounded[index] as number }))
    .filter(({ value }) => value !== 0)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
  const { verdict } = row.figures.visibility_pct
  const isExplained =
    verdict === (change < 0 ? 'down' : 'up') || causes.some(({ value }) => Math.sign(value) === Math.sign(change))
  return [headOf(change, isExplained), causeWords(change, causes), sameWords(row)].filter(Boolean).join(' ')
}

const reasonsOf = (parts: ChangeParts, missing: MissingRuns | undefined) => [
  { reason: 'the set of prompts changed', value: 100 * (parts.promptsAdded + parts.promptsRemoved) },
  { reason: 'some prompts ran more often than before', value: 100 * parts.runCounts },
  { reason: 'the plan’s market mix changed', value: 100 * parts.marketMix },
  { reason: 'the plan’s engine mix changed', value: 100 * parts.engineMix },
  { reason: missingWords(missing), value: 100 * parts.outage },
]

/** Without a test or a cause that shows a rise or fall, two figures only differ. */
function headOf(change: number, isExplained: boolean): string {
  if (change === 0) return 'Visibility changed by less than 0.1 points.'
  const amount = `${points(change)} ${pointWord(change)}`
  if (!isExplained) return `Visibility was ${amount} ${change < 0 ? 'lower' : 'higher'} than before.`
  return `Visibility ${change < 0 ? 'fell' : 'rose'} ${amount}.`
}

/** Reasons that go against the change are shown with their sign. */
function causeWords(change: number, causes: readonly { reason: string; value: number }[]): string {
  const words = causes.map(({ reason, value }, index) => {
    const isWith = change !== 0 && value < 0 === change < 0
    const amount = isWith ? `${points(value)}${index === 0 ? ' of it' : ''}` : signed(value)
    return `${amount} because ${reason}`
  })
  return words.length === 0 ? '' : `${words.join(', ')}.`
}

function sameWords({ figures, parts, otherModels }: EntityChange): string {
  const { matched, verdict } = figures.visibility_pct
  const start = `${same[0]?.toUpperCase()}${same.slice(1)}`
  const words =
    matched === null
      ? `${start}: ${verdictWords[verdict]}.`
      : `${start}: ${signed(matched.value)}, ${verdictWords[verdict]}.`
  const modelChange = 100 * (parts?.modelChange ?? 0)
  if (points(modelChange) === '0.0') return words
  return `${words} ${signed(modelChange)} of the change coincides with a different model of ${otherModels.join(' and ')}.`
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
  if (missing === undefined) return 'answers were collected in other proportions than planned'
  const { engine, share, isBefore } = missing
  const known = fractions.find(([value]) => Math.abs(value - share) < 0.03)
  const amount = known === undefined ? `${Math.round(100 * share)}%` : known[1]
  return `${amount} of ${engine}’s runs ${isBefore ? 'were missing before' : 'are missing'}`
}
