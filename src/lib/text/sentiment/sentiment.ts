import { siteNames } from '../mentions/host-name.ts'
import { languageReader } from '../mentions/text-language.ts'
import { leftScore, shareSentence } from './clauses.ts'
import { compared, partsOfMentions } from './comparisons.ts'
import { readCues } from './cues.ts'
import { excuseHarms } from './excuses.ts'
import { featuresOf, isJudgment, logOdds } from './gate.ts'
import { evidenceOfEnglish, isForeign } from './language.ts'
import { rateSentence } from './other-languages.ts'
import { type Cell, type EntitySpan, mark, type Sentence, type Stretch, withoutNames } from './sentence.ts'
import { readSentences } from './sentences.ts'
import {
  firstRoles,
  headOf,
  isHeading,
  isInstruction,
  isItemHeading,
  labelOf,
  mentionsWithin,
  namesAnother,
  ratesColumn,
  ratesSection,
  readCondemnation,
} from './structure.ts'
import { rate } from './valence.ts'
import { role } from './vocabulary.ts'

export type { EntitySpan } from './sentence.ts'

const neutral = 5000
/** The minimum score under "Pros" and the maximum under "Cons" (negated), whatever the words. */
const labelFloor = 0.25

const noColumns: readonly number[] = []

/** A sentence that judges an entity: its range in the visible text, and its judgment from -1 to 1. */
export interface Judgment extends Stretch {
  entity: number
  score: number
}

interface Reading {
  text: string
  mentions: readonly EntitySpan[]
  /** The first mention that does not start before the last sentence that was masked. */
  nextMention: number
  judgements: Judgment[] | undefined
  place: Stretch
  /** The log odds that the current sentence judges, if known. */
  logOdds: number | undefined
  scores: Map<number, { sum: number; count: number }>
  /** Entities of the current heading or list item, to which the next blocks belong. */
  item: readonly number[]
  /** Entities of the current paragraph. */
  topic: readonly number[]
  /** The same in German, French and Spanish. */
  foreignTopic: readonly number[]
  /** 1 under "Pros", -1 under "Cons". */
  label: number
  /** Whether the label is its own block, so that it applies to the blocks below it. */
  labelHolds: boolean
  /** Sentiment of the section's heading ("Best for travel"), applied to each item below it once. */
  section: number
  inSection: Set<number>
  /** The same for the columns of the current table ("Least reliable"), applied to the names below. */
  columns: readonly number[]
  /** Whether the item starts with a heading on its own line, rather than with "Name: ...". */
  headed: boolean
  /** Whether the previous sentence was that heading. */
  afterHeading: boolean
}

/**
 * Sentiment toward each judged entity in hundredths of a point: an integer 0…10000; 5000 is neutral. The
 * mean of the sentences and list items that judge the entity, by VADER's rules (Hutto & Gilbert 2014) with a
 * domain lexicon. Excludes those that only list, price or specify it, and the words in names of sites.
 * English; German, French and Spanish by words only; sentences in other languages judge nothing.
 * @param mentions ordered by start, as indexes into the text
 * @param cells of tables, in order: a column's head applies to the names in the column
 * @param addresses names of sites without a public suffix, such as that of `http://best-tools/`
 * @param judgements receives the judged sentences, in text order
 * @param observe is called for each sentence with its language (ISO 639-1), before it is judged
 */
