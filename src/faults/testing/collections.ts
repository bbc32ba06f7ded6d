import { expect } from 'vitest'
import { type EmulatedKind, emulatedModels, emulatedPrices } from '../../../demo/emulator/emulated-prices.ts'
import type { Emulator } from '../../../demo/emulator/start-emulator.ts'
import { findPlan, planRound } from '../../features/collection/index.ts'
import type { Services } from '../../kernel/context.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import type { Operate } from '../../testing/store-servers.ts'
import { until } from './campaign.ts'

/** A provider for one engine, and its concurrency. */
export interface Asked {
  kind: EmulatedKind
  engine: string
  concurrency: number
  /** Whether it answers in the same request and keeps no task afterwards. */
  isOneShot: boolean
}

/** Providers of each kind that a kill can affect. */
export const asked: readonly Asked[] = [
  { kind: 'openai', engine: 'chatgpt', concurrency: 1, isOneShot: true },
  { kind: 'xai', engine: 'grok', concurrency: 3, isOneShot: true },
  // In order: recognizes repeated ids, can be searched by id, supports neither.
  { kind: 'cloro', engine: 'copilot', concurrency: 3, isOneShot: false },
  { kind: 'dataforseo', engine: 'google-ai-overviews', concurrency: 3, isOneShot: false },
  { kind: 'oxylabs', engine: 'perplexity', concurrency: 3, isOneShot: false },
]

interface Place {
  workspaceId: string
  brandId: string
}

/** A budget, and a source for each provider. */
export async function makeSources(operate: Operate, emulator: Emulator, place: Place): Promise<void> {
  await operate('set-budget', { brand_id: place.brandId, monthly_usd: '10000' })
  for (const { kind, engine, concurrency } of asked) {
    const { id } = await operate('create-source', {
      workspace_id: place.workspaceId,
      kind,
      name: kind,
      api_key: emulator.apiKey,
      base_url: emulator.baseUrl(kind),
      price: JSON.stringify(emulatedPrices[kind]),
      concurrency: String(concurrency),
      requests_per_minute: '100000',
      terms_confirmed: 'true',
      ...(emulatedModels[kind] !== '' && { model: emulatedModels[kind] }),
    })
    const language: Record<string, string> = kind === 'dataforseo' ? { language: 'en' } : {}
    const plan = { brand_id: place.brandId, engine, source_id: id, countries: 'US', ...language }
    await operate('set-collection', plan)
  }
}

/**
 * Makes slots of all plans due now, with prompts that no other run uses, so each purchase belongs to one run.
 * @param at the time by the clock of the asking processes
 */
export async function planNow(
  { db }: Pick<Services, 'db'>,
  operate: Operate,
  { brandId: brand_id }: Place,
  count: number,
  at: Date,
): Promise<void> {
  // Keeps plans from adding runs as time advances.
  const planned_until = new Date(at.getTime() + 6 * 86_400_000)
  await db.updateTable('collection_plans').set({ planned_until }).execute()
  await db
    .updateTable('prompts')
    .set({ countries: ['FR'] })
    .where('brand_id', '=', brand_id)
    .execute()
  const name = crypto.randomUUID()
  for (let number = 0; number < count; number += 1)
    await operate('create-prompt', { brand_id, text: `Which shoes, ${number} of ${name}?` })
  for (const { engine } of asked) {
    const plan = await findPlan({ db }, brand_id, engine)
    if (plan === undefined) throw new Error(`no plan of ${engine}`)
    await planRound(db, plan, { start: at, end: new Date(at.getTime() + 86_400_000) }, at)
  }
}

/** What the product reports about an engine, over all runs. */
export interface Covered {
  engine: string
  planned: number
  collected: number
  pending: number
  possibly_bought: number
  cost_usd: number
  at_risk_usd: number
  reasons: { reason: string; questions: number }[]
}

/** Covers yesterday to tomorrow: the asking process's clock may be hours ahead of the test's. */
export function coverage(operate: Operate, { brandId }: Place): Promise<Covered[]> {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const period = { start_date: day(-1), end_date: day(1) }
  return operate('get-collection-coverage', { brand_id: brandId, group_by: 'engine', ...period })
}

/**
 * Waits until each slot of each run is settled and its answer stored.
 * @param goOn advances the clock by half a minute, after which waiting answers are stored together
 */
export async function allStored(operate: Operate, place: Place, goOn: () => void): Promise<void> {
  await until(
    () => coverage(operate, place),
    (rows) => rows.every(({ pending }) => pending === 0),
    200,
  )
  goOn()
  await until(
    () =>
      operate<{ ended_at: string | null }[]>('list-collection-runs', {
        brand_id: place.brandId,
        limit: '100',
      }),
    (runs) => runs.every(({ ended_at }) => ended_at !== null),
    200,
  )
}

