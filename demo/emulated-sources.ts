import content from './data/brand.json' with { type: 'json' }
import { emulatedModels, emulatedPrices } from './emulator/emulated-prices.ts'
import { type Emulator, startEmulator } from './emulator/start-emulator.ts'

/** Providers of the demo: one with its own model, and one that shows the website's answers. */
export const emulatedPlans = [
  { engine: 'chatgpt', kind: 'openai', name: 'Emulated OpenAI' },
  { engine: 'google-ai-overviews', kind: 'cloro', name: 'Emulated Cloro' },
] as const

/** Covers a month of the demo's plans. No money is spent. */
export const emulatedBudgetUsd = 200

/** Starts the emulated providers, which mention the brands of the demo. */
export const startDemoEmulator = (): Promise<Emulator> =>
  startEmulator({
    brands: [
      content.brand,
      ...content.competitors.map(({ name, primary_url }) => ({
        name,
        domain: new URL(primary_url).hostname,
      })),
    ].map(({ name, domain }) => ({ name, domain })),
  })

/** Fields of an emulated provider, whose port changes with each start. */
export function emulatedSource(emulator: Emulator, { kind, name }: (typeof emulatedPlans)[number]) {
  const model = emulatedModels[kind]
  return {
    kind,
    name,
    api_key: emulator.apiKey,
    base_url: emulator.baseUrl(kind),
    price: emulatedPrices[kind],
    requests_per_minute: 10_000,
    ...(model === '' ? {} : { model }),
  }
}
