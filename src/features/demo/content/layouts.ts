import type { Pick } from './picks.ts'
import { capitalise, fresh, notesOn, remark, speakOf, type Writing } from './writing.ts'

/** A way to present the picks: returns the blocks of an answer's main part, separated by blank lines later. */
export type Layout = (writing: Writing) => string[]

/** "Name: Good note, good note. Cons: bad note." */
function labelled(writing: Writing, pick: Pick): string {
  const { good, bad } = notesOn(writing, pick)
  const { labels } = writing.words
  const sentences: string[] = []
  if (good.length > 0) sentences.push(`${capitalise(good.join(', '))}.`)
  if (bad.length > 0) sentences.push(`${labels.cons}${labels.colon} ${bad.join(', ')}.`)
  return `**${pick.name}${labels.colon}** ${sentences.join(' ')}${writing.citer.mark(pick.key)}`
}

function priced(writing: Writing, pick: Pick): string {
  if (pick.price === undefined) return ''
  return writing.words.labels.around.replace('{price}', pick.price)
}

/** A bullet for each pick, as sentences or as labelled notes. */
export const bulleted: Layout = (writing) => {
  const { rng, engine } = writing
  const bullet = engine === 'gemini' ? '* ' : '- '
  const asNotes = rng.chance(engine === 'gemini' ? 0.6 : 0.3)
  const items = writing.picks.map((pick) =>
    asNotes ? labelled(writing, pick) : remark(writing, pick, true, true),
  )
  return [items.map((item) => bullet + item).join('\n')]
}

/** A numbered list with bold names and notes in nested bullets. */
export const ranked: Layout = (writing) => {
  const { cons, colon, price: priceLabel } = writing.words.labels
  const items = writing.picks.map((pick, index) => {
    const { good, bad } = notesOn(writing, pick)
    const price = priced(writing, pick)
    const lines = [
      ...good.map(capitalise),
      ...(bad.length > 0 ? [`${cons}${colon} ${bad.join(', ')}`] : []),
      ...(price && writing.rng.chance(0.5) ? [`${priceLabel}${colon} ${price}`] : []),
    ]
    const head = `${index + 1}. **${pick.name}**${writing.citer.mark(pick.key)}`
    return [head, ...lines.map((line) => `   - ${line}`)].join('\n')
  })
  return [items.join('\n')]
}

/** A table of strengths and weaknesses, then a remark on each of the first two. */
export const table: Layout = (writing) => {
  const { rng, words, picks } = writing
  const withPrice = rng.chance(0.6)
  const head = [
    rng.pick(words.labels.product),
    rng.pick(words.labels.strengths),
    rng.pick(words.labels.weaknesses),
  ]
  if (withPrice) head.push(capitalise(words.labels.price))
  const rows = picks.map((pick) => {
    const { good, bad } = notesOn(writing, pick)
    const cells = [`**${pick.name}**`, capitalise(good.join(', ')) || '–', capitalise(bad.join(', ')) || '–']
    if (withPrice) cells.push(priced(writing, pick) || '–')
    return cells
  })
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [lines.join('\n'), ...picks.slice(0, 2).map((pick) => remark(writing, pick, false, true))]
}

/** A heading and a paragraph for each pick: best overall, best value and so on. */
export const useCases: Layout = (writing) => {
  const { rng, words, picks } = writing
  const [best = '', ...rest] = words.useCases
  const last = rest.at(-1) ?? best
  const others = rng.sample(rest.slice(0, -1), rest.length)
  const asHeading = rng.chance(0.4)
  const { colon } = words.labels
  return picks.slice(0, 4).map((pick, index) => {
    const label = pick.tone === 'criticism' ? last : index === 0 ? best : (others[index] ?? last)
    const head = asHeading ? `### ${label}${colon} ${pick.name}` : `**${label}${colon} ${pick.name}**`
    return `${head}${asHeading ? '\n\n' : '\n'}${remark(writing, pick, false, true)}`
  })
}

/** Pros and cons under a heading for each of the first four picks. */
export const prosAndCons: Layout = (writing) => {
  const { labels } = writing.words
  return writing.picks.slice(0, 4).map((pick) => {
    const { good, bad } = notesOn(writing, pick)
    const lines = [`### ${pick.name}`, '']
    if (good.length > 0)
      lines.push(`**${labels.pros}${labels.colon}** ${good.join(', ')}${writing.citer.mark(pick.key)}`)
    if (bad.length > 0)
      lines.push(`${good.length > 0 ? '\n' : ''}**${labels.cons}${labels.colon}** ${bad.join(', ')}`)
    return lines.join('\n')
  })
}

/** Plain paragraphs of two remarks each. */
export const prose: Layout = (writing) => {
  const bold = writing.engine === 'claude' && writing.rng.chance(0.5)
  const remarks = writing.picks.map((pick) => remark(writing, pick, bold, true))
  const paragraphs: string[] = []
  for (let at = 0; at < remarks.length; at += 2) paragraphs.push(remarks.slice(at, at + 2).join(' '))
  return paragraphs
}

/** What speaks for each pick that deserves it. */
export function reasons(writing: Writing): string {
  const { words, picks } = writing
  return picks
    .filter(({ tone }) => tone !== 'criticism')
    .map((pick) => speakOf(writing, pick, fresh(writing, words.labels.reasons), `**${pick.name}**`))
    .join(' ')
}
