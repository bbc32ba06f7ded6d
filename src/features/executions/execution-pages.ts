import { readCitations } from '../../lib/text/citations/citations.ts'
import { pageKey } from '../../lib/text/citations/page-url.ts'
import type { AnswerCitation } from '../answers/index.ts'

interface CitedPage {
  url: string
  domain: string
  title: string
}

/** A page of an answer with its reported position. */
export interface ExecutionPage extends CitedPage {
  position: number
  start: number | null
  end: number | null
  kind: AnswerCitation['kind']
}

/**
 * The pages of an answer: cited ones, as counted, and those that the engine only consulted. Keeps reported
 * positions; pages without one follow the previous page.
 * @param cited in reading order
 * @param given as reported, with unnormalized URLs
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
    // A page that is linked but was reported as consulted has its position in the other list.
    const own = citation?.kind === kind ? citation : undefined
    const position = own?.position ?? last + 1
    last = Math.max(last, position)
    return { position, url, domain, title, start: own?.start ?? null, end: own?.end ?? null, kind }
  })
}
