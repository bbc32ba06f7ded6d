import type { ProviderAnswer } from '../provider-answer.ts'
import type { ResponseFormat } from '../providers.ts'
import { readResponse } from '../read-response.ts'

/** The relevant part of an expected answer. */
export type Outcome = Partial<ProviderAnswer>

/** A provider's body, its special property, and the expected outcome. */
export type OutcomeCase = [format: ResponseFormat, what: string, body: unknown, outcome: Outcome]

export const refused = { outcome: 'answered', truncated: false, refused: true } as const

export const failed = (reason: string): Outcome => ({ outcome: 'failed', reason, isPending: false })

export const pending = (status: string): Outcome => ({
  outcome: 'failed',
  isPending: true,
  reason: `the provider is still working on it (${status})`,
})

/** Reads a body as received from the network. */
export const readBody = (format: ResponseFormat, body: unknown) => readResponse(format, JSON.stringify(body))