export function judgeSentiment(
  text: string,
  mentions: readonly EntitySpan[],
  addresses: readonly Stretch[] = [],
  cells: readonly Cell[] = [],
  judgements?: Judgment[],
  observe?: (sentence: Sentence, language: string | undefined) => void,
): Map<number, number> {
  const reading: Reading = {
    text,
    mentions,
    nextMention: 0,
    judgements,
    place: { start: 0, end: 0 },
    logOdds: undefined,
    scores: new Map(mentions.map(({ entity }) => [entity, { sum: 0, count: 0 }])),
    item: [],
    topic: [],
    foreignTopic: [],
    label: 0,
    labelHolds: false,
    section: 0,
    inSection: new Set(),
    columns: noColumns,
    headed: false,
    afterHeading: false,
  }
  if (mentions.length > 0) {
    const ofText = evidenceOfEnglish(text)
    const languages = ofText < 0 ? languageReader(text) : undefined
    const sites = [...addresses, ...siteNames(text)].sort((a, b) => a.start - b.start)
    readSentences(text, mentions, sites, cells, (sentence) => {
      const isEnglish = !isForeign(sentence.language, ofText)
      const language = isEnglish ? 'en' : languages?.languageAt(sentence.place.start)
      observe?.(sentence, language)
      if (isEnglish) readSentence(reading, sentence)
      else if (languages !== undefined) readOther(reading, sentence, language)
    })
  }
  const result = new Map<number, number>()
  for (const [entity, { sum, count }] of reading.scores) {
    if (count > 0) result.set(entity, Math.round(neutral + (neutral * sum) / count))
  }
  return result
}

/** In a language without rules of grammar, a sentence judges the names in it, or those before it in its block. */
function readOther(reading: Reading, sentence: Sentence, language: string | undefined): void {
  reading.place = sentence.place
  if (sentence.startsBlock) reading.foreignTopic = []
  const named = new Set(sentence.entities.slice(0, sentence.length).filter((entity) => entity >= 0))
  if (named.size > 0) reading.foreignTopic = [...named]
  const { foreignTopic } = reading
  if (foreignTopic.length === 0 || sentence.end === '?') return
  const score = rateSentence(language, masked(reading), foreignTopic.length > 1)
  for (const entity of foreignTopic) add(reading, entity, score)
}

/** The current sentence with `@` for each name. Sentences come in the order of the text. */
function masked(reading: Reading): string {
  const { text, mentions, place } = reading
  while ((mentions[reading.nextMention]?.start ?? place.start) < place.start) reading.nextMention++
  return withoutNames(text, mentions, place, reading.nextMention)
}

function readSentence(reading: Reading, sentence: Sentence): void {
  reading.place = sentence.place
  reading.logOdds = undefined
  if (sentence.startsBlock) startBlock(reading, sentence)
  if (sentence.cell === undefined) reading.columns = noColumns
  else if (sentence.cell.row > 0 && sentence.cell.column === 0) reading.section = 0
  // Skips sentences that neither name nor continue anything, except possible headings.
  if (sentence.mentions > 0 || reading.topic.length > 0 || sentence.isBlock) {
    excuseHarms(sentence)
    readCues(sentence)
    readCondemnation(sentence)
  }
  const context = reading.afterHeading ? 'below-heading' : reading.topic.length > 0 ? 'item' : 'none'
  reading.afterHeading = false
  const label = labelOf(sentence)
  if (sentence.isListing) leaveItem(reading)
  else if (isInstruction(sentence)) return
  else if (sentence.end === '?') readQuestion(reading, sentence)
  else if (label !== undefined) readLabeled(reading, sentence, label)
  else if (sentence.mentions > 0) readMentions(reading, sentence)
  else if (isHeading(sentence, context)) {
    leaveItem(reading)
    reading.section = ratesSection(sentence) ? rate(sentence, 0, sentence.length) : 0
    if (sentence.cell !== undefined) headColumn(reading, sentence, sentence.cell)
    reading.inSection.clear()
  } else if (namesAnother(sentence, reading.headed)) leaveItem(reading)
  else if (reading.topic.length > 0 && !(firstRoles(sentence) & (role.addresses | role.condition))) {
    const score = rate(sentence, 0, sentence.length)
    for (const entity of reading.topic) addLabeled(reading, entity, score)
  }
}

/** A question judges only by its assumptions: "tired of @?" */
function readQuestion(reading: Reading, sentence: Sentence): void {
  for (let at = 0; at < sentence.length; at++) {
    if ((sentence.marks[at] as number) & mark.left) add(reading, sentence.entities[at] as number, leftScore)
  }
}

/** "Least reliable" above a column of names. */
function headColumn(reading: Reading, sentence: Sentence, { row, column }: Cell): void {
  if (row > 0) return
  const before = reading.columns.slice(0, column)
  reading.columns = [
    ...before,
    ...Array<number>(column - before.length).fill(0),
    ratesColumn(sentence) ? reading.section : 0,
  ]
  reading.section = 0
}

