import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../server/log.ts'
import { sql } from '../stores/clickhouse-sql.ts'
import { tryOpenDataDirectory } from '../stores/data-directory.ts'
import { installWithBrand } from '../testing/installations.ts'
import type { Installation, MadeBrand } from '../testing/processes.ts'
import { seededRandom } from './testing/campaign.ts'

const rounds = 30
/** Ten batches. */
const pages = 2000
const random = seededRandom()
let sightline: Installation
let brand: MadeBrand
let file: string

beforeAll(async () => {
  ;({ installation: sightline, brand } = await installWithBrand({ CITED_PAGES: 'ignore' }))
  file = join(sightline.directory, 'scans.jsonl')
  const lines = Array.from({ length: pages }, (_, page) =>
    JSON.stringify({
      url: `https://news.example/${page}`,
      content: `Page ${page} of many. ${'Words. '.repeat(200)}`,
    }),
  )
  writeFileSync(file, lines.join('\n'))
})
afterAll(() => sightline.remove())

const importing = () => sightline.start(['import-page-scans', '--brand-id', brand.brandId, '--file', file, '--json'])

test('scans whose writer is killed at any moment appear as whole batches, and are complete after another import', async () => {
  const startedAt = performance.now()
  expect((await importing().ended).status).toBe(0)
  const durationMs = performance.now() - startedAt
  await expectWhole()
  for (let round = 0; round < rounds; round += 1) {
    const moment = Math.round(durationMs * (0.3 + (0.7 * (round + random())) / rounds))
    const victim = importing()
    await sleep(moment)
    victim.process.kill('SIGKILL')
    await victim.ended
    // Every page was read before: despite replacements, each appears once.
    const list = ['list-page-scans', '--brand-id', brand.brandId, '--outcome', 'read', '--limit', '100', '--json']
    const shown = JSON.parse((await sightline.run(list)).stdout) as { url: string }[]
    expect(new Set(shown.map(({ url }) => url)).size, `killed after ${moment} ms`).toBe(100)
    const again = await importing().ended
    expect([again.status, JSON.parse(again.stdout).imported], `killed after ${moment} ms`).toEqual([0, pages])
    await expectWhole()
  }
})

/** Checks both stores of a closed directory: each page once, and nothing uncommitted. */
async function expectWhole(): Promise<void> {
  const { directory } = sightline
  const dataDirectory = tryOpenDataDirectory(directory, 'command')
  if (dataDirectory === undefined) throw new Error('another process has the directory open')
  const config = readConfig({ DATA_DIR: directory })
  const app = await buildApp({ config, log: createLog('error', 'stderr'), role: 'command', dataDirectory })
  try {
    const { db, clickhouse } = app.services
    const row = db.selectFrom('brands').selectAll().where('id', '=', brand.brandId)
    const { pages_seq, pages_pending } = await row.executeTakeFirstOrThrow()
    expect(pages_pending).toBe(false)
    for (const table of ['page_scans', 'page_readings']) {
      const [stored] = await clickhouse.query(sql`SELECT count() AS shown, uniqExact(page) AS distinct_pages,
          max(seq) <= ${pages_seq} AS committed FROM ${sql.raw(table)}
        WHERE brand_id = ${brand.brandId} AND (page, seq) NOT IN
          (SELECT page, replaces FROM ${sql.raw(table)} WHERE brand_id = ${brand.brandId})`)
      expect([table, stored]).toEqual([table, { shown: pages, distinct_pages: pages, committed: 1 }])
    }
  } finally {
    await app.close()
  }
}
