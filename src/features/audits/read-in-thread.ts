import { FetchProblem } from '../../lib/fetching/fetch-problem.ts'
import type { CrawledAddress } from '../../lib/site/crawled.ts'
import { linksOf, readPage } from '../../lib/site/pages/read-page.ts'
import { createThreads } from '../../lib/threads/threads.ts'
import { packFacts, type StoredPage } from './pack-facts.ts'
import type { PackedPage, ReadPageTask } from './page-worker.ts'

/** One thread reads the pages of all audits of the process: one that takes too long is ended with it. */
const threads = createThreads({
  module: new URL('./page-worker.ts', import.meta.url),
  maxThreads: 1,
  stopTimeoutMs: 5000,
})

/** How long reading one page may take once its turn has come: none may hold up an audit. */
const readTimeoutMs = 60_000

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/**
 * Reads what was found at an address.
 * @param previous what the last audit has found there, packed
 * @returns what is stored of it, and the addresses of the site that it leads to
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
    return unread(new FetchProblem('timeout', 'it took too long to read its markup'))
  }
}
