import type { ProviderAnswer, ResponseFormat } from '../provider-answer.ts'
import { readResponse } from '../read-response.ts'

/** What is expected of an answer, as far as it matters. */
export type Outcome = Partial<ProviderAnswer>

/** A body that a provider sends, what is special about it, and what it means. */
export type OutcomeCase = [format: ResponseFormat, what: string, body: unknown, outcome: Outcome]

export const refused = { outcome: 'answered', truncated: false, refused: true } as const

export const failed = (reason: string): Outcome => ({ outcome: 'failed', reason, isPending: false })

export const pending = (status: string): Outcome => ({
  outcome: 'failed',
  isPending: true,
  reason: `the provider is still working on it (${status})`,
})

/** Reads a body as it comes from the network. */
export const readBody = (format: ResponseFormat, body: unknown) => readResponse(format, JSON.stringify(body))
