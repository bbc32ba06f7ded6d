import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { dumpStores } from '../../testing/stored-rows.ts'
import { planRound } from './plan/plan-slots.ts'
import { findPlan } from './plan/set-collection.ts'
import { pollSlot, submitSlot } from './run/ask-slot.ts'
import { type ClaimedSlot, claimSlots } from './run/claim-slots.ts'
import { claimTasks } from './run/claim-tasks.ts'
import { openProviderFetcher } from './run/collector.ts'
import { storeNow } from './store/store-collected.ts'
import { type Collecting, startCollecting } from './testing/collecting.ts'

let it: Collecting
beforeAll(async () => {
  it = await startCollecting()
  it.setClockRunning(false)
  it.forward(0)
})
beforeEach(() => it.makeBrand())
afterEach(() => it.emulator.faults.set([]))
afterAll(() => it.close())

const services = () => it.app.app.services
const removals = {
  'delete-brand': () => it.app.operate('delete-brand', { brand_id: it.brandId }),
  'delete-workspace': () => it.app.operate('delete-workspace', { workspace_id: it.workspaceId }),
}
type Removal = keyof typeof removals

/** Creates a source with a plan and claims its slots. */
async function claimed(kind: 'openai' | 'cloro', count: number): Promise<ClaimedSlot[]> {
  const source = await it.makeSource(kind, { name: `Name of ${it.workspaceId}`, concurrency: count })
  await it.makePrompts(count)
  await it.plan('chatgpt', source)
  const plan = await findPlan(services(), it.brandId, 'chatgpt')
  const start = services().now()
  if (plan === undefined) throw new Error('no plan')
  await planRound(services().db, plan, { start, end: new Date(start.getTime() + 86_400_000) }, start)
  return claimSlots(services(), source)
}

async function whileOpen<T>(work: (fetcher: ReturnType<typeof openProviderFetcher>) => Promise<T>): Promise<T> {
  const fetcher = openProviderFetcher(services())
  return work(fetcher).finally(fetcher.close)
}
const ask = (slots: readonly ClaimedSlot[]) =>
  whileOpen((fetcher) => Promise.all(slots.map((slot) => submitSlot(services(), fetcher, slot))))

/** Lines in both stores that mention the brand, or the deleted workspace, except for the erasure job. */
async function remainingLines(removal: Removal): Promise<string[]> {
  const lines = (await dumpStores(services())).split('\n')
  const ids = [it.brandId, ...(removal === 'delete-workspace' ? [it.workspaceId] : [])]
  return lines.filter((line) => ids.some((id) => line.includes(id)) && !line.includes('erase-usage'))
}

/** Only the audit record remains, and for a brand also its spending: a month, an unused id and sums. */
async function expectNothingLeft(removal: Removal): Promise<void> {
  expect(await remainingLines(removal)).toHaveLength(removal === 'delete-workspace' ? 1 : 2)
  const spending = await it.rows(`select reserved_nanos from collection_spending where brand_id = '${it.brandId}'`)
  expect(spending).toEqual(removal === 'delete-workspace' ? [] : [{ reserved_nanos: 0 }])
}

test.each(Object.keys(removals) as Removal[])(
  '%s erases plans, budgets, slots, raw bodies in both stores, answers and keys',
  async (removal) => {
    const slots = await claimed('openai', 4)
    await ask(slots.slice(0, 2))
    await storeNow(services(), it.brandId)
    await ask(slots.slice(2, 3))
    const before = (await remainingLines('delete-workspace')).join('\n')
    for (const state of ['settled', 'received', 'reserved']) expect(before).toContain(state)
    await removals[removal]()
    await expectNothingLeft(removal)
  },
)

test.each(Object.keys(removals) as Removal[])(
  '%s during requests and submissions leaves nothing behind',
  async (removal) => {
    const slots = await claimed('openai', 3)
    it.emulator.faults.set([{ fault: 'slow', kind: 'openai' }])
    const asked = ask(slots)
    await removals[removal]()
    await asked
    await storeNow(services(), it.brandId)
    await expectNothingLeft(removal)
  },
)

test.each(Object.keys(removals) as Removal[])(
  '%s while a task is polled leaves neither its answer nor its slot',
  async (removal) => {
    await ask(await claimed('cloro', 2))
    it.forward(60_000)
    it.emulator.faults.set([{ fault: 'slow', kind: 'cloro', on: 'task' }])
    const tasks = await claimTasks(services(), 10)
    expect(tasks).toHaveLength(2)
    const polled = whileOpen((fetcher) => Promise.all(tasks.map((task) => pollSlot(services(), fetcher, task))))
    await removals[removal]()
    await polled
    await storeNow(services(), it.brandId)
    await expectNothingLeft(removal)
  },
)

test.each(Object.keys(removals) as Removal[])(
  '%s while answers are being stored leaves none of them',
  async (removal) => {
    await ask(await claimed('openai', 3))
    const stored = storeNow(services(), it.brandId).catch((error: Error) => error.message)
    await removals[removal]()
    expect([undefined, 'brand not found']).toContain(await stored)
    await storeNow(services(), it.brandId)
    await expectNothingLeft(removal)
  },
)
