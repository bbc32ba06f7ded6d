import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { line, person, type Taken } from '../../testing/crawler/logs.ts'
import { longTest } from '../../testing/forms.ts'
import { installWithBrand } from '../../testing/installations.ts'
import type { Installation, MadeBrand, RunningServer, Started } from '../../testing/processes.ts'

let sightline: Installation
let first: MadeBrand
let brand: MadeBrand
let log: string
/** Runs until a test without a server stops it. */
let server: RunningServer
let logs = 0
/** One per test. */
let brands: MadeBrand[]

beforeAll(async () => {
  ;({ installation: sightline, brand: first } = await installWithBrand({ BOT_HOST_NAMES: 'ignore' }))
  server = await startServer()
  const texts = { workspace_id: first.workspaceId, name: 'Acme', domain: 'acme.com' }
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => (await sightline.operate('create-brand', texts)).id),
  )
  brands = ids.map((brandId) => ({ ...first, brandId }))
})
beforeEach(() => {
  brand = brands.pop() as MadeBrand
  logs += 1
  log = join(sightline.directory, `access-${logs}.log`)
})
afterAll(() => sightline.remove())

const startServer = () => sightline.startServer('serve', { environment: { READS_PER_MINUTE: '1000000' } })

/** Number of stored visits according to the process that holds the data directory; 0 if none does. */
async function listed(): Promise<number> {
  const filters = { brand_id: brand.brandId, start_date: '2026-01-01', end_date: '2026-01-31' }
  try {
    return (await sightline.operate<object[]>('list-crawler-visits', filters)).length
  } catch {
    return 0
  }
}

const isHeld = () =>
  sightline.operate('list-workspaces').then(
    () => true,
    () => false,
  )

const at = '2026-01-15T12:00:00Z'
const bot = (target: string) => line({ at, target })

const follow = (file: string): Started =>
  sightline.start([
    'import-crawler-logs',
    ...['--brand-id', brand.brandId],
    ...['--file', file],
    ...['--follow', 'true'],
    '--json',
  ])

/** Waits until the API shows `count` visits, and returns their paths. */
async function shownPaths({ url }: RunningServer, count: number): Promise<string[]> {
  const path = `/v1/brands/${brand.brandId}/crawler/logs?start_date=2026-01-01&end_date=2026-01-31`
  for (;;) {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${brand.secret}` } })
    const { data } = (await response.json()) as { data: { path: string }[] }
    if (data.length >= count) return data.map((visit) => visit.path).sort()
    await sleep(100)
  }
}

async function stop({ process: child, ended }: Started, signal: NodeJS.Signals): Promise<Taken> {
  child.kill(signal)
  const { status, stdout, stderr } = await ended
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout) as Taken
}

test('following a log next to a server shows lines as they arrive, even after rotation, and ends on SIGTERM', async () => {
  writeFileSync(log, bot('/a') + line({ at, agent: person }))
  const following = follow(log)
  expect(await shownPaths(server, 1)).toEqual(['/a'])
  appendFileSync(log, bot('/b'))
  expect(await shownPaths(server, 2)).toEqual(['/a', '/b'])
  appendFileSync(log, 'no line of a log\n')
  renameSync(log, `${log}.1`)
  appendFileSync(`${log}.1`, bot('/late'))
  writeFileSync(log, bot('/c'))
  expect(await shownPaths(server, 4)).toEqual(['/a', '/b', '/c', '/late'])
  appendFileSync(log, bot('/d'))
  expect(await shownPaths(server, 5)).toHaveLength(5)
  const counts = { lines: 7, visits: 5, duplicates: 0, ignored: 1, rejected: 1 }
  expect(await stop(following, 'SIGTERM')).toMatchObject(counts)

  // Started again, it skips the stored lines and continues.
  const again = follow(log)
  appendFileSync(log, bot('/e'))
  expect(await shownPaths(server, 6)).toContain('/e')
  expect(await stop(again, 'SIGINT')).toMatchObject({ lines: 3, visits: 3, duplicates: 2 })
})

longTest('following standard input ends with the input or when the command is stopped', async () => {
  const stopped = follow('-')
  stopped.process.stdin?.write(bot('/a'))
  await shownPaths(server, 1)
  expect(await stop(stopped, 'SIGTERM')).toMatchObject({ lines: 1, visits: 1 })
  const ending = follow('-')
  ending.process.stdin?.end(bot('/a') + bot('/b'))
  expect(JSON.parse((await ending.ended).stdout)).toMatchObject({ visits: 2, duplicates: 1 })
})

longTest('following a log without a server stores lines until SIGINT, and the next server shows them', async () => {
  expect(await server.stop()).toBe(0)
  writeFileSync(log, bot('/a'))
  const following = follow(log)
  // The follower holds the data directory and runs other commands.
  while ((await listed()) < 1) await sleep(100)
  appendFileSync(log, bot('/b') + bot('/c'))
  while ((await listed()) < 3) await sleep(100)
  expect(await stop(following, 'SIGINT')).toMatchObject({ lines: 3, visits: 3 })
  server = await startServer()
  expect(await shownPaths(server, 3)).toEqual(['/a', '/b', '/c'])
  await server.stop()
})

longTest('following waits for a command that is about to end, and survives it', async () => {
  const words = ['--brand-id', brand.brandId, '--file', '-', '--json']
  const ending = sightline.start(['import-crawler-logs', ...words])
  ending.process.stdin?.write(bot('/a'))
  // The import now holds the data directory and runs other commands.
  while (!(await isHeld())) await sleep(20)
  writeFileSync(log, bot('/b'))
  const following = follow(log)
  // A process that starts later finishes first, so the follower is waiting by now.
  await sightline.data('list-workspaces')
  ending.process.stdin?.end(bot('/c'))
  expect(JSON.parse((await ending.ended).stdout)).toMatchObject({ lines: 2, visits: 2 })
  while ((await listed()) < 3) await sleep(100)
  expect(await stop(following, 'SIGINT')).toMatchObject({ lines: 1, visits: 1 })
})

longTest('following reports a missing log file', async () => {
  const { status, stderr } = await follow(join(sightline.directory, 'missing.log')).ended
  expect(status).toBe(1)
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('missing.log'),
  })
})
