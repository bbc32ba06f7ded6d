import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerBatches } from '../features/answers/index.ts'
import { visitBatches } from '../features/crawler/index.ts'
import { scanBatches } from '../features/earned-mentions/index.ts'
import { type BatchKind, committedUntil, withBatch } from '../kernel/batches.ts'
import { storedRows } from '../kernel/check-stored.ts'
import type { Services } from '../kernel/context.ts'
import { sql } from '../stores/clickhouse-sql.ts'
import { openConnections } from '../stores/postgres.ts'
import { portion } from '../testing/forms.ts'
import { importAgain } from '../testing/import-again.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { until } from './testing/campaign.ts'

const kinds: Record<string, BatchKind<string>> = {
  answers: answerBatches,
  scans: scanBatches,
  visits: visitBatches,
}
const faults = ['is killed', 'fails', 'loses its lock to another one'] as const
type Fault = (typeof faults)[number]
const cases = Object.keys(kinds).flatMap((name, row) =>
  portion(faults, row, faults.length).map((fault) => [name, fault] as const),
)

/** Rows of a batch, by writer. */
const sizes = { abandoned: 1, victim: 10, other: 100, next: 1000 }

let test: TestApp
let services: Services
/** A second instance of the module, as another process has it: turns within a process are separate. */
let another: typeof import('../kernel/batches.ts')

beforeAll(async () => {
  test = await startTestApp()
  await test.storedDataIsChecked()
  services = test.app.services
  another = await importAgain(new URL('../kernel/batches.ts', import.meta.url))
})
afterAll(() => test.close())

async function makeBrand(): Promise<string> {
  const { id: workspace_id } = await test.operate('create-workspace', { name: 'W' })
  return (await test.operate('create-brand', { workspace_id, name: 'Acme' })).id
}

const row = (brandId: string, seq: number) => JSON.stringify({ brand_id: brandId, seq })

const rowsOf = ({ tables }: BatchKind<string>, brandId: string, seq: number, size: number) =>
  Object.fromEntries(tables.map((table) => [table, Array<string>(size).fill(row(brandId, seq))]))

/** A row as it is counted. */
const countedRow = { id: '00000000-0000-0000-0000-000000000000', day: '1970-01-01' }

const write = (
  kind: BatchKind<string>,
  brandId: string,
  size: number,
  { by = services, as = withBatch }: { by?: Services; as?: typeof withBatch } = {},
) =>
  as(by, kind, brandId, async (batch) => {
    await batch.write({
      rows: () => rowsOf(kind, brandId, batch.seq, size),
      counted: () => Array(size).fill(countedRow),
    })
    return batch.seq
  })

async function numbers(kind: BatchKind<string>, brandId: string) {
  const brand = services.db.selectFrom('brands').selectAll().where('id', '=', brandId)
  return kind.numbersOf(await brand.executeTakeFirstOrThrow())
}

/** Rows of the brand in the tables of the kind; each table has the same number. */
async function count(kind: BatchKind<string>, brandId: string, condition = sql`true`): Promise<number> {
  const counts = await Promise.all(
    kind.tables.map(async (table) => {
      const [counted] = await services.clickhouse.query<{ rows: string }>(
        sql`SELECT count() AS rows FROM ${sql.raw(table)} WHERE brand_id = ${brandId} AND ${condition}`,
      )
      return Number(counted?.rows)
    }),
  )
  expect(new Set(counts).size, `${kind.tables}: ${counts}`).toBe(1)
  return counts[0] as number
}

const visible = async (kind: BatchKind<string>, brandId: string) =>
  count(kind, brandId, committedUntil((await numbers(kind, brandId)).committed))

/** Leaves the state of a writer killed just before its commit, after an interrupted erasure. */
async function abandon(kind: BatchKind<string>, brandId: string): Promise<void> {
  const { committed } = await numbers(kind, brandId)
  const recorded = kind.columnsOf({ committed, pending: committed + 1 })
  const uncounted = { ...recorded, counted_tables: [] }
  await services.db.updateTable('brands').set(uncounted).where('id', '=', brandId).execute()
  const rows = rowsOf(kind, brandId, committed + 1, sizes.abandoned)
  for (const table of kind.tables) await services.clickhouse.insert(table, (rows[table] ?? []).join('\n'))
}

/** Closes the connections that hold brand locks, as a PostgreSQL shutdown does. @returns whether there were any */
async function loseLocks(): Promise<boolean> {
  const held = `from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`
  const { rows } = await services.postgres.execute(`select pg_terminate_backend(pid) ${held}`)
  await until(async () => (await services.postgres.execute(`select pid ${held}`)).rows.length === 0)
  return rows.length > 0
}

