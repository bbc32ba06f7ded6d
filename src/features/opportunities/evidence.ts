import { z } from 'zod'
import { metricCatalog, shareField } from '../visibility/index.ts'

/** The period of the answers with the cause. */
const days = { start_date: z.iso.date(), end_date: z.iso.date() }

const laterField = 'Missing if an earlier release found the cause, until the next refresh.'

const ledTopic = z.object({
  ...days,
  visibility_pct: shareField.describe(metricCatalog.visibility_pct),
  top_competitor_id: z.uuid().optional().describe(laterField),
  top_competitor_name: z.string(),
  top_competitor_visibility_pct: shareField.describe(metricCatalog.top_competitor_visibility_pct),
  prompt_count: z.int().describe(metricCatalog.prompt_count),
  citation_count: z.int().describe(metricCatalog.citation_count),
  executions: z.int().describe(metricCatalog.executions),
})

const unnamedPrompt = z.object({
  ...days,
  prompt_id: z.uuid(),
  prompt: z.string(),
  executions: z.int().describe(metricCatalog.executions),
  competitors: z.array(z.string()),
  competitor_ids: z.array(z.uuid()).optional().describe(`In the same order. ${laterField}`),
})

const outdatedPage = z.object({
  ...days,
  citation_id: z.uuid(),
  url: z.string(),
  dated_at: z.string().describe('Last modified time that the page declares.'),
  citation_count: z.int().describe(metricCatalog.citation_count),
})

const openIssue = z.object({
  ...days,
  issue_id: z.uuid(),
  check_id: z.string(),
  affected_pages: z.int(),
  urls: z.array(z.string()),
})

const platform = z.object({
  ...days,
  domain: z.string(),
  citation_count: z.int().describe(metricCatalog.citation_count),
  pages_cited: z.int(),
  pages_read: z.int(),
  urls: z.array(z.string()),
})

/** Evidence of an opportunity, depending on its kind. */
export const evidenceSchema = z.union([ledTopic, unnamedPrompt, outdatedPage, openIssue, platform])

export type Evidence = z.input<typeof evidenceSchema>
