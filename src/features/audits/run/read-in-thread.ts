import { FetchProblem } from '../../../lib/fetching/fetch-problem.ts'
import type { CrawledAddress } from '../../../lib/site/crawled.ts'
import { linksOf, readPage } from '../../../lib/site/pages/read-page.ts'
import { createThreads } from '../../../lib/threads/threads.ts'
import { packFacts, type StoredPage } from '../store/pack-facts.ts'
import type { PackedPage, ReadPageTask } from './page-worker.ts'

/** One thread parses the pages of all audits of this process. It is killed if a page takes too long. */
const threads = createThreads({
  module: new URL('./page-worker.ts', import.meta.url),
  maxThreads: 1,
  stopTimeoutMs: 5000,
})

/** Limit for parsing one page, so that no page can block an audit. */
const readTimeoutMs = 60_000

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/**
 * Parses the response of a URL in the worker thread.
 * @param previous the packed facts of the last audit
 * @returns the page to store, and the URLs of the site that it links to
 */
export async function readInThread(
  auditId: string,
  { end, ...address }: CrawledAddress,
  previous: Buffer | undefined,
  signal: AbortSignal,
): Promise<{ page: StoredPage; links: string[] }> {
  const unread = (problem: FetchProblem) => {
    const facts = readPage({ ...address, end: problem })
    return { page: packFacts(auditId, facts), links: linksOf(facts).internal }
  }
  if (end instanceof FetchProblem) return unread(end)
  const task: ReadPageTask = { auditId, address, end: { ...end, headers: [...end.headers] }, previous }
  try {
    const { page, links } = await threads.run<PackedPage>('packPage', task, signal, readTimeoutMs)
    const { buffer, byteOffset, byteLength } = page.facts
    return { page: { ...page, facts: Buffer.from(buffer, byteOffset, byteLength) }, links }
  } catch (error) {
    if (!isTimeout(error)) throw error
    return unread(new FetchProblem('timeout', 'parsing its markup took too long'))
  }
}
