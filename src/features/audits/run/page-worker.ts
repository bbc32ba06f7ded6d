import '../../../lib/threads/lower-priority.ts'
import type { FetchedPage } from '../../../lib/fetching/fetcher.ts'
import type { CrawledAddress } from '../../../lib/site/crawled.ts'
import { linksOf, readPage } from '../../../lib/site/pages/read-page.ts'
import { packFacts, type StoredPage, unpackFacts } from '../store/pack-facts.ts'

/** A response in a form that can be sent to a thread. */
export interface ReadPageTask {
  auditId: string
  address: Omit<CrawledAddress, 'end'>
  end: Omit<FetchedPage, 'headers' | 'body'> & { headers: [string, string][]; body: Uint8Array }
  /** The packed facts of the last audit. */
  previous: Uint8Array | undefined
}

/** A page to store, and the URLs of the site that it links to. */
export interface PackedPage {
  page: Omit<StoredPage, 'facts'> & { facts: Uint8Array }
  links: string[]
}

/** Parses a page. Runs in a worker thread. */
export function packPage({ auditId, address, end, previous }: ReadPageTask): PackedPage {
  const { body, headers } = end
  const fetched = {
    ...end,
    headers: new Headers(headers),
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  }
  const known = previous === undefined ? undefined : unpackFacts(previous)
  const facts = readPage({ ...address, end: fetched }, known)
  return { page: packFacts(auditId, facts), links: linksOf(facts).internal }
}
