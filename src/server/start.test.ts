import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { emulatedModels } from '../../demo/emulator/emulated-prices.ts'
import { type Emulator, startEmulator } from '../../demo/emulator/start-emulator.ts'
import { type FixtureSite, startFixtureSite } from '../testing/fixture-site.ts'
import { longTest } from '../testing/forms.ts'
import { type Installation, makeInstallation } from '../testing/processes.ts'
import { englishText, isSetUpRequest, proposed, sitePage } from '../testing/setup/proposed.ts'

let site: FixtureSite
let emulator: Emulator
let sightline: Installation
let reply: string
/** Contains a workspace whose source is fast, so that tests need not wait for the usual rate. */
let prepared: Installation
let sourceId: string
beforeAll(async () => {
  site = await startFixtureSite()
  emulator = await startEmulator({
    brands: ['Acme', 'Globex', 'Initech'].map((name) => ({ name, domain: `${name.toLowerCase()}.com` })),
    answerTo: (prompt) => (isSetUpRequest(prompt) ? reply : undefined),
  })
  prepared = install()
  const workspace = await prepared.data('create-workspace', '--name', 'W')
  const source = ['--workspace-id', workspace.id, '--kind', 'openai', '--name', 'OpenAI', '--model']
  const access = [emulatedModels.openai, '--api-key-env', 'THEIR_KEY', '--base-url', emulator.baseUrl('openai')]
  const made = await prepared.data('create-source', ...source, ...access, '--requests-per-minute', '100000')
  sourceId = made.id
})
beforeEach(() => {
  site.pages['/'] = sitePage(englishText)
  reply = JSON.stringify(proposed())
  sightline = install()
})
afterEach(() => sightline.remove())
afterAll(async () => {
  await prepared.remove()
  await emulator.close()
  site.close()
})

const start = (key: string, ...more: string[]) => [
  ...['start', '--domain', 'acme.com', '--model', emulatedModels.openai],
  ...['--base-url', emulator.baseUrl('openai'), '--api-key-env', key, ...more],
]
const bought = () => emulator.ledger.summary().purchases

