import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installWithBrand } from '../testing/installations.ts'
import type { Installation, MadeBrand } from '../testing/processes.ts'

let sightline: Installation
let brand: MadeBrand

beforeEach(async () => {
  ;({ installation: sightline, brand } = await installWithBrand())
})
afterEach(() => sightline.remove())

async function expectRefusal(message: RegExp): Promise<void> {
  const { status, stderr } = await sightline.run(['list-workspaces'])
  expect([status, JSON.parse(stderr).error]).toMatchObject([
    1,
    { code: 'conflict', message: expect.stringMatching(message) },
  ])
}

const listed = async () => (await sightline.data<{ id: string }[]>('list-workspaces')).map(({ id }) => id)

test('a cluster without its PG_VERSION is left unchanged, and serves again once the file is back', async () => {
  const file = join(sightline.directory, 'postgres/PG_VERSION')
  const version = readFileSync(file)
  rmSync(file)
  await expectRefusal(/postgres: PG_VERSION is missing; restore/)
  writeFileSync(file, version)
  expect(await listed()).toEqual([brand.workspaceId])
})

test('ClickHouse data without its PostgreSQL is not a new installation', async () => {
  const [place, away] = ['postgres', 'away'].map((name) => join(sightline.directory, name)) as [string, string]
  renameSync(place, away)
  await expectRefusal(/postgres is missing, /)
  expect(existsSync(place)).toBe(false)
  renameSync(away, place)
  expect(await listed()).toEqual([brand.workspaceId])
})

test('check-data names a PostgreSQL table with a corrupted page', async () => {
  const of = ['--brand-id', brand.brandId]
  await sightline.data('create-competitor', ...of, '--name', 'Zuvarimelk', '--primary-url', 'https://z.example')
  const base = join(sightline.directory, 'postgres/base/5')
  const files = readdirSync(base).filter((name) => /^\d+$/.test(name))
  for (const name of files) {
    const bytes = readFileSync(join(base, name))
    const isChanged = bytes.includes('Zuvarimelk') && !bytes.includes('create-competitor')
    if (isChanged) writeFileSync(join(base, name), bytes.fill(0x5a, 8100, 8110))
  }
  const { status, stdout } = await sightline.run(['check-data', '--json'])
  const what = expect.stringMatching(/invalid page/)
  // The names used for readings are stored as well.
  const problems = ['competitors', 'reading_configs'].map((table) => ({ store: 'postgres', table, what }))
  expect([status, JSON.parse(stdout)]).toMatchObject([1, { ok: false, problems }])
})
