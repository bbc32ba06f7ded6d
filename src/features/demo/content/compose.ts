import type { LanguagePack, Tip } from './language/pack.ts'
import { bulleted, type Layout, prosAndCons, prose, ranked, reasons, table, useCases } from './layouts.ts'
import type { PromptKind } from './prompts.ts'
import type { DemoEngine } from './trends.ts'
import {
  adviceFor,
  fill,
  fresh,
  notesOn,
  ranking,
  remark,
  speakOf,
  subjectOf,
  type Writing,
} from './writing.ts'

/** Leaves room for the marks that an overview loses. */
const shortest = 540
const longest = 1800
/** An answer shorter than this gets advice in any case. */
const comfortable = 800

/** A part of an answer. Optional parts go first, from the end, when an answer would be too long. */
interface Block {
  text: string
  optional?: boolean
}

/** How an engine writes. */
interface Voice {
  intros: readonly (keyof LanguagePack['intros'])[]
  layouts: readonly Layout[]
  heading: (text: string) => string
  /** Probability of a section of advice. */
  advice: number
  closing: keyof LanguagePack['closings'] | undefined
}

const bold = (text: string) => `**${text}**`
const level = (marks: string) => (text: string) => `${marks} ${text}`

const voices: Record<DemoEngine, Voice> = {
  chatgpt: {
    intros: ['chatty', 'chatty', 'plain'],
    layouts: [ranked, ranked, table, useCases, bulleted, prosAndCons],
    heading: level('###'),
    advice: 0.7,
    closing: 'followUp',
  },
  perplexity: {
    intros: ['verdict', 'verdict', 'plain'],
    layouts: [bulleted, bulleted, table, useCases],
    heading: level('##'),
    advice: 0.3,
    closing: 'summary',
  },
  gemini: {
    intros: ['plain', 'chatty'],
    layouts: [bulleted, bulleted, prosAndCons, table, useCases],
    heading: level('##'),
    advice: 0.6,
    closing: 'summary',
  },
  'google-ai-overviews': {
    intros: ['plain', 'verdict'],
    layouts: [prose, prose, prose, bulleted],
    heading: (text) => `${text}:`,
    advice: 0.5,
    closing: undefined,
  },
  claude: {
    intros: ['hedged', 'hedged', 'verdict'],
    layouts: [prose, prose, bulleted],
    heading: bold,
    advice: 0.35,
    closing: 'caveat',
  },
}

/** A sentence or two that leads to the picks: none named unless two are well spoken of. */
function intro(writing: Writing, kinds: Voice['intros']): string {
  const { rng, words, engine, citer } = writing
  const kind = rng.pick(kinds)
  const names = ranking(writing)
  const usable = kind === 'verdict' && names === undefined ? 'plain' : kind
  const text = fill(rng.pick(words.intros[usable]), { subject: subjectOf(writing), ...names })
  const marks = usable === 'verdict' && engine === 'perplexity' ? new Set([citer.mark(), citer.mark()]) : []
  // A colon announces the list: nothing may come between.
  const context = text.endsWith(':') || rng.chance(0.5) ? '' : ` ${fresh(writing, words.contexts)}`
  return text + [...marks].join('') + context
}

function tipLines({ engine, words }: Writing, tips: readonly Tip[]): string {
  const { colon } = words.labels
  if (engine === 'google-ai-overviews') return tips.map(([, sentence]) => sentence).join(' ')
  if (engine === 'claude') return tips.map(([keyword, text]) => `- ${keyword}${colon} ${text}`).join('\n')
  return tips.map(([keyword, text]) => `- **${keyword}${colon}** ${text}`).join('\n')
}

/** Advice on choosing: where the engine likes it, and wherever the answer would be short without it. */
function adviceBlocks(writing: Writing, voice: Voice, before: readonly Block[]): Block[] {
  const { rng, words, engine } = writing
  const length = before.reduce((sum, { text }) => sum + text.length + 2, 0)
  if (length > comfortable && !rng.chance(voice.advice)) return []
  const count = (length > comfortable ? 2 : 3) + Math.floor(rng.next() * 2)
  const lines = tipLines(writing, adviceFor(writing, count))
  const head = voice.heading(rng.pick(words.labels.advice))
  return [{ text: engine === 'google-ai-overviews' ? lines : `${head}\n\n${lines}`, optional: true }]
}

function closingBlocks(writing: Writing, voice: Voice): Block[] {
  const { rng, words } = writing
  const names = ranking(writing)
  if (voice.closing === undefined || (voice.closing === 'summary' && names === undefined)) return []
  return [{ text: fill(rng.pick(words.closings[voice.closing]), { ...names }), optional: true }]
}

function companionBlocks(writing: Writing): Block[] {
  const { companion, words } = writing
  if (companion === undefined) return []
  return [{ text: speakOf(writing, companion, fresh(writing, words.companion)) }]
}

