import { z } from 'zod'
import { type EmulatedKind, emulatedKinds } from './emulated-prices.ts'
import { randomOf } from './random.ts'

/** Faults of an emulated provider. Free unless marked as charged. */
export const faults = [
  /** 429 with `Retry-After: 1`, and without. */
  'rate_limited',
  'rate_limited_silently',
  /** 500 with a provider message, 200 with a failure (Perplexity), and 502 with a gateway’s page. */
  'server_error',
  'failed_within',
  'gateway_page',
  /** 200 with a page instead of JSON, such as a sign-in page. */
  'html',
  'redirect',
  'wrong_key',
  'no_credit',
  'unknown_model',
  'prompt_refused',
  /** The connection closes before processing, after it (charged), or within the body (charged). */
  'dropped',
  'lost',
  'cut',
  /** Charged: an empty body, 1 GB, another content type, JSON of another shape, a slow answer. */
  'empty',
  'huge',
  'wrong_type',
  'other_shape',
  'slow',
  /** Charged: a paused turn (Anthropic), no answer if the engine can show none, a refusal in words. */
  'pause_turn',
  'none_shown',
  'refusal',
  /** A task that never ends (charged), and one that fails (free). */
  'endless',
  'task_failed',
  /** Charged at ten times the price. */
  'dear',
  /** Charged normally, but reported as 10^15 tokens (OpenAI). */
  'absurd_usage',
  /** Charged for the most tokens that the request allows, and for three times as many (OpenAI). */
  'usage_at_bounds',
  'usage_above_bounds',
  /** The same, served and charged as a model that costs more (OpenAI). */
  'other_model',
  /** The provider’s clock is an hour ahead. */
  'skewed_clock',
  /** A duplicate webhook; one more with a forged signature; one with a timestamp of ten minutes ago. */
  'webhook_twice',
  'webhook_forged',
  'webhook_late',
] as const

export type Fault = (typeof faults)[number]

const ruleSchema = z.strictObject({
  fault: z.enum(faults),
  /** Limits the rule to this provider. */
  kind: z.enum(emulatedKinds).optional(),
  /** Requests with a question (default), or requests for a task’s answer. */
  on: z.enum(['question', 'task']).default('question'),
  /** The share of requests, from 0 to 1, selected by the seed. */
  rate: z.number().min(0).max(1).optional(),
  /** Numbers of the provider’s requests, from 1. Without `at` and `rate`: all requests. */
  at: z.array(z.int().positive()).optional(),
})

export const faultRules = z.array(ruleSchema)

/** When a fault happens. The first rule that matches a request applies. */
export type FaultRule = z.input<typeof ruleSchema>

export interface Faults {
  set(rules: readonly FaultRule[]): void
  /** The fault of the provider’s next request; undefined if it succeeds. */
  next(kind: EmulatedKind, on: 'question' | 'task'): Fault | undefined
}

/** @param seed determines which requests a rate selects */
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
