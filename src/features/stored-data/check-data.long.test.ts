import { readdirSync, realpathSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installWithBrand } from '../../testing/installations.ts'
import type { Installation, MadeBrand } from '../../testing/processes.ts'
import { answersFile } from '../../testing/test-app.ts'

let sightline: Installation
let brand: MadeBrand

beforeEach(async () => {
  ;({ installation: sightline, brand } = await installWithBrand())
})
afterEach(() => sightline.remove())

const answers = answersFile(
  Array.from({ length: 5 }, (_, index) => ({
    prompt: 'Which?',
    engine: 'chatgpt',
    executed_at: '2026-03-10T10:00:00Z',
    answer: `Answer ${index}`,
  })),
)

/** Damages a table of the embedded engine. */
function truncateParts(table: string): void {
  const directory = realpathSync(join(sightline.directory, 'clickhouse/data/default', table))
  for (const name of readdirSync(directory).filter((name) => name.startsWith('all_')))
    truncateSync(join(directory, name, 'data.bin'), 20)
}

it('check-data exits with 0 if no rows are missing, otherwise with 1 and the losses, which the server logs once', async () => {
  const words = ['import-answers', '--brand-id', brand.brandId, '--file', '-']
  expect((await sightline.run(words, { input: answers })).status).toBe(0)
  const whole = await sightline.run(['check-data', '--json'])
  expect([whole.status, JSON.parse(whole.stdout)]).toMatchObject([0, { ok: true, problems: [] }])

  truncateParts('answers')
  const server = await sightline.startServer()
  const damaged = await sightline.run(['check-data', '--json'])
  expect([damaged.status, damaged.stderr]).toEqual([1, ''])
  const { ok, problems, tables } = JSON.parse(damaged.stdout)
  expect(ok).toBe(false)
  expect(problems[0]).toEqual({
    store: 'clickhouse',
    brand_id: brand.brandId,
    table: 'answers',
    what: '5 rows of 2026-03-10 are lost',
    answers: 5,
    action: expect.stringContaining(`sightline accept-data-loss --brand-id ${brand.brandId}`),
  })
  expect(tables).toContainEqual({ table: 'answers', brands: 0, rows_expected: 5, rows_found: 0 })
  expect((await sightline.run(['check-data'])).stdout).toContain('5 rows of 2026-03-10 are lost')
  const lines = server.log().split('\n')
  const reported = lines.filter((line) => line.includes('stored rows are missing'))
  expect(reported.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, brand_id: brand.brandId, table: 'answers', rows: 5, from: '2026-03-10', to: '2026-03-10' },
  ])

  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'degraded' })
  await sightline.operate('accept-data-loss', { brand_id: brand.brandId })
  while (!(await sightline.operate<{ ok: boolean }>('check-data')).ok);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready' })
  await server.stop()
})
