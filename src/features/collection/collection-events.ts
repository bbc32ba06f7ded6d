import { z } from 'zod'
import { defineEvent } from '../../kernel/events.ts'
import { utcTimestamp } from '../../kernel/fields.ts'

const page = () => 'collection'

export const roundCompleted = defineEvent({
  type: 'collection.round_completed',
  summary: 'Every question of a round to an engine has been answered, or has failed',
  isOfBrand: true,
  data: z.object({
    engine: z.string().describe('The engine’s slug'),
    started_at: utcTimestamp.describe('When its questions could be asked first'),
    questions: z.int(),
    answered: z.int(),
    none_shown: z.int().describe('The engine was asked and showed no answer'),
    failed: z.int(),
    cost_usd: z.number(),
  }),
  example: {
    engine: 'perplexity',
    started_at: '2026-11-22T00:00:00.000Z',
    questions: 120,
    answered: 117,
    none_shown: 1,
    failed: 2,
    cost_usd: 1.87,
  },
  page,
  sentence: ({ engine, questions, answered, failed }) =>
    `a round of ${questions} questions to ${engine} is complete: ${answered} answered, ${failed} failed`,
})

export const sourceFailed = defineEvent({
  type: 'collection.source_failed',
  summary: 'A provider is not asked any more until somebody looks after it',
  isOfBrand: true,
  data: z.object({ source_id: z.uuid(), name: z.string(), reason: z.string() }),
  example: {
    source_id: '8d3f5b2a-7c61-4e90-a4d8-1b9e6f0c2a75',
    name: 'OpenAI',
    reason: 'the provider does not accept the API key',
  },
  page,
  sentence: ({ name, reason }) => `${name} is not asked any more: ${reason}`,
})

export const budgetReached = defineEvent({
  type: 'budget.reached',
  summary: 'A budget of the month is used up: nothing more is asked until the next month, or a higher one',
  isOfBrand: true,
  data: z.object({
    of: z.enum(['workspace', 'brand']).describe('Whose budget it is'),
    month: z.string().describe('Of UTC, as 2026-11'),
    monthly_usd: z.number(),
  }),
  example: { of: 'brand', month: '2026-11', monthly_usd: 50 },
  page,
  sentence: ({ of, month, monthly_usd }) =>
    `the budget of the ${of} for ${month}, ${monthly_usd} US dollars, is used up`,
})
