import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../stores/postgres-schema.ts'
import type { Services } from './context.ts'
import { keyIdOf } from './secret-box.ts'

/** Where a feature stores sealed secrets: a column of a table with an `id`, or `sealed` of pending jobs. */
export type SealedPlace = { kind: string } & (
  | { table: keyof Tables; column: string; ownerOf(id: string): string }
  | { queue: string; owner: string }
)

/** Number of sealed secrets by kind and key. */
export interface SealedCount {
  kind: string
  /** Null if the value was not sealed by Sightline. */
  keyId: string | null
  /** `current`: sealed with the first key; `old`: with another known key; `unreadable`: with neither. */
  state: 'current' | 'old' | 'unreadable'
  secrets: number
}

interface SealedRow {
  id: string
  sealed: Buffer
}

const rowsPerPage = 500
/** Limits the passes. A pass that found an old key is followed by another, as rows can change. */
const maxPasses = 10

export const sealedPlaces = ({ features }: Pick<Services, 'features'>): SealedPlace[] =>
  features.flatMap(({ sealed }) => sealed ?? [])

/** Counts sealed secrets by kind, key and state. */
export const countSealed = async (services: Services): Promise<SealedCount[]> =>
  (await walk(services, services.closing, false)).counts

/**
 * Seals every secret again that an old key has sealed. Updates rows one by one, and only if the value is
 * unchanged: writers may run at the same time, and after a kill the next call continues.
 */
export async function resealAll(
  services: Services,
  signal: AbortSignal,
  onResealed: (count: number) => void,
): Promise<{ resealed: number; counts: SealedCount[] }> {
  let resealed = 0
  for (let pass = 1; ; pass += 1) {
    const found = await walk(services, signal, true, () => {
      resealed += 1
      onResealed(resealed)
    })
    if (!found.hasChanged || pass === maxPasses) return { resealed, counts: found.counts }
  }
}

async function walk(
  services: Services,
  signal: AbortSignal,
  reseals: boolean,
  onResealed = () => {},
): Promise<{ hasChanged: boolean; counts: SealedCount[] }> {
  const { db, secrets } = services
  const counts = new Map<string, SealedCount>()
  let hasChanged = false
  for (const place of sealedPlaces(services))
    for await (const { id, sealed } of sealedRows(services, place)) {
      signal.throwIfAborted()
      const owner = 'queue' in place ? place.owner : place.ownerOf(id)
      const again = secrets.reseal(sealed, owner)
      const state = typeof again === 'string' ? again : 'old'
      if (reseals && typeof again !== 'string') {
        hasChanged = true
        const { numAffectedRows } = await replacement(place, id, sealed, again).execute(db)
        if (numAffectedRows === 1n) onResealed()
      }
      const keyId = keyIdOf(sealed) ?? null
      const count = counts.get(`${place.kind} ${keyId} ${state}`)
      if (count === undefined)
        counts.set(`${place.kind} ${keyId} ${state}`, { kind: place.kind, keyId, state, secrets: 1 })
      else count.secrets += 1
    }
  return { hasChanged, counts: [...counts.values()] }
}

async function* sealedRows({ db }: Services, place: SealedPlace): AsyncGenerator<SealedRow> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await page(place, after).execute(db)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerPage) return
    after = last.id
  }
}

const inJob = sql`decode(data->>'sealed', 'base64')`

function page(place: SealedPlace, after: string): RawBuilder<SealedRow> {
  const end = sql`order by id limit ${rowsPerPage}`
  if ('queue' in place)
    return sql<SealedRow>`select id, ${inJob} as sealed from jobs.job where name = ${place.queue}
      and state < 'completed' and data->>'sealed' is not null and id > ${after} ${end}`
  const column = sql.ref(place.column)
  return sql<SealedRow>`select id, ${column} as sealed from ${sql.table(place.table)}
    where ${column} is not null and id > ${after} ${end}`
}

function replacement(place: SealedPlace, id: string, before: Buffer, after: Buffer): RawBuilder<unknown> {
  if ('queue' in place)
    return sql`update jobs.job set data = jsonb_set(data, '{sealed}', to_jsonb(${after.toString('base64')}::text))
      where name = ${place.queue} and id = ${id} and ${inJob} = ${before}`
  const column = sql.ref(place.column)
  return sql`update ${sql.table(place.table)} set ${column} = ${after} where id = ${id} and ${column} = ${before}`
}

/** Warns about secrets that the first key cannot open. Unreadable tables do not prevent the start. */
export async function warnOfOldKeys(services: Services): Promise<void> {
  const counts = await countSealed(services).catch((error) => {
    services.log.warn({ err: error }, 'could not count secrets by key')
    return []
  })
  for (const { kind, keyId, state, secrets } of counts) {
    const what = { kind, key: keyId, secrets }
    if (state === 'old')
      services.log.warn(
        what,
        'secrets are still sealed with an old key; run sightline rotate-secrets before you remove it',
      )
    if (state === 'unreadable')
      services.log.warn(
        what,
        'secrets cannot be opened; add the key that sealed them to SECRETS_KEY, or set these secrets again',
      )
  }
}