/** Stores and connections of a separate process, which report each completed step. */
function watched(onStep: (step: number) => Promise<void>) {
  let step = 0
  let isDead = false
  const beforeStep = () => {
    if (isDead) throw new Error('this process is dead')
  }
  const afterStep = <T>(result: T) => {
    step += 1
    return onStep(step).then(() => result)
  }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      beforeStep()
      return node
    },
    transformResult: ({ result }) => afterStep(result),
  }
  const own = openConnections(services.postgres.address, { onLost() {}, onSilence() {} }, 3)
  const { insert, command, settle } = services.clickhouse
  const asStep =
    <Args extends unknown[]>(work: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      beforeStep()
      return afterStep(await work(...args))
    }
  return {
    services: {
      ...services,
      db: own.db.withPlugin(plugin),
      clickhouse: {
        ...services.clickhouse,
        insert: asStep(insert),
        command: asStep(command),
        settle: asStep(settle),
      },
    },
    die() {
      isDead = true
    },
    steps: () => step,
    close: own.close,
  }
}

/** Number of steps of an undisturbed batch that first removes an abandoned one. */
async function countSteps(kind: BatchKind<string>, brandId: string): Promise<number> {
  await abandon(kind, brandId)
  const writer = watched(async () => {})
  await write(kind, brandId, sizes.victim, { by: writer.services })
  await writer.close()
  return writer.steps()
}

describe.each(cases)('a writer of %s that %s', (name, fault) => {
  const kind = kinds[name] as BatchKind<string>
  const place = Object.keys(kinds).indexOf(name) * faults.length + faults.indexOf(fault)

  it('has stored all or none of its batch after any step, and leaves nothing behind', async () => {
    const brandId = await makeBrand()
    const steps = await countSteps(kind, brandId)
    const all = Array.from({ length: steps }, (_, index) => index + 1)
    for (const step of portion(all, place, 5)) await checkFault(kind, brandId, fault, step)
  })
})

async function checkFault(kind: BatchKind<string>, brandId: string, fault: Fault, faultyStep: number) {
  const what = `${fault} after step ${faultyStep}`
  await abandon(kind, brandId)
  const before = await visible(kind, brandId)
  let atFault = before
  let hasLostLock = false
  const victim = watched(async (step) => {
    if (step !== faultyStep) return
    atFault = await visible(kind, brandId)
    if (fault === 'is killed') victim.die()
    if (fault !== 'fails') hasLostLock = await loseLocks()
    if (fault !== 'loses its lock to another one') throw new Error(what)
    await write(kind, brandId, sizes.other, { as: another.withBatch })
  })
  const hasStored = await write(kind, brandId, sizes.victim, { by: victim.services }).then(
    () => true,
    () => false,
  )
  await victim.close()
  // A batch visible at the moment of the fault stays. An invisible one never appears if its writer lost the lock.
  expect(atFault - before, what).toBeOneOf([0, sizes.victim])
  if (hasLostLock || fault === 'fails') expect(hasStored, what).toBe(false)
  const late = hasStored && atFault === before ? sizes.victim : 0
  const decided = atFault + late + (fault === 'loses its lock to another one' ? sizes.other : 0)
  expect(await visible(kind, brandId), what).toBe(decided)

  await write(kind, brandId, sizes.next)
  expect(await visible(kind, brandId), what).toBe(decided + sizes.next)
  expect(await count(kind, brandId), what).toBe(decided + sizes.next)
  expect((await numbers(kind, brandId)).pending, what).toBeNull()
  const stored = await storedRows(services, kind.counted.table)
  expect(stored.get(brandId), what).toBe(decided + sizes.next)
}

it.each(Object.entries(kinds))('writers of %s take turns, in one process and in several', async (_, kind) => {
  const brandId = await makeBrand()
  const writers = Array.from({ length: 8 }, (_, index) =>
    write(kind, brandId, sizes.victim, { as: index % 2 === 0 ? withBatch : another.withBatch }),
  )
  const seqs = await Promise.all(writers)
  expect(seqs.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  for (const seq of seqs) expect(await count(kind, brandId, sql`seq = ${seq}`)).toBe(sizes.victim)
  expect(await numbers(kind, brandId)).toEqual({ committed: 8, pending: null })
})

it.each(Object.entries(kinds))('%s of a deleted brand are rejected', async (_, kind) => {
  const brandId = await makeBrand()
  await write(kind, brandId, sizes.victim)
  await test.operate('delete-brand', { brand_id: brandId })
  await expect(write(kind, brandId, sizes.next)).rejects.toMatchObject({ code: 'not_found' })
  expect(await count(kind, brandId)).toBe(0)
})
