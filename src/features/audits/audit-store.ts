import { uuidFromText } from '../../lib/hashed-uuid.ts'
import type { Discovery, Frontier } from '../../lib/site/crawled.ts'
import type { Validators } from '../../lib/site/crawling/fetch-address.ts'
import type { Postgres } from '../../stores/postgres.ts'
import { inList } from '../../stores/postgres-rows.ts'
import type { StoredPage } from './pack-facts.ts'
import { lastPages } from './stored-pages.ts'
import { type RunningAudit, writeProgress } from './write-progress.ts'

/** What was read and found is written when there is so much of it, or so long after. */
const flushPages = 200
const flushBytes = 1_000_000
const flushFound = 2000
const flushMs = 1000
/** Addresses that are read from the store ahead of those who ask for them. */
const prefetchLimit = 300

/** The stored state of a running audit: after a kill it goes on, here or in another process, from what was written last. */
export interface AuditStore {
  frontier: Frontier
  /** Saves what was found at an address, no later than the address is stored as read. */
  savePage(page: StoredPage): Promise<void>
  /** How to ask whether an address is as the last audit has found it; of addresses that were given out. */
  validators(url: string): Validators | undefined
  /** What the last audit has found at an address, packed. */
  previousFacts(url: string): Promise<Buffer | undefined>
  /** Writes what is not written yet. @throws AuditSupersededError */
  flush(): Promise<void>
  /** Stops writing by itself. */
  close(): void
}

/** What is found and not written yet. */
interface Unwritten {
  found: Map<string, Discovery>
  pages: Map<string, StoredPage>
  pageBytes: number
  settled: string[]
}

const nothing = (): Unwritten => ({ found: new Map(), pages: new Map(), pageBytes: 0, settled: [] })

/** In the place of a depth, which nobody needs to know any better of what is being read or has been. */
const beingRead = -1
const alreadyRead = -2

/**
 * Opens the stored state of an audit. Addresses, facts of pages, and which addresses were read are held back and written
 * together in one transaction, so that whatever counts as read has its facts and the addresses that it leads to
 * stored with it.
 * @param onFailure is told when writing fails while nobody waits for it
 */
export async function openAuditStore(
  db: Postgres,
  audit: RunningAudit,
  onFailure: (error: unknown) => void,
): Promise<AuditStore> {
  const last = await lastPages(db, audit)
  const depths = new Map<string, number>()
  let settled = 0
  const stored = db.selectFrom('audit_addresses').select(['url', 'depth', 'is_settled'])
  for (const { url, depth, is_settled } of await stored.where('audit_id', '=', audit.id).execute()) {
    depths.set(url, is_settled ? alreadyRead : (depth ?? Number.POSITIVE_INFINITY))
    if (is_settled) settled += 1
  }
  let unwritten = nothing()
  let writing = Promise.resolve()
  let prefetching = Promise.resolve()
  const prefetched: Discovery[] = []
  /** Addresses that have left the store and are not stored as settled. */
  const givenOut = new Map<string, Validators | undefined>()

  function flush(): Promise<void> {
    const now = unwritten
    if (now.found.size + now.pages.size + now.settled.length === 0) return writing
    unwritten = nothing()
    const progress = { pagesFound: depths.size, pagesDone: settled }
    writing = writing.then(() =>
      writeProgress(db, audit, {
        ...progress,
        found: [...now.found.values()],
        pages: [...now.pages.values()],
        settled: now.settled.map(uuidFromText),
      }).then(() => {
        for (const url of now.settled) givenOut.delete(url)
      }),
    )
    writing.catch(() => {})
    return writing
  }

  async function prefetch(): Promise<void> {
    await flush()
    const addresses = db
      .selectFrom('audit_addresses')
      .select(['url', 'depth', 'source'])
      .where('audit_id', '=', audit.id)
      .where('is_settled', '=', false)
      .where(({ not }) => not(inList('id', [...givenOut.keys()].map(uuidFromText), 'uuid')))
    // Those of one depth in the order of their hashes: the same after a kill, and spread over the site.
    const next = await addresses.orderBy('depth').orderBy('id').limit(prefetchLimit).execute()
    const validators = await last.validators(next.map(({ url }) => url))
    for (const { url } of next) {
      givenOut.set(url, validators.get(url))
      depths.set(url, beingRead)
    }
    prefetched.push(...next)
  }

  const timer = setInterval(() => flush().catch(onFailure), flushMs).unref()
  return {
    frontier: {
      async add(found) {
        const before = depths.size
        for (const discovery of found) {
          const depth = discovery.depth ?? Number.POSITIVE_INFINITY
          const known = depths.get(discovery.url)
          if (known !== undefined && known <= depth) continue
          depths.set(discovery.url, depth)
          unwritten.found.set(discovery.url, discovery)
        }
        const added = depths.size - before
        if (unwritten.found.size >= flushFound) await flush()
        return added
      },
      async next(limit) {
        // One after another: what one has fetched, no other one fetches.
        prefetching = prefetching.then(() => (prefetched.length < limit ? prefetch() : undefined))
        await prefetching
        return prefetched.splice(0, limit)
      },
      async settle(urls) {
        for (const url of urls) {
          const known = depths.get(url)
          if (known === undefined || known === alreadyRead) continue
          depths.set(url, alreadyRead)
          givenOut.set(url, undefined)
          settled += 1
          unwritten.settled.push(url)
        }
      },
      async counts() {
        return { known: depths.size, settled }
      },
    },
    async savePage(page) {
      unwritten.pages.set(page.url, page)
      unwritten.pageBytes += page.facts.length
      if (unwritten.pages.size >= flushPages || unwritten.pageBytes >= flushBytes) await flush()
    },
    validators: (url) => givenOut.get(url),
    previousFacts: last.facts,
    flush,
    close: () => clearInterval(timer),
  }
}
