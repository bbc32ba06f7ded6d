import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInstallation, type RunningServer } from '../testing/processes.ts'
import { type Operate, startStoreServers } from '../testing/store-servers.ts'
import { seededRandom } from './testing/campaign.ts'
import { expectDoneOnce, makeWrites, type Replied, send, type Write, type WritesOfBrand } from './testing/writes.ts'

/** Processes, one of which receives writes and is killed. */
interface Stand {
  operate: Operate
  victim(): Promise<RunningServer>
  /** Kills it. @returns the processes that survive or follow, each once it listens */
  kill(): Promise<RunningServer>[]
  remove(): Promise<void>
}

const limits = { READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000' }

/** One process with embedded stores, restarted after each kill. */
async function embedded(): Promise<Stand> {
  const installation = makeInstallation()
  const start = () => installation.startServer('serve', { environment: limits })
  let server = await start()
  return {
    operate: (name, texts, file) => installation.operate(name, texts, file),
    victim: async () => server,
    kill: () => {
      const restarted = server.stop('SIGKILL').then(start)
      return [restarted.then((started) => (server = started))]
    },
    remove: () => installation.remove(),
  }
}

/** Two processes on shared stores. The surviving one gets the retries while the other restarts. */
async function onServers(): Promise<Stand> {
  const stores = await startStoreServers()
  const apis = [stores.startApi(), stores.startApi()]
  await Promise.all(apis).catch(async (error) => {
    await stores.remove()
    throw error
  })
  return {
    operate: stores.operate,
    victim: () => apis[0] as Promise<RunningServer>,
    kill() {
      const [killed, other] = apis.splice(0, 2) as [Promise<RunningServer>, Promise<RunningServer>]
      const restarted = killed.then((server) => server.stop('SIGKILL')).then(stores.startApi)
      apis.push(other, restarted)
      return [other, restarted]
    },
    remove: stores.remove,
  }
}

const random = seededRandom()
let scratch: string
let profile: string

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'sightline-kills-'))
  profile = join(scratch, 'profile.json')
  writeFileSync(profile, '{"industry":"Shoes"}')
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe.each([
  ['two processes on shared stores', onServers, 150],
  ['a server with embedded stores', embedded, 50],
] as const)('%s', (name, make, kills) => {
  let stand: Stand
  beforeAll(async () => {
    stand = await make()
  })
  afterAll(() => stand.remove())

  test('a write runs once and its response is stored, whenever its process is killed', async () => {
    const durationMs = await measure(stand)
    // A warm process is faster than measured: all writes would finish before the kill.
    await Promise.all(stand.kill())
    const outcomes = { 'answered before': 0, 'done before, answered by a retry': 0, 'done by a retry': 0 }
    for (let kill = 0; kill < kills; kill += 1) {
      const moment = durationMs * ((kill + random()) / kills)
      const first = await killAt(stand, moment)
      const retried = await retry(stand, first)
      for (const [write, { replayed }] of retried) {
        if (first.replies.has(write)) outcomes['answered before'] += 1
        else outcomes[replayed ? 'done before, answered by a retry' : 'done by a retry'] += 1
      }
    }
    console.log(`${name}: ${kills} kills, writes ${JSON.stringify(outcomes)}`)
    expect(outcomes['done by a retry']).toBeGreaterThan(0)
    if (kills >= 50) expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(0)
  })
})

/** How long all writes take together in an undisturbed process; the kills are spread over it. */
async function measure(stand: Stand): Promise<number> {
  const durations = []
  for (let round = 0; round < 3; round += 1) {
    // Just started, like the processes to be killed.
    await Promise.all(stand.kill())
    const { place, writes } = await makeWrites(stand.operate, profile)
    const { url } = await stand.victim()
    const startedAt = performance.now()
    await Promise.all(writes.map((write) => send(url, place, write)))
    durations.push(performance.now() - startedAt)
  }
  return durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)] as number
}

interface Killed {
  made: WritesOfBrand
  /** Of the writes answered in time. */
  replies: Map<Write, Replied>
  survivors: Promise<RunningServer>[]
}

/** Sends all writes concurrently; they run one after another, as they change one brand. */
async function killAt(stand: Stand, moment: number): Promise<Killed> {
  const made = await makeWrites(stand.operate, profile)
  const { url } = await stand.victim()
  const replies = new Map<Write, Replied>()
  const startedAt = performance.now()
  const sent = made.writes.map(async (write) => {
    const reply = await send(url, made.place, write)
    if (reply !== undefined) replies.set(write, reply)
  })
  // Timers have millisecond precision, and a write takes several steps per millisecond.
  while (performance.now() - startedAt < moment) await new Promise((resolve) => setImmediate(resolve))
  const survivors = stand.kill()
  await Promise.all(sent)
  return { made, replies, survivors }
}

/** Repeats each write at every process that accepts it. @returns the response to each first retry */
async function retry({ operate }: Stand, { made, replies, survivors }: Killed): Promise<Map<Write, Replied>> {
  const retried = new Map<Write, Replied>()
  for (const survivor of survivors) {
    const { url } = await survivor
    await Promise.all(
      made.writes.map(async (write) => {
        const reply = (await send(url, made.place, write)) as Replied
        expect(reply.status, `${write.name}: ${reply.text}`).toBe(200)
        const earlier = replies.get(write) ?? retried.get(write)
        if (earlier !== undefined) expect(reply).toEqual({ ...earlier, replayed: true })
        if (!retried.has(write)) retried.set(write, reply)
      }),
    )
    await expectDoneOnce(url, made, operate, retried)
  }
  return retried
}