function startBlock(reading: Reading, sentence: Sentence): void {
  if (!reading.labelHolds) reading.label = 0
  if (reading.item.length > 0 || !(firstRoles(sentence) & role.goesOn)) reading.topic = reading.item
}

function leaveItem(reading: Reading): void {
  reading.item = []
  reading.topic = []
  reading.label = 0
  reading.labelHolds = false
  reading.headed = false
}

function readLabeled(reading: Reading, sentence: Sentence, label: number): void {
  const content = sentence.colon || sentence.length
  const standsAlone = content >= sentence.length
  if (reading.topic.length === 0) {
    if (standsAlone) leaveItem(reading)
    return
  }
  reading.label = label
  reading.labelHolds = standsAlone
  if (!standsAlone)
    shareSentence(sentence, content, reading.topic, (entity, score) => addLabeled(reading, entity, score))
}

function readMentions(reading: Reading, sentence: Sentence): void {
  const implied = goesOnAboutTopic(reading, sentence) ? reading.topic : []
  if (implied.length === 0) {
    reading.label = 0
    reading.labelHolds = false
    const head = headOf(sentence)
    if (mentionsWithin(sentence, 0, head)) {
      startItem(reading, sentence, head)
      reading.headed = sentence.colon === 0
    } else if (isItemHeading(sentence)) {
      startItem(reading, sentence, sentence.length)
      reading.headed = true
      reading.afterHeading = true
    } else if (namesAnother(sentence, reading.headed)) leaveItem(reading)
  }
  // A comparison judges by its form, not by its words: "They ditched @ for @".
  if (sentence.mentions > 1 && partsOfMentions(sentence, 0).some((part) => part >= compared))
    reading.logOdds = Number.POSITIVE_INFINITY
  const subjects = shareSentence(sentence, 0, implied, (entity, score) => addLabeled(reading, entity, score))
  if (subjects.length > 0) reading.topic = [...new Set(subjects)]
}

/**
 * Whether a sentence mentions entities only in passing: it is under "Cons", or starts with "it" or "Note".
 */
function goesOnAboutTopic(reading: Reading, sentence: Sentence): boolean {
  if (reading.labelHolds) return !mentionsWithin(sentence, 0, 2)
  const from = firstRoles(sentence) & role.aside ? sentence.colon : 0
  const goesOn = (firstRoles(sentence) & (role.pronoun | role.aside)) !== 0
  return goesOn && !mentionsWithin(sentence, from, from + 3)
}

/** Starts an item at a heading or list head with entities, to which the text up to the next one applies. */
function startItem(reading: Reading, sentence: Sentence, end: number): void {
  leaveItem(reading)
  const named = new Set<number>()
  for (let at = 0; at < end; at++)
    if ((sentence.entities[at] as number) >= 0) named.add(sentence.entities[at] as number)
  reading.item = [...named]
  reading.topic = reading.item
  const rating = reading.columns[sentence.cell?.column ?? -1] || reading.section
  for (const entity of named) {
    if (!reading.inSection.has(entity)) add(reading, entity, rating)
    reading.inSection.add(entity)
  }
}

function add(reading: Reading, entity: number, score: number): void {
  const tally = reading.scores.get(entity)
  if (!tally || score === 0) return
  tally.sum += score
  tally.count++
  reading.judgements?.push({ entity, score, start: reading.place.start, end: reading.place.end })
}

/**
 * Under "Pros" or "Cons" the label decides for the item, but not for what it is compared with. Elsewhere a sentence can
 * inform with words that judge in others.
 */
function addLabeled(reading: Reading, entity: number, score: number): void {
  if (reading.label !== 0 && reading.topic.includes(entity)) {
    const labeled = Math.max(score * reading.label, labelFloor) * reading.label
    add(reading, entity, labeled)
  } else if (score !== 0) {
    reading.logOdds ??= logOdds(featuresOf(masked(reading)))
    if (isJudgment(reading.logOdds, score)) add(reading, entity, score)
  }
}
