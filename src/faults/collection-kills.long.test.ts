import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Emulator, startEmulator } from '../../demo/emulator/start-emulator.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { tryOpenDataDirectory } from '../stores/data-directory.ts'
import { openConnections, type Postgres } from '../stores/postgres.ts'
import { installWithBrand } from '../testing/installations.ts'
import type { RunningServer } from '../testing/processes.ts'
import { startStoreServers } from '../testing/store-servers.ts'
import { seededRandom, until } from './testing/campaign.ts'
import {
  allStored,
  asked,
  type CollectedState,
  collectedState,
  coverage,
  expectPaidOnce,
  makeSources,
  planNow,
} from './testing/collections.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
/** Slots per run and provider. */
const questions = 8
const random = seededRandom()
const preload = fileURLToPath(new URL('./testing/shifted-clock.ts', import.meta.url))

let emulator: Emulator
let scratch: string
let environment: Record<string, string>

beforeEach(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'sightline-kills-'))
  // Slow responses, so that kills hit requests that are paid for but not answered.
  emulator = await startEmulator({
    brands: [{ name: 'Acme', domain: 'acme.com' }],
    faults: [{ fault: 'slow', rate: 0.5 }],
    slowMs: 300,
    workMs: 200,
  })
  environment = {
    FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${emulator.port}`,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    CLOCK_FILE: join(scratch, 'clock'),
  }
  setClock(0)
})
afterEach(async () => {
  await emulator.close()
  rmSync(scratch, { recursive: true, force: true })
})

/** How far ahead the clock of all processes is. */
const setClock = (ms: number) => writeFileSync(join(scratch, 'clock'), String(ms))

/** Waits until part of a run is bought, and then a moment. */
async function waitForPurchases(): Promise<void> {
  const before = emulator.ledger.summary().purchases
  const share = random() * 0.9 * questions * asked.length
  await until(() => emulator.ledger.summary().purchases - before >= share, Boolean, 5)
  await sleep(random() * 200)
}

test('a server killed during runs buys no task twice, loses none, and reports possible losses', async () => {
  const kills = 24
  const { installation, brand } = await installWithBrand(environment)
  try {
    let server = await installation.startServer('serve', { preload })
    const { operate, directory } = installation
    await makeSources(operate, emulator, brand)
    for (let kill = 0; kill < kills; kill += 1) {
      await onDatabase(directory, (db) => planNow({ db }, operate, brand, questions, new Date()))
      await waitForPurchases()
      await server.stop('SIGKILL')
      server = await installation.startServer('serve', { preload })
    }
    // Sightline searches vendors for unknown tasks for at most an hour. No server runs while the clock advances.
    expect(await server.stop()).toBe(0)
    setClock(2 * hourMs)
    server = await installation.startServer('serve', { preload })
    await allStored(operate, brand, () => setClock(2 * hourMs + minuteMs))
    const covered = await coverage(operate, brand)
    expect(await server.stop()).toBe(0)
    expectPaidOnce(await stateOf(directory, brand), covered, emulator, kills)
  } finally {
    await installation.remove()
  }
})

/** Works on the PostgreSQL of a directory that another process has open. */
async function onDatabase<T>(directory: string, work: (db: Postgres) => Promise<T>): Promise<T> {
  const socketDirectory = join(directory, 'postgres')
  const { db, close } = openConnections({ socketDirectory, user: 'sightline' }, silent, 1)
  return work(db).finally(close)
}
const silent = { onLost: () => {}, onSilence: () => {} }

/** Reads both stores of a directory that no process has open. */
async function stateOf(directory: string, brand: { workspaceId: string; brandId: string }): Promise<CollectedState> {
  const dataDirectory = tryOpenDataDirectory(directory, 'command')
  if (dataDirectory === undefined) throw new Error('another process has the directory open')
  const config = readConfig({ DATA_DIR: directory })
  const app = await buildApp({ config, log: pino({ level: 'silent' }), role: 'command', dataDirectory })
  return collectedState(app.services, brand).finally(app.close)
}

test('parallel workers continue the run of a killed one, and buy no task twice', async () => {
  const kills = 15
  let aheadMs = 0
  // With the clock of the workers, or the list of runs would lack those that are ahead of this process.
  const stores = await startStoreServers(environment, () => new Date(Date.now() + aheadMs))
  try {
    const { operate, services } = stores
    const { id: workspaceId } = await operate('create-workspace', { name: 'W' })
    const { id: brandId } = await operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })
    const place = { workspaceId, brandId }
    await makeSources(operate, emulator, place)
    // Slots of a source at its concurrency limit may wait for requests of the killed worker.
    const canContinue = async () => {
      const { rows } = await services.postgres.execute(`
        select 1 from collection_slots slots join collection_plans plans using (brand_id, engine)
          join sources on sources.id = plans.source_id
        where slots.state = 'submitted' or slots.state = 'planned' and sources.concurrency >
          (select count(*) from collection_slots busy where busy.state = 'reserved' and busy.source_id = sources.id)
        limit 1`)
      return rows.length > 0
    }
    const startTwo = () => Promise.all([stores.startWorker({ preload }), stores.startWorker({ preload })])
    let workers: RunningServer[] = await startTwo()
    for (let kill = 0; kill < kills; kill += 1) {
      await planNow(services, operate, place, questions, new Date(Date.now() + aheadMs))
      await waitForPurchases()
      const [victim, other] = random() < 0.5 ? workers : workers.toReversed()
      await victim?.stop('SIGKILL')
      await until(canContinue, (does) => !does)
      // Requests of the killed worker stay reserved until they must have ended; then recovery searches for them.
      expect(await other?.stop()).toBe(0)
      aheadMs += kill === kills - 1 ? 2 * hourMs : hourMs / 5
      setClock(aheadMs)
      workers = await startTwo()
    }
    await allStored(operate, place, () => setClock(aheadMs + minuteMs))
    const covered = await coverage(operate, place)
    for (const worker of workers) expect(await worker.stop()).toBe(0)
    expectPaidOnce(await collectedState(services, place), covered, emulator, kills)
  } finally {
    await stores.remove()
  }
})

/** Starts a run with responses that take this long, and stops the server while they are pending. */
async function stoppedRound(slowMs: number) {
  const slow = await startEmulator({
    brands: [{ name: 'Acme', domain: 'acme.com' }],
    faults: [{ fault: 'slow', kind: 'xai' }],
    slowMs,
  })
  environment.FETCH_ALLOWED_ADDRESSES = `127.0.0.1:${slow.port}`
  const { installation, brand } = await installWithBrand(environment)
  try {
    const { operate, directory } = installation
    const server = await installation.startServer('serve', { preload })
    await makeSources(operate, slow, brand)
    await onDatabase(directory, (db) => planNow({ db }, operate, brand, 3, new Date()))
    await until(() => (slow.ledger.summary().byKind.xai?.purchases ?? 0) === 3)
    expect(await server.stop()).toBe(0)
    const stopped = await stateOf(directory, brand)
    slow.faults.set([])
    const next = await installation.startServer('serve', { preload })
    await allStored(operate, brand, () => setClock(minuteMs))
    const covered = await coverage(operate, brand)
    expect(await next.stop()).toBe(0)
    expectPaidOnce(await stateOf(directory, brand), covered, slow, 1)
    return stopped.slots.filter(({ engine }) => engine === 'grok')
  } finally {
    await installation.remove()
    await slow.close()
  }
}

test('a stopping server waits for running requests to providers', async () => {
  const slots = await stoppedRound(2000)
  expect(slots.map(({ outcome, possibly_bought }) => [outcome, possibly_bought])).toEqual(
    Array(3).fill(['answered', 0]),
  )
})

test('a stopping server waits no longer than its limit, and reports possible purchases immediately', async () => {
  const slots = await stoppedRound(60_000)
  expect(slots.map(({ outcome, failure, possibly_bought }) => [outcome, failure, possibly_bought])).toEqual(
    Array(3).fill([null, 'lost', 1]),
  )
})