/** The main part of an answer that lists products. */
function listBlocks(writing: Writing, voice: Voice): Block[] {
  const { rng, words } = writing
  const layout = rng.pick(voice.layouts)
  const blocks: Block[] = [{ text: intro(writing, voice.intros) }]
  const headed = layout !== prose && layout !== useCases && rng.chance(0.6)
  const labels = layout === table ? words.labels.comparison : words.labels.picks
  if (headed) blocks.push({ text: voice.heading(rng.pick(labels)) })
  return [...blocks, ...layout(writing).map((text) => ({ text }))]
}

/** Two brands against each other: a remark on each, a table where the engine likes them, and who should take which. */
function versusBlocks(writing: Writing, voice: Voice): Block[] {
  const { rng, words } = writing
  const [one, other] = writing.picks
  if (one === undefined || other === undefined) throw new Error('a comparison needs two brands')
  const layout = rng.pick(voice.layouts.includes(table) ? [table, prosAndCons, bulleted] : [prose])
  return [
    { text: fill(fresh(writing, words.versus), { first: one.name, second: other.name }) },
    { text: voice.heading(rng.pick(words.labels.comparison)) },
    ...layout(writing).map((text) => ({ text })),
    { text: reasons(writing) },
  ]
}

/** A question about one brand: what speaks for and against it, then the alternatives. */
function checkBlocks(writing: Writing, voice: Voice): Block[] {
  const { rng, words, picks } = writing
  const [subject, ...others] = picks
  if (subject === undefined) throw new Error('a question about a brand needs that brand')
  const { good, bad } = notesOn(writing, subject)
  const asList = voice.layouts.includes(table)
  const alternatives = others.map((pick) => remark(writing, pick, asList, true))
  return [
    { text: remark(writing, subject, true, true) },
    ...(good.length > 0
      ? [{ text: `**${words.labels.pros}${words.labels.colon}** ${good.join(', ')}` }]
      : []),
    ...(bad.length > 0 ? [{ text: `**${words.labels.cons}${words.labels.colon}** ${bad.join(', ')}` }] : []),
    ...(others.length > 0 ? [{ text: voice.heading(rng.pick(words.labels.others)) }] : []),
    { text: asList ? alternatives.map((text) => `- ${text}`).join('\n') : alternatives.join(' ') },
  ]
}

/** An explanation in steps or points, with what brands have to do with it. */
function explainBlocks(writing: Writing, voice: Voice): Block[] {
  const { rng, words, engine, area, picks } = writing
  const explanation = words.explanations[area]
  if (explanation === undefined) throw new Error(`nothing to explain about ${area}`)
  const points = rng.sample(explanation.points, 4 + Math.floor(rng.next() * 2))
  const numbered = area === 'descaling' && engine === 'chatgpt'
  const text = numbered
    ? points.map(([keyword, sentence], index) => `${index + 1}. **${keyword}.** ${sentence}`).join('\n')
    : tipLines(writing, points)
  const lead = rng.pick(explanation.leads)
  return [
    { text: engine === 'perplexity' ? `${lead}${writing.citer.mark()}` : lead },
    ...(engine === 'google-ai-overviews' ? [] : [{ text: voice.heading(rng.pick(explanation.headings)) }]),
    { text },
    ...(picks.length > 0
      ? [{ text: picks.map((pick) => remark(writing, pick, false, true)).join(' ') }]
      : []),
    { text: rng.pick(explanation.closings), optional: true },
    ...(engine === 'chatgpt' ? [{ text: rng.pick(explanation.followUps), optional: true }] : []),
  ]
}

const main: Record<PromptKind, (writing: Writing, voice: Voice) => Block[]> = {
  list: listBlocks,
  versus: versusBlocks,
  check: checkBlocks,
  explain: explainBlocks,
}

/** Joins the blocks to a text of 500 to 1,800 characters, with the definitions of its reference links. */
function fit(writing: Writing, blocks: readonly Block[]): string {
  const kept = blocks.filter(({ text }) => text !== '')
  const definitions = writing.citer.definitions()
  const join = () => [...kept.map(({ text }) => text), ...(definitions ? [definitions] : [])].join('\n\n')
  while (join().length > longest) {
    const last = kept.findLastIndex(({ optional }) => optional)
    if (last < 0) break
    kept.splice(last, 1)
  }
  for (const sentence of writing.rng.sample(writing.words.contexts, 5)) {
    if (join().length >= shortest) break
    if (!join().includes(sentence)) kept.push({ text: sentence })
  }
  return join()
}

/** The text of one answer, in Markdown, written the way its engine writes; Google's overviews carry no marks. */
export function compose(writing: Writing, kind: PromptKind): string {
  const text = fit(writing, partsOf(writing, kind))
  return writing.engine === 'google-ai-overviews' ? text.replaceAll('**', '') : text
}

function partsOf(writing: Writing, kind: PromptKind): Block[] {
  const voice = voices[writing.engine]
  const blocks = [...main[kind](writing, voice), ...companionBlocks(writing)]
  if (kind === 'explain') return blocks
  return [...blocks, ...adviceBlocks(writing, voice, blocks), ...closingBlocks(writing, voice)]
}
