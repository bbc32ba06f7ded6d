import { FetchProblem } from '../../core/fetching/fetch-problem.ts'
import { createThreads } from '../answers/index.ts'
import type { CrawledAddress } from './audit-types.ts'
import { packFacts, type StoredPage } from './packed-page.ts'
import type { PackedPage, ReadPageTask } from './page-worker.ts'
import { linksOf, readPage } from './pages/index.ts'

/** One thread reads the pages of all audits of the process: requests are answered by another one. */
const threads = createThreads({
  module: new URL('./page-worker.ts', import.meta.url),
  most: 1,
  patienceMs: 5000,
})

/**
 * Reads what was found at an address.
 * @param previous what the last audit has found there, packed
 * @returns what is kept of it, and the addresses of the site that it leads to
 */
export async function readInThread(
  auditId: string,
  { end, ...address }: CrawledAddress,
  previous: Buffer | undefined,
  signal: AbortSignal,
): Promise<{ page: StoredPage; links: string[] }> {
  if (end instanceof FetchProblem) {
    const facts = readPage({ ...address, end })
    return { page: packFacts(auditId, facts), links: linksOf(facts).internal }
  }
  const task: ReadPageTask = { auditId, address, end: { ...end, headers: [...end.headers] }, previous }
  const { page, links } = await threads.run<PackedPage>('packPage', task, signal)
  const { buffer, byteOffset, byteLength } = page.facts
  return { page: { ...page, facts: Buffer.from(buffer, byteOffset, byteLength) }, links }
}
