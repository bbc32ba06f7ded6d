import type { Area, EntityKey } from './catalogue.ts'
import type { Citer } from './citing.ts'
import type { LanguagePack, Tip } from './language/pack.ts'
import type { Pick } from './picks.ts'
import type { Rng } from './random.ts'
import type { DemoEngine } from './trends.ts'

/** Everything that the text of one answer is made from. */
export interface Writing {
  rng: Rng
  engine: DemoEngine
  words: LanguagePack
  area: Area
  picks: readonly Pick[]
  /** A grinder to go with a machine, in a sentence of its own. */
  companion: Pick | undefined
  citer: Citer
  /** What was already said: an answer does not repeat itself. */
  used: Set<string>
}

/** Replaces {placeholders}; unknown ones stay, so that a wrong template is seen. */
export function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** First letter in upper case, for notes that begin a list item. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** One of the texts that this answer has not used yet, or any of them once all are used. */
export function fresh({ rng, used }: Writing, texts: readonly string[]): string {
  const unused = texts.filter((text) => !used.has(text))
  const text = rng.pick(unused.length > 0 ? unused : texts)
  used.add(text)
  return text
}

type Placeholder = 'a' | 'b' | 'x' | 'y' | 'an' | 'bn' | 'xn' | 'yn'

/** The words for one placeholder of a remark: a predicate, or a noun phrase for those ending in n. */
function wordsFor(writing: Writing, pick: Pick, placeholder: Placeholder): string {
  const aspects = writing.words.aspects
  const index = placeholder.startsWith('a') || placeholder.startsWith('x') ? 0 : 1
  const isGood = placeholder.startsWith('a') || placeholder.startsWith('b')
  const opinion = isGood ? aspects[pick.good[index]].good : aspects[pick.bad[index]].bad
  return fresh(writing, placeholder.endsWith('n') ? opinion.notes : opinion.says)
}

/** Fills a template that speaks of a pick, drawing only the words that it asks for. */
export function speakOf(writing: Writing, pick: Pick, template: string, name = pick.name): string {
  return template.replace(/\{(n|[abxy]n?)\}/g, (_, placeholder: 'n' | Placeholder) =>
    placeholder === 'n' ? name : wordsFor(writing, pick, placeholder),
  )
}

/**
 * A sentence or two about a pick in its tone, with a source's mark. `bold` sets the name in bold; at length, what the
 * sentence left out and the price may follow.
 */
export function remark(writing: Writing, pick: Pick, bold: boolean, atLength = false): string {
  const { rng, words, citer } = writing
  const template = fresh(writing, words.remarks[pick.tone])
  const text = withMark(
    speakOf(writing, pick, template, bold ? `**${pick.name}**` : pick.name),
    citer.mark(pick.key),
  )
  if (!atLength) return text
  const kind = pick.tone === 'criticism' ? 'bad' : 'good'
  const leftOut = kind === 'bad' ? !/\{yn?\}/.test(template) : !/\{bn?\}/.test(template)
  const extra =
    leftOut && rng.chance(0.75) ? [speakOf(writing, pick, fresh(writing, words.extras[kind]))] : []
  const price = pick.price
  const cost = price && rng.chance(0.35) ? [fill(fresh(writing, words.extras.price), { price })] : []
  return [text, ...extra, ...cost].join(' ')
}

/** Puts a mark where its engine does: numbers before the full stop, links behind it. */
function withMark(text: string, mark: string): string {
  return mark.startsWith('[') && text.endsWith('.') ? `${text.slice(0, -1)}${mark}.` : `${text}${mark}`
}

/** Notes on a pick in its tone: mostly good ones in praise, mostly bad ones in criticism. */
export function notesOn(writing: Writing, pick: Pick): { good: string[]; bad: string[] } {
  const note = (placeholder: Placeholder) => wordsFor(writing, pick, placeholder)
  const { tone } = pick
  if (tone === 'praise')
    return { good: [note('an'), note('bn')], bad: writing.rng.chance(0.6) ? [note('yn')] : [] }
  if (tone === 'mixed') return { good: [note('an')], bad: [note('xn')] }
  return { good: writing.rng.chance(0.5) ? [note('bn')] : [], bad: [note('xn'), note('yn')] }
}

/** Values for sentences about the order of the picks: {first} and {second} are the first two well spoken of. */
export function ranking({ picks }: Writing): { first: string; second: string } | undefined {
  const liked = picks.filter(({ tone }) => tone !== 'criticism')
  const [first, second] = liked
  return first && second ? { first: first.name, second: second.name } : undefined
}

/** What the answer looks for, in words. */
export function subjectOf({ rng, words, area }: Writing): string {
  return rng.pick(words.subjects[area] ?? [])
}

/** Advice for the area, then in general, without repetition. */
export function adviceFor({ rng, words, area }: Writing, count: number): Tip[] {
  return [...rng.sample(words.tips[area] ?? [], count), ...rng.sample(words.generalTips, count)].slice(
    0,
    count,
  )
}

export function keysOf(picks: readonly Pick[]): EntityKey[] {
  return picks.map(({ key }) => key)
}
