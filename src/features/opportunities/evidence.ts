import { z } from 'zod'
import { metricCatalog, shareField } from '../visibility/index.ts'

/** The period of the answers with the cause. */
const days = { start_date: z.iso.date(), end_date: z.iso.date() }

const ofBrand = {
  brand_executions: z.int().optional().describe('All answers of the brand in the period.'),
}

const laterField = 'Missing if an earlier release found the cause, until the next refresh.'

const coveredPrompts = z
  .array(
    z.object({
      id: z.uuid(),
      text: z.string(),
      executions: z.int().describe(metricCatalog.executions),
      without_brand: z.int().describe('Answers that do not mention the brand.'),
    }),
  )
  .optional()
  .describe('The prompts with the most answers that do not mention the brand, at most ten.')

const ledTopic = z.object({
  ...days,
  ...ofBrand,
  prompts: coveredPrompts,
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
  ...ofBrand,
  prompt_id: z.uuid().describe('Of several prompts, the one with the most answers.'),
  prompt: z.string(),
  covered_prompts: z.int().optional().describe('Prompts of the topic that it covers, if several.'),
  prompts: coveredPrompts,
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

const pageLostCitations = z.object({
  ...days,
  previous_start_date: z.iso.date(),
  previous_end_date: z.iso.date(),
  citation_id: z.uuid(),
  url: z.string(),
  citation_count: z.int().describe(metricCatalog.citation_count),
  previous_citation_count: z.int().describe('citation_count of the previous period.'),
  citation_change: z
    .object({ value: z.number(), low: z.number(), high: z.number() })
    .describe('Change of the share of answers that cite the page, for the same prompts and engines, in points.'),
})

const citedWithoutMention = z.object({
  ...days,
  ...ofBrand,
  citation_id: z.uuid(),
  url: z.string(),
  citation_count: z.int().describe(metricCatalog.citation_count),
  without_brand: z.int().describe('Answers that cite the page and do not mention the brand.'),
})

const mentionedWithoutCitation = z.object({
  ...days,
  mentioning_answers: z.int().describe('Answers that mention the brand and cite a page.'),
  own_site_answers: z.int().describe('Of these, answers that cite the brand’s site.'),
  competitor_site_answers: z.int().describe('Of these, answers that cite the competitor’s site.'),
  competitor_name: z.string(),
  domain: z.string().describe('The competitor’s site.'),
})

const warnings = z.object({
  ...days,
  judged_answers: z.int().describe('Answers with a known stance towards the brand.'),
  warning_answers: z.int().describe('Of these, answers that warn against it.'),
  execution_ids: z.array(z.uuid()).describe('The newest answers that warn against it, at most 20.'),
})

const openIssue = z.object({
  ...days,
  issue_id: z.uuid(),
  check_id: z.string(),
  affected_pages: z.int(),
  urls: z.array(z.string()),
})

const site = z.object({
  ...days,
  domain: z.string(),
  citation_count: z.int().describe(metricCatalog.citation_count),
  pages_cited: z.int(),
  pages_read: z.int(),
  urls: z.array(z.string()),
})

/** Evidence of an opportunity, depending on its kind. */
export const evidenceSchema = z.union([
  ledTopic,
  unnamedPrompt,
  outdatedPage,
  pageLostCitations,
  citedWithoutMention,
  mentionedWithoutCitation,
  warnings,
  openIssue,
  site,
])

/** Prompts that evidence shows. */
export const shownPrompts = 10

export type UnnamedPrompt = z.input<typeof unnamedPrompt>
export type Evidence = z.input<typeof evidenceSchema>
