import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { longTest } from '../testing/forms.ts'
import { installWithBrand } from '../testing/installations.ts'
import {
  countExecutions,
  type Installation,
  type MadeBrand,
  type RunningServer,
  signal,
  withDescendants,
} from '../testing/processes.ts'
import { expectWhole, writeAnswers } from './testing/brands.ts'
import { until } from './testing/campaign.ts'
import { openUnfinishedRequest } from './testing/unfinished-request.ts'

const total = 200

let sightline: Installation
let brand: MadeBrand
let server: RunningServer
/** The launcher, its server and all their processes, PostgreSQL included. */
let launcher: number
let program: number
let all: number[]

beforeAll(async () => {
  ;({ installation: sightline, brand } = await installWithBrand())
})
// Each start finds what the previous end left.
beforeEach(async () => {
  server = await sightline.startServer('serve', { withLauncher: true })
  launcher = server.process.pid as number
  program = withDescendants(launcher)[1] as number
  const file = writeAnswers(sightline, total)
  const counts = await sightline.operate('import-answers', { brand_id: brand.brandId }, file)
  expect(counts).toMatchObject({ rejected: 0 })
  expect(await countExecutions(server.url, brand)).toBe(total)
  all = withDescendants(launcher)
})
afterEach(() => {
  for (const pid of all) signal(pid, 'SIGKILL')
})
afterAll(async () => {
  await expectWhole(sightline, [brand], total)
  await sightline.remove()
})

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const ended = () =>
  server.process.exitCode !== null || server.process.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => server.process.once('close', resolve))

/** A clean stop: logged once, no process survives the launcher, and it exits with 0. */
async function expectCleanStop(): Promise<void> {
  await ended()
  expect([server.process.exitCode, server.process.signalCode]).toEqual([0, null])
  expect(server.log().match(/"stopping"/g)).toHaveLength(1)
  expect(all.filter(isThere)).toEqual([])
}

const receivers = {
  'the process group': () => -launcher,
  'the launcher': () => launcher,
  'the server': () => program,
}
const names = Object.keys(receivers) as (keyof typeof receivers)[]
for (const [row, name] of (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).entries())
  for (const [column, receiver] of names.entries()) {
    const inBothForms = row === 0 && column === 0 ? test : longTest
    inBothForms(`${name} to ${receiver} stops both cleanly`, async () => {
      process.kill(receivers[receiver](), name)
      await expectCleanStop()
    })
  }

longTest('repeated SIGTERM and SIGHUP to the group have the effect of one', async () => {
  for (const name of ['SIGTERM', 'SIGHUP', 'SIGTERM', 'SIGTERM'] as const) process.kill(-launcher, name)
  await until(() => server.log().includes('"stopping"'))
  for (let times = 0; times < 5; times += 1) signal(-launcher, 'SIGTERM')
  await expectCleanStop()
})

longTest('a Ctrl-C that npm also passes on to the launcher counts once', async () => {
  process.kill(-launcher, 'SIGINT')
  process.kill(launcher, 'SIGINT')
  await expectCleanStop()
})

longTest('SIGTERM to every process, including PostgreSQL’s, stops them cleanly', async () => {
  for (const pid of all) signal(pid, 'SIGTERM')
  await expectCleanStop()
})

test('a killed launcher stops its server cleanly', async () => {
  process.kill(launcher, 'SIGKILL')
  await ended()
  expect(server.process.signalCode).toBe('SIGKILL')
  await until(() => !all.some(isThere))
  expect(server.log().match(/"stopping"/g)).toHaveLength(1)
})

longTest(
  'SIGINT after SIGTERM stops all of them immediately, and the launcher exits with the same signal',
  async () => {
    const unfinished = await openUnfinishedRequest(server.url)
    process.kill(launcher, 'SIGTERM')
    await until(() => server.log().includes('"stopping"'))
    process.kill(launcher, 'SIGINT')
    await ended()
    expect(server.process.signalCode).toBe('SIGINT')
    unfinished.close()
    await until(() => !all.some(isThere))
  },
)

for (const name of ['SIGABRT', 'SIGSEGV', 'SIGBUS'] as const)
  longTest(
    `a server that crashes with ${name} stops immediately, and the launcher exits with the same signal`,
    async () => {
      process.kill(program, name)
      await ended()
      expect(server.process.signalCode).toBe(name)
    },
  )

longTest('SIGTSTP does not suspend a server without a terminal', async () => {
  process.kill(program, 'SIGTSTP')
  expect(await countExecutions(server.url, brand)).toBe(total)
  process.kill(launcher, 'SIGTERM')
  await expectCleanStop()
})
