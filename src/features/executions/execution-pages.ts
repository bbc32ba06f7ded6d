import { readCitations } from '../../lib/text/citations/citations.ts'
import { pageKey } from '../../lib/text/citations/page-url.ts'
import type { AnswerCitation } from '../answers/index.ts'

/** A page that an answer cites, as its reading has it. */
interface CitedPage {
  url: string
  domain: string
  title: string
}

/** A page beside an answer, with what came with it. */
export interface ExecutionPage extends CitedPage {
  position: number
  start: number | null
  end: number | null
  kind: AnswerCitation['kind']
}

/**
 * The pages of an answer: those that it cites, as they were counted, and those that its engine only consulted. Where a
 * position was given, it stands; pages without one follow the page before.
 * @param cited in the order of the reading
 * @param given as they came, in whatever spelling
 */
export function executionPages(cited: readonly CitedPage[], given: readonly AnswerCitation[]) {
  const known = new Map<string, { page: CitedPage; citation: AnswerCitation }>()
  for (const citation of given) {
    const [page] = readCitations([citation], [])
    if (page === undefined) continue
    const key = pageKey(page.url)
    const before = known.get(key)?.citation
    if (before === undefined || (before.kind === 'consulted' && citation.kind === 'cited'))
      known.set(key, { page, citation })
  }
  const own = cited.map((page) => ({ page, citation: known.get(pageKey(page.url))?.citation }))
  const keys = new Set(cited.map(({ url }) => pageKey(url)))
  const consulted = [...known].flatMap(([key, entry]) =>
    entry.citation.kind === 'consulted' && !keys.has(key) ? [entry] : [],
  )
  return { citations: numbered(own, 'cited'), consulted: numbered(consulted, 'consulted') }
}

function numbered(
  pages: readonly { page: CitedPage; citation: AnswerCitation | undefined }[],
  kind: AnswerCitation['kind'],
): ExecutionPage[] {
  let last = 0
  return pages.map(({ page: { url, domain, title }, citation }) => {
    // A page that the engine only consulted is cited where the answer links to it: its place in the list is another one.
    const own = citation?.kind === kind ? citation : undefined
    const position = own?.position ?? last + 1
    last = Math.max(last, position)
    return { position, url, domain, title, start: own?.start ?? null, end: own?.end ?? null, kind }
  })
}
