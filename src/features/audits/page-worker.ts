import type { FetchedPage } from '../../lib/fetching/fetcher.ts'
import type { CrawledAddress } from '../../lib/site/crawled.ts'
import { linksOf, readPage } from '../../lib/site/pages/read-page.ts'
import { packFacts, type StoredPage, unpackFacts } from './pack-facts.ts'

/** An address that has answered, as threads can be given it. */
export interface ReadPageTask {
  auditId: string
  address: Omit<CrawledAddress, 'end'>
  end: Omit<FetchedPage, 'headers' | 'body'> & { headers: [string, string][]; body: Uint8Array }
  /** What the last audit has found there, packed. */
  previous: Uint8Array | undefined
}

/** What is stored of a page, and the addresses of the site that it leads to. */
export interface PackedPage {
  page: Omit<StoredPage, 'facts'> & { facts: Uint8Array }
  links: string[]
}

/** Reads a page in a thread. */
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
