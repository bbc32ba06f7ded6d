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

/** How long reading one page may take, those before it included: none may hold up an audit. */
const readTimeoutMs = 60_000

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
  const tooLong = AbortSignal.timeout(readTimeoutMs)
  try {
    const ending = AbortSignal.any([signal, tooLong])
    const { page, links } = await threads.run<PackedPage>('packPage', task, ending)
    const { buffer, byteOffset, byteLength } = page.facts
    return { page: { ...page, facts: Buffer.from(buffer, byteOffset, byteLength) }, links }
  } catch (error) {
    if (signal.aborted || !tooLong.aborted) throw error
    return unread(new FetchProblem('timeout', 'it took too long to read its markup'))
  }
}
