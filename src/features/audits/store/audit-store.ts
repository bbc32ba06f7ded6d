import { uuidFromText } from '../../../lib/hashed-uuid.ts'
import type { Discovery, Frontier } from '../../../lib/site/crawled.ts'
import type { Validators } from '../../../lib/site/crawling/fetch-address.ts'
import type { Postgres } from '../../../stores/postgres.ts'
import { inList } from '../../../stores/postgres-rows.ts'
import type { StoredPage } from './pack-facts.ts'
import { lastPages } from './stored-pages.ts'
import { type RunningAudit, writeProgress } from './write-progress.ts'

/** Limits for unwritten results. Reaching any one triggers a write. */
const flushPages = 200
const flushBytes = 1_000_000
const flushFound = 2000
const flushMs = 1000
/** URLs read from the store ahead of demand. */
const prefetchLimit = 300

/** The stored state of a running audit. After a crash, any process can resume from the last write. */
export interface AuditStore {
  frontier: Frontier
  /** Saves the facts of a page, at the latest when its URL is stored as read. */
  savePage(page: StoredPage): Promise<void>
  /** Validators for a conditional request, from the last audit. Only for URLs returned by `next`. */
  validators(url: string): Validators | undefined
  /** The packed facts that the last audit stored for a URL. */
  previousFacts(url: string): Promise<Buffer | undefined>
  /** Writes all pending results. @throws AuditSupersededError */
  flush(): Promise<void>
  /** Stops the periodic writes. */
  close(): void
}

interface Unwritten {
  found: Map<string, Discovery>
  pages: Map<string, StoredPage>
  pageBytes: number
  settled: string[]
}

const emptyUnwritten = (): Unwritten => ({ found: new Map(), pages: new Map(), pageBytes: 0, settled: [] })

/** Markers in place of a depth, which no longer matters once reading starts. */
const beingRead = -1
const alreadyRead = -2

/**
 * Opens the stored state of an audit. Writes URLs, facts and read marks in one transaction, so that every URL
 * marked as read has its facts and links stored.
 * @param onFailure called if a periodic write fails
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
  let unwritten = emptyUnwritten()
  let writing = Promise.resolve()
  let prefetching = Promise.resolve()
  const prefetched: Discovery[] = []
  /** URLs that `next` returned and that are not yet stored as settled. */
  const inFlight = new Map<string, Validators | undefined>()

  function flush(): Promise<void> {
    const now = unwritten
    if (now.found.size + now.pages.size + now.settled.length === 0) return writing
    unwritten = emptyUnwritten()
    const progress = { pagesFound: depths.size, pagesDone: settled }
    writing = writing.then(() =>
      writeProgress(db, audit, {
        ...progress,
        found: [...now.found.values()],
        pages: [...now.pages.values()],
        settled: now.settled.map(uuidFromText),
      }).then(() => {
        for (const url of now.settled) inFlight.delete(url)
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
      .where(({ not }) => not(inList('id', [...inFlight.keys()].map(uuidFromText), 'uuid')))
    // Within a depth, order by hash: stable across restarts, and spread over the site.
    const next = await addresses.orderBy('depth').orderBy('id').limit(prefetchLimit).execute()
    const validators = await last.validators(next.map(({ url }) => url))
    for (const { url } of next) {
      inFlight.set(url, validators.get(url))
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
        // Prefetch one at a time, so that no two calls fetch the same URLs.
        prefetching = prefetching.then(() => (prefetched.length < limit ? prefetch() : undefined))
        await prefetching
        return prefetched.splice(0, limit)
      },
      async settle(urls) {
        for (const url of urls) {
          const known = depths.get(url)
          if (known === undefined || known === alreadyRead) continue
          depths.set(url, alreadyRead)
          inFlight.set(url, undefined)
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
    validators: (url) => inFlight.get(url),
    previousFacts: last.facts,
    flush,
    close: () => clearInterval(timer),
  }
}
