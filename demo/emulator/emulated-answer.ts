import { between, type Random, randomOf, someOf } from './random.ts'

/** A brand that answers can mention. */
export interface EmulatedBrand {
  name: string
  /** Without a scheme, such as `acme.example`. */
  domain: string
}

export interface Page {
  url: string
  title: string
}

/** Markdown text, with the page that it refers to. */
export interface Segment {
  text: string
  page?: Page
}

/** An engine's answer, before a provider converts it to its own format. */
export interface EmulatedAnswer {
  segments: Segment[]
  /** All found pages, including the cited ones. */
  pages: Page[]
  queries: string[]
  inputTokens: number
  outputTokens: number
  random: Random
}

const reasons = [
  'is praised for its support and a price that stays the same',
  'does one thing well and is quick to set up',
  'is what large teams settle on, at a price',
  'has the most integrations of those compared here',
  'is the cheapest that still has what most people need',
  'was rated highest by people who have used it for over a year',
]
const openings = [
  'There are a few good answers to that, and they differ more than they seem to.',
  'It depends on size and budget; these come up most often in current comparisons.',
  'Recent reviews largely agree on a short list.',
]
const closings = [
  'If you are not sure, try the first two with your own data before you decide.',
  'Prices change often, so look at the providers’ own pages before you buy.',
  'For a small team the differences hardly matter; for a large one they add up.',
]
/** Fictional sites (RFC 6761 reserves `.example`). */
const sites: readonly [string, string][] = [
  ['compare-it.example', 'Compare It'],
  ['field-notes.example', 'Field Notes'],
  ['the-review-desk.example', 'The Review Desk'],
  ['buyers-forum.example', 'Buyers’ Forum'],
]

/**
 * Generates an answer that depends only on `seed`, prompt, country and turn. It mentions some of the brands
 * and refers to their pages and to fictional sites.
 */
export function emulateAnswer(seed: string, prompt: string, brands: readonly EmulatedBrand[]): EmulatedAnswer {
  const random = randomOf(`${seed}\n${prompt}`)
  const named = someOf(random, brands, between(random, 2, 4))
  const found = someOf(random, sites, 3).map(([site, title]) => ({
    url: `https://${site}/${slugOf(prompt)}-${between(random, 1, 40)}`,
    title: `${title}: ${shortened(prompt)}`,
  }))
  const own = named.map(({ name, domain }) => ({
    url: `https://${domain}/product`,
    title: `${name} – product`,
  }))
  const list = named.map(({ name }, index): Segment => {
    const page = random() < 0.5 ? own[index] : found[index % found.length]
    const why = someOf(random, reasons, 1)[0]
    return { text: `\n${index + 1}. **${name}** ${why}.`, ...(page && random() < 0.85 && { page }) }
  })
  const segments = [
    { text: `${someOf(random, openings, 1)[0]}\n`, page: found[0] as Page },
    ...list,
    { text: `\n\n${someOf(random, closings, 1)[0]}` },
  ]
  const queries = [shortened(prompt).toLowerCase(), `${shortened(prompt).toLowerCase()} comparison`]
  const length = segments.reduce((sum, { text }) => sum + text.length, 0)
  return {
    segments,
    pages: [...found, ...own],
    queries: queries.slice(0, between(random, 1, 2)),
    inputTokens: between(random, 7000, 9500),
    outputTokens: Math.ceil(length / 4) + between(random, 50, 900),
    random,
  }
}

const shortened = (prompt: string) =>
  prompt
    .replace(/[\s?!.]+/g, ' ')
    .trim()
    .slice(0, 60)
    .trim()
    .toWellFormed()

const slugOf = (prompt: string) =>
  shortened(prompt)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'guide'

/** A model's refusal. */
export function refusalAnswer(answer: EmulatedAnswer): EmulatedAnswer {
  const text = 'I’m sorry, but I can’t help with that.'
  return { ...answer, segments: [{ text }], pages: [], queries: [], outputTokens: 12 }
}

/** The text of all segments. */
export const textOf = ({ segments }: EmulatedAnswer) => segments.map(({ text }) => text).join('')

/** The unique pages of the segments. */
export function citedPages({ segments }: EmulatedAnswer): Page[] {
  const pages = segments.map(({ page }) => page).filter((page) => page !== undefined)
  return [...new Map(pages.map((page) => [page.url, page])).values()]
}

/** The text with a mark after each segment that refers to a page, and the places of the marks. */
export function markedText(answer: EmulatedAnswer, markOf: (page: Page, number: number) => string) {
  const cited = citedPages(answer)
  const marks: { page: Page; start: number; end: number }[] = []
  let text = ''
  for (const segment of answer.segments) {
    const words = segment.text.trimEnd()
    const space = segment.text.slice(words.length)
    text += words
    const number = cited.findIndex(({ url }) => url === segment.page?.url) + 1
    if (segment.page !== undefined) {
      const start = text.length
      text += markOf(segment.page, number)
      marks.push({ page: segment.page, start, end: text.length })
    }
    text += space
  }
  return { text, marks }
}

const hostOf = ({ url }: Page) => new URL(url).host

/** A link to the page after the words that it backs, in ChatGPT's style. */
export const linkMark = (page: Page) => ` ([${hostOf(page)}](${page.url}))`
