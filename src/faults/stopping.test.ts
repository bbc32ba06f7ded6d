import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inForm, longTest } from '../testing/forms.ts'
import { installWithBrand } from '../testing/installations.ts'
import {
  answer,
  countExecutions,
  type Installation,
  type MadeBrand,
  postgresProcesses,
  type Ran,
  type RunningServer,
  requestRankings,
} from '../testing/processes.ts'
import { answersFile } from '../testing/test-app.ts'
import { expectWhole, type ImportCounts, importWords, writeAnswers } from './testing/brands.ts'
import { until } from './testing/campaign.ts'
import { openUnfinishedRequest } from './testing/unfinished-request.ts'

let sightline: Installation
let server: RunningServer
let brand: MadeBrand

beforeEach(async () => {
  // Tests read until something is stored.
  ;({ installation: sightline, brand } = await installWithBrand({ READS_PER_MINUTE: '1000000' }))
  server = await sightline.startServer()
})
afterEach(() => sightline.remove())

const stopping = { code: 'service_unavailable', message: 'the server is stopping; retry' }
const errorOf = ({ stderr }: Ran) => JSON.parse(stderr.trim().split('\n').at(-1) as string).error

test('SIGTERM stops an import after its batch, stored answers stay, and the same import completes it', async () => {
  const total = inForm(4000, 60_000)
  const file = writeAnswers(sightline, total)
  const importing = sightline.run(importWords(brand, file))
  await until(() => countExecutions(server.url, brand))
  const shown = await countExecutions(server.url, brand)
  expect(await server.stop()).toBe(0)
  const ended = await importing
  expect(ended).toMatchObject({ status: 1, stdout: '' })
  expect(errorOf(ended)).toMatchObject(stopping)

  server = await sightline.startServer()
  const before = await countExecutions(server.url, brand)
  expect(before).toBeGreaterThanOrEqual(shown)
  expect(before).toBeLessThan(total)
  const again = JSON.parse((await sightline.run(importWords(brand, file))).stdout) as ImportCounts
  expect(again).toMatchObject({ imported: total - before, duplicates: before, rejected: 0 })
  expect(await server.stop()).toBe(0)
  await expectWhole(sightline, [brand], total)
})

test('SIGTERM stops the server with 0 while requests, commands and jobs hang, and logs which jobs will continue', async () => {
  const host = join(sightline.directory, 'postgres')
  const blocker = new pg.Client({ host, user: 'sightline', database: 'postgres' })
  blocker.on('error', () => {})
  await blocker.connect()
  await blocker.query('begin; lock table brands, audits, events in access exclusive mode')
  const file = writeAnswers(sightline, 10)
  const importing = sightline.operate('import-answers', { brand_id: brand.brandId }, file).catch(String)
  const requested = requestRankings(server.url, brand).catch(String)
  const hanging = () => blocker.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")
  await until(hanging, ({ rows }) => rows.length >= 3)
  expect(await server.stop()).toBe(0)
  await Promise.all([importing, requested])
  expect(postgresProcesses(sightline.directory)).toEqual([])
  expect(server.log()).toMatch(/"queue":"[^"]+".*these jobs continue after the restart/)

  server = await sightline.startServer()
  expect(await countExecutions(server.url, brand)).toBe(0)
})

longTest('an import waiting for more input does not delay stopping the server', async () => {
  const importing = sightline.start(importWords(brand, '-'))
  const answers = Array.from({ length: 4000 }, (_, number) => answer(number))
  importing.process.stdin?.write(`${answersFile(answers)}\n`)
  await until(() => countExecutions(server.url, brand))
  expect(await server.stop()).toBe(0)
  const ended = await importing.ended
  expect(ended.status).toBe(1)
  expect(errorOf(ended)).toMatchObject(stopping)
})

longTest('an interrupted command that has the directory open itself also stops cleanly', async () => {
  await server.stop()
  const importing = sightline.start(importWords(brand, '-'))
  importing.process.stdin?.write(`${answersFile([answer(1)])}\n`)
  await until(() => postgresProcesses(sightline.directory).length > 0)
  importing.process.kill('SIGINT')
  const ended = await importing.ended
  expect(ended.status).toBe(130)
  expect(errorOf(ended).message).toMatch(/^interrupted /)
  expect(postgresProcesses(sightline.directory)).toEqual([])
})

longTest(
  'SIGINT after SIGTERM stops the server and PostgreSQL immediately, whatever the SIGTERM waits for',
  async () => {
    const unfinished = await openUnfinishedRequest(server.url)
    server.process.kill('SIGTERM')
    await until(() => server.log().includes('"stopping"'))
    expect(server.process.exitCode).toBeNull()
    expect(await server.stop('SIGINT')).toBe('SIGINT')
    unfinished.close()
    await until(() => postgresProcesses(sightline.directory).length === 0)

    server = await sightline.startServer()
    expect(await countExecutions(server.url, brand)).toBe(0)
  },
)
