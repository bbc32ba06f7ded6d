import type { EntityKey } from './catalogue.ts'
import { type Page, pagesOf } from './pages.ts'
import type { Language } from './prompts.ts'
import type { Rng } from './random.ts'
import type { DemoEngine, Moment } from './trends.ts'

export interface Citation {
  url: string
  title: string
}

/** Marks that an answer's text may carry, and the list of what was cited. */
export interface Citer {
  /** A mark to put behind a sentence about an entity, or about nothing in particular; '' where the engine has none. */
  mark(about?: EntityKey): string
  /** Definitions of the reference links used so far, '' if there are none. */
  definitions(): string
  citations: Citation[]
}

/** Fewest and most pages that an engine cites. Claude often answers from memory, ChatGPT sometimes. */
const howMany: Record<DemoEngine, readonly [fewest: number, most: number, withoutAny: number]> = {
  chatgpt: [2, 5, 0.2],
  perplexity: [4, 7, 0],
  gemini: [1, 4, 0.2],
  'google-ai-overviews': [3, 5, 0],
  claude: [1, 3, 0.6],
}

/** The pages that an answer rests on, drawn by weight from those that fit what it is about. */
function drawPages(rng: Rng, language: Language, moment: Moment, named: readonly EntityKey[]): Page[] {
  const [fewest, most, withoutAny] = howMany[moment.engine]
  if (rng.chance(withoutAny)) return []
  const pool = pagesOf[language]
    .filter((page) => page.areas.includes(moment.area) && page.since >= moment.daysAgo)
    .filter((page) => page.about.every((key) => named.includes(key)))
    .map((page) => ({ page, order: rng.next() ** (1 / page.weight) }))
    .sort((one, other) => other.order - one.order)
  const count = fewest + Math.floor(rng.next() * (most - fewest + 1))
  return pool.slice(0, count).map(({ page }) => page)
}

function urlFor(engine: DemoEngine, page: Page, rng: Rng): string {
  if (engine === 'chatgpt') return `${page.url}${page.url.includes('?') ? '&' : '?'}utm_source=chatgpt.com`
  if (engine !== 'google-ai-overviews' || !rng.chance(0.3)) return page.url
  return `${page.url}#:~:text=${encodeURIComponent(page.title.split(' ').slice(0, 3).join(' '))}`
}

/** Draws an answer's sources and offers them in the engine's way: links, references, numbers, or a mere list. */
export function createCiter(
  rng: Rng,
  language: Language,
  moment: Moment,
  named: readonly EntityKey[],
  year: number,
): Citer {
  const { engine } = moment
  const pages = drawPages(rng, language, moment, named)
  const citations = pages.map((page) => ({
    url: urlFor(engine, page, rng),
    title: page.title.replace('{year}', String(year)),
  }))
  const byReference = engine === 'chatgpt' ? rng.chance(0.35) : engine === 'gemini' && rng.chance(0.25)
  const referenced = new Set<number>()
  let turn = 0

  const general = [...pages.keys()].filter((index) => pages[index]?.about.length === 0)

  /** A page about the entity, or in turn one that is about none in particular. */
  function indexFor(about: EntityKey | undefined): number | undefined {
    const fitting = about === undefined ? -1 : pages.findIndex((page) => page.about.includes(about))
    return fitting >= 0 ? fitting : general[turn++ % general.length]
  }

  function mark(about?: EntityKey): string {
    if (engine === 'claude' || engine === 'google-ai-overviews') return ''
    const index = indexFor(about)
    if (index === undefined) return ''
    const page = pages[index]
    const citation = citations[index]
    if (page === undefined || citation === undefined) return ''
    if (engine === 'perplexity') return `[${index + 1}]`
    if (byReference) {
      referenced.add(index)
      return ` ([${page.site}][${index + 1}])`
    }
    return engine === 'chatgpt' ? ` ([${page.site}](${citation.url}))` : ''
  }

  function definitions(): string {
    return [...referenced]
      .sort((one, other) => one - other)
      .map((index) => `[${index + 1}]: ${citations[index]?.url}`)
      .join('\n')
  }

  return { mark, definitions, citations }
}
