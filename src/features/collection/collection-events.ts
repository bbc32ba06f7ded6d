import { z } from 'zod'
import { defineEvent } from '../../kernel/events.ts'
import { utcTimestamp } from '../../kernel/fields.ts'

const page = () => 'collection'

export const roundCompleted = defineEvent({
  type: 'collection.round_completed',
  summary: 'A collection run of an engine finished: every prompt was answered or failed',
  isOfBrand: true,
  data: z.object({
    engine: z.string().describe('Engine slug.'),
    started_at: utcTimestamp.describe('Start of the run (UTC).'),
    questions: z.int(),
    answered: z.int(),
    none_shown: z.int().describe('Number of times the engine showed no answer.'),
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
    `the run of ${questions} prompts on ${engine} finished: ${answered} answered, ${failed} failed`,
})

export const sourceFailed = defineEvent({
  type: 'collection.source_failed',
  summary: 'A provider was stopped until an operator fixes it',
  isOfBrand: true,
  data: z.object({ source_id: z.uuid(), name: z.string(), reason: z.string() }),
  example: {
    source_id: '8d3f5b2a-7c61-4e90-a4d8-1b9e6f0c2a75',
    name: 'OpenAI',
    reason: 'the provider does not accept the API key',
  },
  page,
  sentence: ({ name, reason }) => `collection with ${name} stopped: ${reason}`,
})

export const budgetReached = defineEvent({
  type: 'budget.reached',
  summary: 'A monthly budget is used up; collection stops until the next month or a higher budget',
  isOfBrand: true,
  data: z.object({
    of: z.enum(['workspace', 'brand']).describe('Owner of the budget.'),
    month: z.string().describe('UTC month, such as 2026-11.'),
    monthly_usd: z.number(),
  }),
  example: { of: 'brand', month: '2026-11', monthly_usd: 50 },
  page,
  sentence: ({ of, month, monthly_usd }) => `the ${of} budget of ${monthly_usd} US dollars for ${month} is used up`,
})