const install = () =>
  makeInstallation(undefined, {
    ...{ DATABASE_URL: '', CLICKHOUSE_URL: '', THEIR_KEY: emulator.apiKey, WRONG_KEY: 'wrong:key' },
    FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${emulator.port}`,
    SITE_STAND_INS: `acme.com=127.0.0.1:${site.port}`,
  })

/** PostgreSQL's files need their owner. */
const copyPrepared = () => execFileSync('cp', ['-a', `${prepared.directory}/.`, sightline.directory])

test('sets up a brand without a server, shows its ranking, and asks nothing when run again', async () => {
  const before = bought()
  const { status, stdout, stderr } = await sightline.run(start('THEIR_KEY', '--yes'))
  expect([status, stderr.replace(/^\d+ answers.*\n/gm, '')]).toEqual([0, ''])
  expect(stdout).toMatch(/^Costs: the request for suggestions, \$0\.03 to \$0\.49; the first run .* \$0\.52 to \$2\.07/)
  expect(stdout).toMatch(/Globex +globex\.com +Also sells boots/)
  expect(stdout).toMatch(/Which trail boots do experts recommend\? +Boots .*unbranded.*They compare/)
  expect(stdout).toMatch(/\nplanned +30\n/)
  expect(stdout).toMatch(/\nrank +name .*\n1 +\w+ +\d/)
  expect(stdout.match(/\n\d +(Acme|Globex|Initech) +\d/g)).toHaveLength(3)
  expect(stdout).toContain('run sightline serve')
  expect(stdout + stderr).not.toContain(emulator.apiKey)
  expect(bought() - before).toBe(31)

  const again = await sightline.run(start('THEIR_KEY', '--yes'))
  expect([again.status, again.stderr]).toEqual([0, ''])
  expect(again.stdout).toMatch(/^The brand is set up and has answers; nothing was asked\.\n\nRanking\n/)
  expect(again.stdout.slice(again.stdout.indexOf('rank '))).toBe(stdout.slice(stdout.indexOf('rank  ')))
  expect(bought() - before).toBe(31)
  await sightline.startServer()
  const workspaces = await sightline.operate<{ id: string }[]>('list-workspaces')
  expect(workspaces).toHaveLength(1)
  const [{ id: workspace_id = '' } = {}] = workspaces
  expect(await sightline.operate('list-brands', { workspace_id })).toHaveLength(1)
  expect(await sightline.operate('list-sources', { workspace_id })).toHaveLength(1)
}, 300_000)

test('asks in a terminal, and neither requests nor stores anything if declined', async () => {
  copyPrepared()
  await sightline.startServer()
  const before = bought()
  expect(await inTerminal('n')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/continue by hand, run sightline create-prompt/),
  })
  expect(bought()).toBe(before)
  expect(await sightline.operate('list-workspaces')).toHaveLength(1)
}, 300_000)

longTest(
  'asks again before the first run, and continues next to a server after its restart',
  async () => {
    copyPrepared()
    const server = await sightline.startServer()
    const before = bought()
    expect((await inTerminal('y', 'n')).status).toBe(1)
    expect(bought() - before).toBe(1)
    expect(await prompts()).toEqual([])
    await server.stop()
    const restarted = await sightline.startServer()
    const { status, stdout } = await inTerminal('y', 'yes')
    expect(stdout).toMatch(/Ranking\r\nrank/)
    expect(status).toBe(0)
    expect(bought() - before).toBe(32)
    expect(await prompts()).toHaveLength(30)
    await restarted.stop()
  },
  300_000,
)

async function prompts() {
  const [workspace] = await sightline.operate<{ id: string }[]>('list-workspaces')
  const [brand] = await sightline.operate<{ id: string }[]>('list-brands', {
    workspace_id: workspace?.id ?? '',
  })
  return sightline.operate<{ id: string }[]>('list-prompts', { brand_id: brand?.id ?? '', limit: '100' })
}

/** Runs start on a terminal and gives each question its answer. */
async function inTerminal(...answers: string[]) {
  const { process: child, ended } = sightline.startInTerminal(start('THEIR_KEY'))
  let seen = 0
  child.stdout?.on('data', (text: string) => {
    for (const _ of text.matchAll(/\[y\/N\]/g)) child.stdin?.write(`${answers[seen++] ?? 'n'}\n`)
  })
  return ended
}

test('exits with 2 without a terminal and --yes, a domain or a key, before it creates anything', async () => {
  for (const [words, message] of [
    [start('THEIR_KEY'), /run it in a terminal, or add --yes/],
    [['start', '--yes', '--domain', 'acme.com'], /needs --domain, and --api-key-env/],
    [start('NO_KEY', '--yes'), /NO_KEY is not set/],
  ] as const) {
    const { status, stdout, stderr } = await sightline.run(words)
    expect([status, stdout]).toEqual([2, ''])
    expect(JSON.parse(stderr).error.message).toMatch(message)
  }
  expect(readdirSync(sightline.directory)).toEqual([])
}, 60_000)

longTest(
  'continues after failures and a signal: with another key, a higher budget and a better answer',
  async () => {
    copyPrepared()
    await sightline.data('update-source', '--source-id', sourceId, '--requests-per-minute', '600')
    const failed = async (key: string, ...more: string[]) => {
      const { status, stderr } = await sightline.run(start(key, '--yes', ...more))
      expect(status).toBe(1)
      return JSON.parse(stderr.trim().split('\n').at(-1) as string).error.message
    }
    const before = bought()
    expect(await failed('WRONG_KEY')).toMatch(/Invalid API key.*by hand/)
    expect(await failed('THEIR_KEY', '--monthly-usd', '0.5')).toMatch(/does not cover.*raise it with --monthly-usd/)
    expect(bought()).toBe(before)
    reply = 'Sorry, I cannot.'
    expect(await failed('THEIR_KEY', '--monthly-usd', '20')).toMatch(/replied without a proposal.*by hand/)
    expect(bought() - before).toBe(1)
    reply = JSON.stringify(proposed())
    const { process: child, ended } = sightline.start(start('THEIR_KEY', '--yes'))
    // The source takes three seconds for the first run, after the request for suggestions.
    while (bought() - before < 4) await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill('SIGINT')
    const { status, stderr } = await ended
    expect(status).toBe(1)
    expect(stderr).toMatch(/stopped; run start again to continue/)
    const again = await sightline.run(start('THEIR_KEY', '--yes'))
    expect([again.status, again.stdout]).toEqual([0, expect.stringMatching(/Ranking\nrank/)])
    await sightline.startServer()
    expect(await prompts()).toHaveLength(30)
  },
  300_000,
)
