import { type EmulatedKind, emulatedModels, emulatedPrices } from '../../../../demo/emulator/emulated-prices.ts'
import { type Emulator, startEmulator } from '../../../../demo/emulator/start-emulator.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

export interface RoundResult {
  planned: number
  collected: number
  failed: number
  cost_usd: number
  reasons: { reason: string; questions: number }[]
}

/** A test app without jobs, an emulator that it can reach, and a brand with a budget. */
export interface Collecting {
  /** Tests can replace it, for example after a restore. */
  app: TestApp
  emulator: Emulator
  workspaceId: string
  brandId: string
  /** Advances the app's clock, which runs 50 times as fast as real time. */
  forward(ms: number): void
  /** Starts or stops the clock. */
  setClockRunning(isRunning: boolean): void
  makeBrand(monthlyUsd?: number): Promise<void>
  makeSource(kind: EmulatedKind, input?: object): Promise<string>
  makePrompts(count: number): Promise<string[]>
  plan(engine: string, sourceId: string, input?: object): Promise<unknown>
  run(engine: string): Promise<RoundResult>
  rows<T>(query: string): Promise<T[]>
  budget(): Promise<{ spent_usd: number; at_risk_usd: number; reserved_usd: number }>
  close(): Promise<void>
}

export async function startCollecting(workMs = 0): Promise<Collecting> {
  const emulator = await startEmulator({ brands: [{ name: 'Acme', domain: 'acme.example' }], workMs })
  const app = await startTestApp({ ROLE: 'api', FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${emulator.port}` })
  let at = Date.parse('2026-03-10T09:00:00Z')
  const forward = (ms: number) => {
    at += ms
    made.app.setNow(new Date(at))
  }
  // Set the clock first: a test that stops it early would otherwise freeze the real time.
  app.setNow(new Date(at))
  let isRunning = true
  const timer = setInterval(() => isRunning && forward(500), 10)
  const made: Collecting = {
    app,
    emulator,
    workspaceId: '',
    brandId: '',
    forward,
    setClockRunning(value) {
      isRunning = value
    },
    async makeBrand(monthly_usd = 1000) {
      made.workspaceId = (await made.app.operate('create-workspace', { name: 'W' })).id
      const brand = { workspace_id: made.workspaceId, name: 'Acme' }
      made.brandId = (await made.app.operate('create-brand', brand)).id
      await made.app.operate('set-budget', { brand_id: made.brandId, monthly_usd })
    },
    async makeSource(kind, input = {}) {
      const source = await made.app.operate('create-source', {
        workspace_id: made.workspaceId,
        kind,
        name: `${kind} ${Math.random()}`,
        api_key: emulator.apiKey,
        base_url: emulator.baseUrl(kind),
        price: JSON.stringify(emulatedPrices[kind]),
        terms_confirmed: true,
        requests_per_minute: 100_000,
        ...(emulatedModels[kind] === '' ? {} : { model: emulatedModels[kind] }),
        ...input,
      })
      return source.id
    },
    async makePrompts(count) {
      const ids: string[] = []
      for (let i = 0; i < count; i++) {
        const prompt = { brand_id: made.brandId, text: `Which shoes, ${i}?` }
        ids.push((await made.app.operate('create-prompt', prompt)).id)
      }
      return ids
    },
    plan: (engine, source_id, input = {}) =>
      made.app.operate('set-collection', {
        brand_id: made.brandId,
        engine,
        source_id,
        countries: ['US'],
        ...input,
      }),
    run: (engine) => made.app.operate<RoundResult>('run-collection', { brand_id: made.brandId, engine }),
    rows: async <T>(query: string) => (await made.app.app.services.postgres.execute(query)).rows as T[],
    async budget() {
      const [row] = await made.rows<Record<'spent' | 'at_risk' | 'reserved', string>>(
        `select coalesce(sum(spent_nanos), 0)::text as spent, coalesce(sum(at_risk_nanos), 0)::text as at_risk,
           coalesce(sum(reserved_nanos), 0)::text as reserved
         from collection_spending where workspace_id = '${made.workspaceId}'`,
      )
      const usd = (nanos?: string) => Number(nanos) / 1e9
      return { spent_usd: usd(row?.spent), at_risk_usd: usd(row?.at_risk), reserved_usd: usd(row?.reserved) }
    },
    async close() {
      await made.app.close()
      clearInterval(timer)
      await emulator.close()
    },
  }
  return made
}
