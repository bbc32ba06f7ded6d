import { emulatedModels, emulatedPrices } from '../src/lib/providers/emulator/emulated-prices.ts'
import { type Emulator, startEmulator } from '../src/lib/providers/emulator/start-emulator.ts'
import content from './data/brand.json' with { type: 'json' }

/** What the demonstration asks: a provider of its own model, and a vendor that shows what people see. */
export const emulatedPlans = [
  { engine: 'chatgpt', kind: 'openai', name: 'Emulated OpenAI' },
  { engine: 'google-ai-overviews', kind: 'cloro', name: 'Emulated Cloro' },
] as const

/** A month of the demonstration’s plans costs less. No money changes hands. */
export const emulatedBudgetUsd = 200

/** Starts what stands in for the providers: it names the brands of the demonstration. */
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

/** A source’s fields for an emulated provider, whose port is another one at each start. */
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
