import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction, type Updateable } from 'kysely'
import { canonicalJson } from '../../kernel/canonical.ts'
import type { Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { inTurns } from '../../kernel/each-brand.ts'
import type { Job } from '../../kernel/jobs.ts'
import { createFetcher } from '../../lib/fetching/fetcher.ts'
import { redactMessage } from '../../lib/providers/provider-messages.ts'
import { SendProblem, sendRequest } from '../../lib/providers/send.ts'
import { UnreadableBody } from '../../lib/providers/shape.ts'
import { version } from '../../lib/version.ts'
import { inList, insertRows } from '../../stores/postgres-rows.ts'
import type { Tables } from '../../stores/postgres-schema.ts'
import { addDays } from '../visibility/index.ts'
import type { Connection } from './connection.ts'
import { type Access, type SyncedDays, SyncProblem } from './readers/reader.ts'
import { type ConnectionKind, readers } from './readers/readers.ts'
import states from './states.json' with { type: 'json' }
import type { ConnectionState } from './tables.ts'
import { dimensions } from './tables.ts'

/**
 * Replaces days of a connection in one transaction.
 * @param isFirst removes rows of other properties, too
 * @returns false if the connection was deleted
 */
async function storeDays(
  { db, now }: Services,
  { id, brand_id, property }: Connection,
  kinds: readonly string[],
  { first, last, rows }: SyncedDays,
  isFirst: boolean,
): Promise<boolean> {
  const imported_at = now()
  const stored = new Map(
    rows.map((row) => {
      const { kind, count, measures, isThresholded: is_thresholded = false } = row
      const { day } = row.dimensions
      if (day < first || day > last)
        throw new SyncProblem('failed', `the response has rows of ${day}, which was not requested`)
      const texts = Object.entries(row.dimensions)
      const values = Object.fromEntries(
        texts.map(([name, text]) => [name, text.toWellFormed().replaceAll('\0', '\uFFFD')]),
      )
      const report = dimensions.filter((dimension) => dimension in values).join(',')
      const key = createHash('sha256').update(canonicalJson(values)).digest()
      const columns = { brand_id, kind, report, key, dimensions: values as never, count, imported_at }
      return [
        `${kind} ${report} ${key.toString('hex')}`,
        { ...columns, day, property, measures: measures as never, is_thresholded },
      ]
    }),
  )
  return db.transaction().execute(async (transaction) => {
    // Locks the brand before the connection, as changes do.
    const brand = transaction.updateTable('brands').set(incrementDataVersion).where('id', '=', brand_id)
    await brand.execute()
    const own = transaction.selectFrom('connections').select('id').where('id', '=', id).forUpdate()
    if ((await own.executeTakeFirst()) === undefined) return false
    const before = transaction
      .deleteFrom('first_party_rows')
      .where('brand_id', '=', brand_id)
      .where(inList('kind', kinds, 'text'))
      .where((is) => {
        const isSameDay = is.between('day', first, last)
        return isFirst ? is.or([isSameDay, is('property', '!=', property)]) : isSameDay
      })
    await before.execute()
    await insertRows(transaction, 'first_party_rows', [...stored.values()])
    return true
  })
}

const syncQueue = 'sync-connection'
const firstDays = 90
/** Services complete and correct days for some time. */
const repeatedDays = 7
const hourMs = 3_600_000
const requestTimeoutMs = 120_000
const attempts = 3

/** Queues a sync once. */
export const queueSync = (
  { jobs }: Pick<Services, 'jobs'>,
  { id, brand_id }: Pick<Connection, 'id' | 'brand_id'>,
  transaction?: Transaction<Tables>,
) => jobs.enqueue(syncQueue, { connection_id: id, brand_id }, { key: id, ...(transaction && { transaction }) })

/** Queues due syncs. Workspaces alternate, so that one with many connections does not delay the others. */
export const planSyncs: Job = {
  queue: 'plan-syncs',
  everySeconds: 600,
  async run({ db, now, jobs }) {
    const lost = new Date(now().getTime() - 6 * hourMs)
    const due = await db
      .selectFrom('connections')
      .innerJoin('brands', 'brands.id', 'brand_id')
      .select(['connections.id', 'brand_id', 'workspace_id'])
      .where('next_sync_at', '<=', now())
      // Queued again only if their job is gone, as after a restore.
      .where((is) => is.or([is('state', '!=', 'syncing'), is('next_sync_at', '<', lost)]))
      .orderBy('next_sync_at')
      .execute()
    for (const connection of inTurns(due)) await queueSync({ jobs }, connection)
  },
}

/**
 * Syncs a connection that is due. Days are stored in order and complete, and a sync starts before the last stored one, so
 * that a killed or failed one loses nothing.
 */
export const syncConnectionJob: Job<{ connection_id: string }> = {
  queue: syncQueue,
  concurrency: 4,
  perWorkspace: 2,
  async run(services, { connection_id }, signal) {
    const { db, now } = services
    const startedAt = now()
    const nextAfter = (state: ConnectionState) => new Date(startedAt.getTime() + states[state].hours * hourMs)
    const update = (values: Updateable<Tables['connections']>) =>
      db.updateTable('connections').set(values).where('id', '=', connection_id)
    const connection = await update({ state: 'syncing' })
      .where('next_sync_at', '<=', startedAt)
      .returningAll()
      .executeTakeFirst()
    if (connection === undefined) return
    try {
      const outcome = await readAll(services, connection, startedAt, signal)
      await update({
        ...{ state: 'synced', problem: null, last_synced_at: startedAt, ...outcome },
        next_sync_at: nextAfter('synced'),
      }).execute()
    } catch (error) {
      signal.throwIfAborted()
      const { state, problem } = describe(error)
      await update({ state, problem, next_sync_at: nextAfter(state) }).execute()
    }
  },
}

/** @throws the error itself if it is not a problem of the service */
function describe(error: unknown): { state: ConnectionState; problem: string } {
  const isKnown = error instanceof SyncProblem || error instanceof SendProblem || error instanceof UnreadableBody
  if (!isKnown) throw error
  const state = error instanceof SyncProblem ? error.state : 'failed'
  const words = error instanceof UnreadableBody ? `the response is unreadable: ${error.message}` : error.message
  return { state, problem: `${redactMessage(words)}; ${(states[state] as { advice?: string }).advice}` }
}

async function readAll(services: Services, connection: Connection, startedAt: Date, signal: AbortSignal) {
  const { config, db, resolveHost, secrets } = services
  const { id, brand_id, property, base_url: baseUrl } = connection
  const credential = secrets.open(connection.credential, id)
  if (credential === undefined)
    throw new SyncProblem('credential_refused', 'the key that encrypted the credential is missing')
  const fetcher = createFetcher({
    userAgent: `Sightline/${version}`,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    resolve: resolveHost,
  })
  const reader = readers[connection.kind as ConnectionKind]
  const today = startedAt.toISOString().slice(0, 10)
  const earliest = addDays(today, -Math.min(firstDays, config.VISIT_RETENTION_DAYS ?? firstDays))
  const { stored } = await db
    .selectFrom('first_party_rows')
    .select(sql<string | null>`max(day)`.as('stored'))
    .where('brand_id', '=', brand_id)
    .where(inList('kind', reader.kinds, 'text'))
    .where('property', '=', property)
    .executeTakeFirstOrThrow()
  const again = stored === null ? earliest : addDays(stored, -repeatedDays)
  const send: Access['send'] = async ({ token, ...given }) => {
    const form = typeof given.body === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }
    const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...form }
    const request = { ...given, headers, buys: false, timeoutMs: requestTimeoutMs }
    for (let attempt = 1; ; attempt += 1) {
      const response = await sendRequest(fetcher, request, { baseUrl: given.url }, signal).catch((error) => {
        const isPassing = error instanceof SendProblem && !error.stopsSource
        if (!isPassing || attempt === attempts) throw error
      })
      if (response !== undefined && (response.status < 500 || attempt === attempts)) return response
      await sleep(100 * 2 ** attempt, undefined, { signal })
    }
  }
  const outcome = { rows: 0, is_thresholded: false }
  try {
    const first = again > earliest ? again : earliest
    const access = { property, credential, baseUrl, first, last: addDays(today, -1), now: startedAt, send }
    for await (const days of reader.read(access)) {
      signal.throwIfAborted()
      if (!(await storeDays(services, connection, reader.kinds, days, outcome.rows === 0))) return outcome
      outcome.rows += days.rows.length
      outcome.is_thresholded ||= days.rows.some(({ isThresholded }) => isThresholded)
    }
    return outcome
  } finally {
    fetcher.close()
  }
}
