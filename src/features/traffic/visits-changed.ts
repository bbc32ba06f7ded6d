import { z } from 'zod'
import { defineEvent } from '../../kernel/events.ts'

export const visitsChanged = defineEvent({
  type: 'traffic.changed',
  summary: 'Visits of people from AI engines rose or fell',
  isOfBrand: true,
  data: z.object({
    engine: z.string().nullable().describe('Engine slug; null for all engines together.'),
    direction: z.enum(['up', 'down']),
    start_date: z.iso.date().describe('The Monday of the week (UTC).'),
    end_date: z.iso.date(),
    visits: z.int().describe('Visits of the week without evidence of payment: at least this many.'),
    visits_before: z.number().describe('The same per week, in the eight weeks before.'),
  }),
  example: {
    engine: 'chatgpt',
    direction: 'up',
    start_date: '2026-11-16',
    end_date: '2026-11-22',
    visits: 148,
    visits_before: 96.5,
  },
  page: () => 'ai-traffic',
  sentence: ({ engine, direction, end_date, visits, visits_before }) =>
    `visits from ${engine ?? 'AI engines'} ${direction === 'up' ? 'rose' : 'fell'} to at least ${visits} ` +
    `in the week to ${end_date}, from ${visits_before} per week in the eight weeks before`,
})