interface Kept {
  engine: string
  prompt: string
  outcome: string
  failure: string | null
  task_id: string | null
  possibly_bought: number
}

export interface CollectedState {
  slots: Kept[]
  spentUsd: number
  atRiskUsd: number
  reservedUsd: number
  /** Answers in ClickHouse, and how many distinct ones. */
  answers: { rows: number; ids: number }
}

/** A brand's slots, reservations and answers in both stores. */
export async function collectedState(
  { postgres, clickhouse }: Services,
  { brandId, workspaceId }: Place,
): Promise<CollectedState> {
  const slots = await postgres.execute(
    `select engine, prompts.text as prompt, outcome, failure, task_id, possibly_bought
     from collection_slots slots join prompts on prompts.id = slots.prompt_id where slots.brand_id = $1`,
    [brandId],
  )
  const spending = await postgres.execute(
    `select sum(spent_nanos)::bigint as spent, sum(at_risk_nanos)::bigint as at_risk,
       sum(reserved_nanos)::bigint as reserved from collection_spending where workspace_id = $1`,
    [workspaceId],
  )
  const [answers] = await clickhouse.query<{ rows: number; ids: number }>(
    sql`SELECT count() AS rows, uniqExact(answer_id) AS ids FROM answers WHERE brand_id = ${brandId}`,
  )
  return {
    slots: slots.rows as unknown as Kept[],
    spentUsd: Number(spending.rows[0]?.spent) / 1e9,
    atRiskUsd: Number(spending.rows[0]?.at_risk) / 1e9,
    reservedUsd: Number(spending.rows[0]?.reserved) / 1e9,
    answers: answers as CollectedState['answers'],
  }
}

/**
 * Compares what the product shows and stores with the vendors' own ledger, once all is settled.
 * @param deaths how often an asking process ended
 */
export function expectPaidOnce(
  { slots, spentUsd, atRiskUsd, reservedUsd, answers }: CollectedState,
  covered: readonly Covered[],
  { ledger }: Emulator,
  deaths: number,
): void {
  let keptUsd = 0
  const bought = Map.groupBy(ledger.purchases(), ({ kind, prompt }) => `${kind} ${prompt}`)
  for (const { kind, engine, concurrency, isOneShot } of asked) {
    const own = slots.filter((slot) => slot.engine === engine)
    for (const { prompt, outcome, failure, task_id, possibly_bought } of own) {
      const times = bought.get(`${kind} ${prompt}`)?.length ?? 0
      // Only the answer to the last request arrived.
      if (outcome === 'answered') keptUsd += bought.get(`${kind} ${prompt}`)?.at(-1)?.costUsd ?? 0
      // Purchases beyond the stored answer are reported; a vendor's task is never bought twice.
      const kept = outcome === 'answered' ? 1 : 0
      expect(times, `${kind} ${prompt}`).toBeLessThanOrEqual(isOneShot ? kept + possibly_bought : 1)
      expect(times, `${kind} ${prompt}`).toBeGreaterThanOrEqual(kept)
      // A task whose id was received has its answer; a task without a received id may be lost.
      if (kept === 0) expect([kind, failure, task_id, possibly_bought]).toEqual([kind, 'lost', null, 1])
      if (isOneShot) expect([kind, kept]).toEqual([kind, 1])
    }
    const shown = covered.find((row) => row.engine === engine)
    const lost = own.reduce((sum, slot) => sum + slot.possibly_bought, 0)
    expect(lost, engine).toBeLessThanOrEqual(deaths * concurrency)
    expect(shown, engine).toMatchObject({
      planned: own.length,
      collected: own.filter(({ outcome }) => outcome === 'answered').length,
      possibly_bought: lost,
      pending: 0,
    })
  }
  // To the cent: the answers that arrived are spent, and the rest is at risk at its typical cost.
  expect(Math.abs(spentUsd - keptUsd)).toBeLessThan(0.005)
  const lostUsd = ledger.summary().costUsd - keptUsd
  console.log({ ledger: ledger.summary().costUsd, spentUsd, lostUsd, atRiskUsd })
  expect(atRiskUsd).toBeGreaterThanOrEqual(0.9 * lostUsd - 0.005)
  const collected = slots.filter(({ outcome }) => outcome === 'answered').length
  expect(reservedUsd).toBe(0)
  expect(answers).toEqual({ rows: collected, ids: collected })
}
