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
/** The launcher, the server that it started, and all others, PostgreSQL included. */
let launcher: number
let program: number
let all: number[]

beforeAll(async () => {
  ;({ installation: sightline, brand } = await installWithBrand())
})
// Each start finds what the end before has left.
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

/** One end in good order: it is said once, nothing is left of it when the launcher has ended, and that says 0. */
async function expectOrderlyEnd(): Promise<void> {
  await ended()
  expect([server.process.exitCode, server.process.signalCode]).toEqual([0, null])
  expect(server.log().match(/"stopping"/g)).toHaveLength(1)
  expect(all.filter(isThere)).toEqual([])
}

const receivers = {
  'the group of both': () => -launcher,
  'the launcher': () => launcher,
  'the server': () => program,
}
const names = Object.keys(receivers) as (keyof typeof receivers)[]
for (const [row, name] of (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).entries())
  for (const [column, receiver] of names.entries()) {
    const inBothForms = row === 0 && column === 0 ? test : longTest
    inBothForms(`${name} to ${receiver} ends both in good order`, async () => {
      process.kill(receivers[receiver](), name)
      await expectOrderlyEnd()
    })
  }

longTest('SIGTERM and SIGHUP to the group again and again mean the same as once', async () => {
  for (const name of ['SIGTERM', 'SIGHUP', 'SIGTERM', 'SIGTERM'] as const) process.kill(-launcher, name)
  await until(() => server.log().includes('"stopping"'))
  for (let times = 0; times < 5; times += 1) signal(-launcher, 'SIGTERM')
  await expectOrderlyEnd()
})

longTest('one Ctrl-C that npm passes on to the launcher as well is one', async () => {
  process.kill(-launcher, 'SIGINT')
  process.kill(launcher, 'SIGINT')
  await expectOrderlyEnd()
})

longTest('SIGTERM to every process, PostgreSQL’s included, ends them in good order', async () => {
  for (const pid of all) signal(pid, 'SIGTERM')
  await expectOrderlyEnd()
})

test('a launcher that is killed takes its server with it, in good order', async () => {
  process.kill(launcher, 'SIGKILL')
  await ended()
  expect(server.process.signalCode).toBe('SIGKILL')
  await until(() => !all.some(isThere))
  expect(server.log().match(/"stopping"/g)).toHaveLength(1)
})

test('SIGINT after SIGTERM ends all of them at once, and the launcher says by which signal', async () => {
  const unfinished = await openUnfinishedRequest(server.url)
  process.kill(launcher, 'SIGTERM')
  await until(() => server.log().includes('"stopping"'))
  process.kill(launcher, 'SIGINT')
  await ended()
  expect(server.process.signalCode).toBe('SIGINT')
  unfinished.close()
  await until(() => !all.some(isThere))
})

for (const name of ['SIGABRT', 'SIGSEGV', 'SIGBUS'] as const)
  longTest(
    `a server that crashes with ${name} ends at once, and the launcher says by which signal`,
    async () => {
      process.kill(program, name)
      await ended()
      expect(server.process.signalCode).toBe(name)
    },
  )

longTest('SIGTSTP halts no server that has no terminal', async () => {
  process.kill(program, 'SIGTSTP')
  expect(await countExecutions(server.url, brand)).toBe(total)
  process.kill(launcher, 'SIGTERM')
  await expectOrderlyEnd()
})
