import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretsKeyFile } from '../../../kernel/secret-box.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { planRound } from '../plan/plan-slots.ts'
import { findPlan } from '../plan/set-collection.ts'
import { storeNow } from '../store/store-collected.ts'
import { type Collecting, startCollecting } from '../testing/collecting.ts'
import { submitSlot } from './ask-slot.ts'
import { type ClaimedSlot, claimSlots } from './claim-slots.ts'
import { collectUntil, openProviderFetcher } from './collector.ts'

const hourMs = 3_600_000
let it: Collecting
let folder: string
beforeAll(async () => {
  it = await startCollecting()
  it.setClockRunning(false)
  it.forward(0)
  await it.makeBrand()
  folder = mkdtempSync(join(tmpdir(), 'sightline-restored-'))
})
afterAll(async () => {
  await it.close()
  rmSync(folder, { recursive: true, force: true })
})

const services = () => it.app.app.services
const purchases = () => it.emulator.ledger.summary().purchases
const slots = (engine: string) =>
  it.rows<{ state: string; outcome: string | null; failure: string | null; possibly_bought: number }>(
    `select state, outcome, failure, possibly_bought from collection_slots where engine = '${engine}' order by id`,
  )

/** Claims slots of a one-day run, as a collector does. */
async function claimed(kind: 'openai' | 'cloro', engine: string): Promise<[string, ClaimedSlot[]]> {
  const source = await it.makeSource(kind, { concurrency: 2 })
  await it.plan(engine, source)
  const plan = await findPlan(services(), it.brandId, engine)
  const start = services().now()
  if (plan === undefined) throw new Error('no plan')
  await planRound(services().db, plan, { start, end: new Date(start.getTime() + 24 * hourMs) }, start)
  return [source, await claimSlots(services(), source)]
}
async function ask(asked: readonly ClaimedSlot[]): Promise<void> {
  const fetcher = openProviderFetcher(services())
  for (const slot of asked) await submitSlot(services(), fetcher, slot)
  fetcher.close()
}
async function collect(): Promise<void> {
  await collectUntil(services(), services().closing, (isIdle) => isIdle)
}

test('a restored installation asks for its keys, fetches bought answers, rebuys no task and releases all reservations', async () => {
  await it.makePrompts(2)
  // One answer waits to be stored, one is being requested.
  const [openai, [received, onWire]] = await claimed('openai', 'chatgpt')
  await ask([received as ClaimedSlot])
  // The provider works on one task, one is being submitted.
  const [cloro, [task, submission]] = await claimed('cloro', 'perplexity')
  await ask([task as ClaimedSlot])
  expect([onWire?.slot.state, submission?.slot.state]).toEqual(['reserved', 'reserved'])
  const to = join(folder, 'backup')
  await it.app.operate('backup', { to })
  const bought = purchases()
  const { reserved_usd } = await it.budget()
  expect(reserved_usd).toBeGreaterThan(0)

  const secrets = readFileSync(join(it.app.directory, secretsKeyFile), 'utf8').trim()
  const files = readdirSync(to, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  expect(files.map(({ name }) => name)).not.toContain(secretsKeyFile)
  const written = files.map(({ name, parentPath }) => readFileSync(join(parentPath, name)))
  const text = written.map((file) => (file[0] === 0x1f ? gunzipSync(file) : file).toString('latin1')).join('')
  for (const secret of [secrets, it.emulator.apiKey, Buffer.from(it.emulator.apiKey).toString('base64')])
    expect(text).not.toContain(secret)

  // Days later, on another machine.
  const later = services().now().getTime() + 40 * hourMs
  await it.app.close()
  it.app = await startTestApp({
    ROLE: 'api',
    FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${it.emulator.port}`,
  })
  it.app.setNow(new Date(later))
  await it.app.operate('restore', { from: to })
  const sources = await it.app.operate<{ needs_api_key: boolean }[]>('list-sources', {
    workspace_id: it.workspaceId,
  })
  expect(sources.map(({ needs_api_key }) => needs_api_key)).toEqual([true, true])

  await collect()
  // The received answer is stored. The submission is lost: its provider forgets it within a day.
  await storeNow(services(), it.brandId)
  const openSlots = [...(await slots('chatgpt')), ...(await slots('perplexity'))]
  expect(openSlots.filter(({ outcome }) => outcome === 'answered')).toHaveLength(1)
  expect(openSlots.filter(({ failure }) => failure === 'lost')).toMatchObject([
    { state: 'planned', possibly_bought: 1 },
    { state: 'settled', possibly_bought: 1 },
  ])
  expect(openSlots.filter(({ state }) => state === 'submitted')).toHaveLength(1)
  expect(purchases()).toBe(bought)

  // Enter the keys within a day.
  it.app.setNow(new Date(later + 20 * hourMs))
  await collect()
  for (const source_id of [openai, cloro])
    await it.app.operate('update-source', { source_id, api_key: it.emulator.apiKey })
  it.app.setNow(new Date(later + 21 * hourMs))
  await collect()
  await storeNow(services(), it.brandId)
  expect((await slots('perplexity')).map(({ outcome }) => outcome).sort()).toEqual(['answered', 'failed'])
  expect((await slots('chatgpt')).every(({ state }) => state === 'settled')).toBe(true)
  expect(purchases()).toBe(bought)
  expect((await it.budget()).reserved_usd).toBe(0)
  // The answer belongs to the run that requested it.
  const executions = await it.app.operate<{ engine: string; executed_at: string }[]>('list-executions', {
    brand_id: it.brandId,
    start_date: '2026-03-01',
    end_date: '2026-03-31',
  })
  expect(executions.map(({ engine }) => engine).sort()).toEqual(['chatgpt', 'perplexity'])
  for (const { executed_at } of executions) expect(executed_at <= '2026-03-11T09:00:01Z').toBe(true)
})
