import { mark, type Sentence } from './sentence.ts'
import { cue, lookUp, numberWord, role, type Word, wordFor } from './vocabulary.ts'

/** Maximum tokens of a heading. */
const maxHeadingLength = 16
const maxLabelLength = 5
const maxSectionTitleLength = 8

/** 1 for "Pros:", -1 for "Cons:", 0 for "Price:"; undefined if the sentence does not start with a label. */
export function labelOf(sentence: Sentence): number | undefined {
  const standsAlone = sentence.isBlock && sentence.colon === 0
  const end = sentence.colon || (standsAlone ? sentence.length : 0)
  if (end === 0 || end > (standsAlone ? 2 : maxLabelLength) || mentionsWithin(sentence, 0, end)) return undefined
  const first = sentence.words[0]
  if (first && first.roles & role.praiseLabel && audienceWords.has(first)) {
    return end === 2 && sentence.words[1] === forWord ? 1 : undefined
  }
  for (let at = 0; at < end; at++) {
    const { roles } = sentence.words[at] as Word
    if (roles & role.praiseLabel) return 1
    if (roles & role.blameLabel) return -1
    if (roles & role.plainLabel) return 0
  }
  return undefined
}

const audienceWords = new Set(['best', 'ideal', 'good', 'great', 'perfect', 'suitable'].map(lookUp))
const forWord = lookUp('for')

/** "Brands to avoid:", "apps worth avoiding": blames the names after it; but not "mistakes to avoid". */
export function readCondemnation(sentence: Sentence): void {
  if ((sentence.cues & cue.shuns) === 0) return
  const end = sentence.colon || (sentence.isBlock ? sentence.length : 0)
  if (end < 2 || end > maxSectionTitleLength || mentionsWithin(sentence, 0, end)) return
  for (let at = 0; at < end; at++) if ((sentence.words[at] as Word).cues & cue.pitfall) return
  for (let at = 1; at < end; at++) {
    const isAdvice = sentence.words[at - 1] === to || sentence.words[at - 1] === worth
    if (!isAdvice || !((sentence.words[at] as Word).cues & cue.shuns)) continue
    sentence.marks[at - 1] = (sentence.marks[at - 1] as number) | mark.blames
    for (let i = at; i < end; i++) sentence.marks[i] = (sentence.marks[i] as number) | mark.unsaid
  }
}

/** "How to fix common problems of @", "Troubleshooting @": the topic of a page rather than a judgment. */
export function isInstruction({ words, length }: Sentence): boolean {
  return (words[0] === how && words[1] === to && length > 1) || words[0] === troubleshooting
}

const how = wordFor('how')
const to = wordFor('to')
const worth = wordFor('worth')
const troubleshooting = wordFor('troubleshooting')

/**
 * A heading that names no entity.
 * @param context directly below an item's heading it is the item's tag ("Best value"); without an item, any
 * line that is not a sentence is a heading
 */
export function isHeading(sentence: Sentence, context: 'below-heading' | 'item' | 'none'): boolean {
  if (!sentence.isBlock || sentence.length > maxHeadingLength) return false
  if (sentence.end === ':' || firstRoles(sentence) & role.addresses || context === 'none') return true
  return context === 'item' && sentence.length > 1 && isTitle(sentence, sentence.length)
}

/** How a heading rates the things below it. Excludes introductions ("Here are some great ..."). */
export function ratesSection(sentence: Sentence): boolean {
  return sentence.length <= maxSectionTitleLength && !(firstRoles(sentence) & role.addresses)
}

/** "Least reliable", but not "best for", which heads a column of users. */
export function ratesColumn({ words, length }: Sentence): boolean {
  return words[length - 1] !== forWord
}

export function isItemHeading(sentence: Sentence): boolean {
  if (!sentence.isBlock || sentence.length > maxHeadingLength) return false
  // "Best value: Garmin Forerunner 255", but not "Integration: works with Alexa".
  if (sentence.colon > 0) return mentionsWithin(sentence, sentence.colon, sentence.colon + 2)
  return isTitle(sentence, sentence.length) || mentionsWithin(sentence, 0, 4)
}

/** Tokens before the colon of "Coros Pace 3: a light watch", or the dash of "Coros Pace 3 – light"; or 0. */
export function headOf(sentence: Sentence): number {
  const dash = sentence.startsBlock && isTitle(sentence, sentence.dash) ? sentence.dash : 0
  return dash || sentence.colon
}

/** "Coros Pace 3: a light watch": an item about something other than the entities. */
export function namesAnother(sentence: Sentence, belowHeading: boolean): boolean {
  const head = headOf(sentence)
  if (head === 0 || head > maxHeadingLength || firstRoles(sentence) & role.aside) return false
  // "Noise: quiet" below the heading of an item is an attribute of it.
  return !(belowHeading && sentence.colon === 1) && isTitle(sentence, head)
}

/** Whether most of its longer words are capitalized, not only the first of several. */
function isTitle(sentence: Sentence, end: number): boolean {
  let capitalised = 0
  let others = 0
  for (let at = 0; at < end; at++) {
    const seen = sentence.marks[at] as number
    if (seen & mark.capitalised || (sentence.entities[at] as number) >= 0 || isNumber(sentence, at)) capitalised++
    else if (seen & mark.lower && !(seen & mark.short)) others++
  }
  return capitalised > 2 * others && capitalised >= Math.min(end, 2)
}

function isNumber(sentence: Sentence, at: number): boolean {
  return sentence.words[at] === numberWord
}

export function mentionsWithin(sentence: Sentence, start: number, end: number): boolean {
  for (let at = start; at < Math.min(end, sentence.length); at++)
    if ((sentence.entities[at] as number) >= 0) return true
  return false
}

export function firstRoles(sentence: Sentence): number {
  return (sentence.words[0] as Word).roles
}
