import { z } from 'zod'
import { defineEvent } from '../../kernel/events.ts'
import { listedReport } from './report.ts'

export const reportMade = defineEvent({
  type: 'report.made',
  summary: 'A report was created by its schedule, or by a member who sends it',
  isOfBrand: true,
  data: z.object({
    report_id: z.uuid(),
    title: listedReport.shape.title,
    rhythm: listedReport.shape.rhythm,
    start_date: z.iso.date(),
    end_date: z.iso.date(),
    summary: listedReport.shape.summary,
  }),
  example: {
    report_id: 'b1c6f6d2-52f1-4c0e-8a1b-6f4f2f9f7a10',
    title: 'Week of 16 – 22 November 2026',
    rhythm: 'week',
    start_date: '2026-11-16',
    end_date: '2026-11-22',
    summary: 'Visibility rose 4.2 points.',
  },
  page: ({ report_id }) => `reports/${report_id}`,
  sentence: ({ title, summary }) => `new report: ${title}${summary === null ? '' : `. ${summary}`}`,
})
