import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type EmulatedKind, emulatedModels } from '../../../../demo/emulator/emulated-prices.ts'
import { type EmulatorOptions, startEmulator } from '../../../../demo/emulator/start-emulator.ts'
import { testFetcher } from '../../fetching/testing/test-servers.ts'
import { type FinalSubmission, type ProviderCall, pollTask, submitQuestion } from '../ask.ts'
import type { AskedSource, Question } from '../protocol.ts'
import { providerOf } from '../providers.ts'

export const emulatedBrands = [
  { name: 'Acme', domain: 'acme.example' },
  { name: 'Brío & Søn', domain: 'brio.example' },
  { name: 'Cato 🚀', domain: 'cato.example' },
  { name: 'Delta', domain: 'delta.example' },
]

/** Starts an emulator that ends with the test, and a real fetcher that can reach only this emulator. */
export async function emulated(options: Partial<EmulatorOptions> = {}) {
  const emulator = await startEmulator({ brands: emulatedBrands, ...options })
  onTestFinished(() => emulator.close())
  const fetcher = testFetcher([{ ...emulator, connections: () => 0 }], { connectionsPerOrigin: 8 })
  let asked = 0
  const asking = (
    kind: EmulatedKind,
    given: Partial<Question> = {},
    source: Partial<AskedSource> = {},
  ): ProviderCall => {
    asked += 1
    return {
      protocol: providerOf(kind).protocol,
      question: {
        id: `slot-${asked}`,
        engine: 'chatgpt',
        prompt: 'Welches CRM für Müller & Söhne 🚀?',
        country: 'DE',
        language: 'de',
        model: emulatedModels[kind],
        ...given,
      },
      source: { baseUrl: emulator.baseUrl(kind), apiKey: emulator.apiKey, ...source },
      fetcher,
    }
  }
  return { emulator, asking }
}

/** Submits and polls until there is an answer or a failure. */
export async function ask(asking: ProviderCall): Promise<{ last: FinalSubmission; costUsd: number | undefined }> {
  let last = await submitQuestion(asking)
  const costUsd = last.state === 'accepted' ? last.costUsd : undefined
  for (let poll = 0; last.state === 'accepted' && poll < 500; poll += 1) {
    await wait(2)
    last = await pollTask(asking, last.taskId)
  }
  return { last, costUsd }
}
