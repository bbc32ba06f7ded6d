import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withLock } from '../../kernel/brand-lock.ts'
import type { Services } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { longTest } from '../../testing/forms.ts'
import { importAgain } from '../../testing/import-again.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { visibilities } from '../../testing/visibility/rankings.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
  await test.storedDataIsChecked()
  test.setNow('2026-03-02T12:00:00Z')
})
afterAll(() => test.close())

const answer = (id: string, text = 'Zuvari it is') => ({
  id,
  prompt: 'Which?',
  engine: 'chatgpt',
  executed_at: '2026-03-01T10:00:00Z',
  answer: text,
})

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** More than the PostgreSQL pool has connections. */
const many = 24

const counted = async (table: string, { brandId }: MadeBrand) => {
  const [row] = await test.app.services.clickhouse.query<{ rows: string }>(
    sql`SELECT count() AS rows FROM ${sql.raw(table)} WHERE brand_id = ${brandId}`,
  )
  return Number(row?.rows)
}

describe('concurrent imports', () => {
  const importInto = ({ brandId }: MadeBrand, id: string) =>
    test.operate('import-answers', { brand_id: brandId }, answersFile([answer(id), answer(`${id}, again`)]))

  longTest('succeed for one brand and for many, and reading continues', async () => {
    const one = await makeBrand(test, 'Zuvari')
    const others = await Promise.all(range(many).map(() => makeBrand(test, 'Zuvari')))
    const imports = [...range(many).map(() => one), ...others].map((brand, id) => importInto(brand, String(id)))
    const reads = range(50).map(() => visibilities(test, one))
    await Promise.all(reads)
    expect(await Promise.all(imports)).toEqual(
      imports.map(() => ({ imported: 2, duplicates: 0, rejected: 0, first_rejections: [] })),
    )
    expect(await counted('readings', one)).toBe(2 * many)
  })

  it('wait for locks without using the connections that requests need', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const held = range(many).map((id) =>
      withLock(test.app.services, `brand ${id}`, 'history', () =>
        withLock(test.app.services, `brand ${id}`, 'writing', () => gate),
      ),
    )
    const others = range(many).map((id) => withLock(test.app.services, `another ${id}`, 'writing', () => gate))
    expect((await test.get('/v1/brands', brand.key)).status).toBe(200)
    open()
    await Promise.all([...held, ...others])
  })
})

describe('losing a writer’s lock', () => {
  /** Loads the module again, which gives it separate locks like another process. */
  const anotherProcess = () =>
    importAgain<typeof import('./import-answers.ts')>(new URL('./import-answers.ts', import.meta.url))

  /** Terminates the connections that hold brand locks, as a PostgreSQL restart does. */
  const loseLocks = ({ postgres }: Services) =>
    postgres.execute(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())`,
    )

  it.each(['answers', 'readings'])('before %s are written changes nothing', async (table) => {
    const brand = await makeBrand(test, 'Zuvari')
    const lines = answersFile([answer('a'), answer('b', 'nobody')])
    const { services } = test.app
    const { clickhouse } = services
    const other = await anotherProcess()
    let isLost = false
    services.clickhouse = {
      ...clickhouse,
      async insert(into, rows) {
        if (into === table && !isLost) {
          isLost = true
          await loseLocks(services)
          const ctx = {
            services: { ...services, clickhouse },
            brand: await services.db
              .selectFrom('brands')
              .selectAll()
              .where('id', '=', brand.brandId)
              .executeTakeFirstOrThrow(),
          }
          const file = Readable.from([Buffer.from(lines)])
          const { signal } = new AbortController()
          await other.importAnswers.run({ ctx, input: {}, file, progress: () => {}, signal } as never)
        }
        await clickhouse.insert(into, rows)
      },
    }
    const outcome = await test.tryOperate('import-answers', { brand_id: brand.brandId }, lines)
    services.clickhouse = clickhouse
    expect(isLost).toBe(true)
    expect(outcome).toMatchObject({ failure: { error: { code: 'service_unavailable' } } })
    expect(await visibilities(test, brand)).toEqual(['Zuvari 50'])
    expect([await counted('answers', brand), await counted('readings', brand)]).toEqual([2, 2])
  })

  it('after answers are written leaves no readings', async () => {
    const brand = await makeBrand(test, 'Zuvari')
    const { services } = test.app
    const { clickhouse } = services
    const written: string[] = []
    services.clickhouse = {
      ...clickhouse,
      async insert(into, rows) {
        await clickhouse.insert(into, rows)
        written.push(into)
        await loseLocks(services)
      },
    }
    const lines = answersFile([answer('a')])
    const outcome = await test.tryOperate('import-answers', { brand_id: brand.brandId }, lines)
    services.clickhouse = clickhouse
    expect(outcome).toMatchObject({ failure: { error: { code: 'service_unavailable' } } })
    expect(written).toEqual(['answers'])
    expect(await test.operate('import-answers', { brand_id: brand.brandId }, lines)).toMatchObject({
      imported: 1,
    })
    expect([await counted('answers', brand), await counted('readings', brand)]).toEqual([1, 1])
  })
})

it.each([0, 3000])('an import whose brand is deleted before its last %i lines fails', async (more) => {
  const brand = await makeBrand(test, 'Zuvari')
  async function* lines() {
    yield Buffer.from(`${answersFile(range(3000).map((id) => answer(String(id))))}\n`)
    while ((await counted('readings', brand)) === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await test.operate('delete-brand', { brand_id: brand.brandId })
    yield Buffer.from(answersFile(range(more).map((id) => answer(`later ${id}`))))
  }
  const outcome = await test.tryOperate('import-answers', { brand_id: brand.brandId }, Readable.from(lines()))
  expect(outcome).toMatchObject({
    failure: { error: { code: 'not_found', message: 'brand not found' } },
  })
  for (const table of ['answers', 'readings']) expect(await counted(table, brand)).toBe(0)
})
