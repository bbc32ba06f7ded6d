import { z } from 'zod'
import { type ProviderKind, providerKinds } from '../provider-kinds.ts'
import { randomOf } from './random.ts'

/** How an emulated provider may misbehave. Whatever is not said to be charged costs nothing. */
export const faults = [
  /** 429 with `Retry-After: 1`, and without. */
  'rate_limited',
  'rate_limited_silently',
  /** 500 with the provider’s words, 200 with a failure in the body (Perplexity), and 502 with a gateway’s page. */
  'server_error',
  'failed_within',
  'gateway_page',
  /** 200 with a page in place of JSON, as of a sign-in. */
  'html',
  'redirect',
  'wrong_key',
  'no_credit',
  'unknown_model',
  'prompt_refused',
  /** The connection is cut before anything is done, after it (charged), or within the body (charged). */
  'dropped',
  'lost',
  'cut',
  /** Charged: nothing, 1 GB, another content type, JSON of another shape, an answer that takes longer. */
  'empty',
  'huge',
  'wrong_type',
  'other_shape',
  'slow',
  /** Charged: a turn that pauses (Anthropic), no answer where there may be none, a refusal in words. */
  'pause_turn',
  'none_shown',
  'refusal',
  /** Charged: a task that never ends. Not charged: one that fails. */
  'endless',
  'task_failed',
  /** Charged at ten times the price. */
  'dear',
  /** The provider’s clock is an hour ahead. */
  'skewed_clock',
  /** A webhook that comes twice; with it one of a forged signature; one with a time stamp of ten minutes ago. */
  'webhook_twice',
  'webhook_forged',
  'webhook_late',
] as const

export type Fault = (typeof faults)[number]

const ruleSchema = z.strictObject({
  fault: z.enum(faults),
  /** Of this provider alone. */
  kind: z.enum(providerKinds).optional(),
  /** Of requests that ask, which is the default, or of those for the answer of a task. */
  on: z.enum(['question', 'task']).default('question'),
  /** The share of requests, from 0 to 1, chosen by the seed. */
  rate: z.number().min(0).max(1).optional(),
  /** Which requests of the provider, counted from 1. Without it and without a rate: all of them. */
  at: z.array(z.int().positive()).optional(),
})

export const faultRules = z.array(ruleSchema)

/** When a fault happens. The first rule that fits a request holds. */
export type FaultRule = z.input<typeof ruleSchema>

export interface Faults {
  set(rules: readonly FaultRule[]): void
  /** The fault of the next request of that provider; undefined where it is served well. */
  next(kind: ProviderKind, on: 'question' | 'task'): Fault | undefined
}

/** @param seed what decides which requests a rate meets */
export function createFaults(seed: string, rules: readonly FaultRule[] = []): Faults {
  let parsed = faultRules.parse(rules)
  const counts = new Map<string, number>()
  return {
    set(next) {
      parsed = faultRules.parse(next)
      counts.clear()
    },
    next(kind, on) {
      const key = `${kind} ${on}`
      const number = (counts.get(key) ?? 0) + 1
      counts.set(key, number)
      const fits = (rule: z.output<typeof ruleSchema>, index: number) =>
        (rule.kind ?? kind) === kind &&
        rule.on === on &&
        (rule.at?.includes(number) ?? true) &&
        (rule.rate === undefined || randomOf(`${seed} ${key} ${number} ${index}`)() < rule.rate)
      return parsed.find(fits)?.fault
    },
  }
}
