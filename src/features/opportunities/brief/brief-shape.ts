import { z } from 'zod'
import { ownerSchema } from '../../citations/index.ts'
import { promptGapSchema } from '../../gaps/index.ts'
import { metricCatalog } from '../../visibility/index.ts'
import { writingStyleSchema } from '../../writing-styles/index.ts'
import { opportunitySchema } from '../opportunity.ts'

const answersField = z.int().describe('Of the newest 20 answers to the prompts of its topic or prompt.')

export const briefShape = {
  opportunity: opportunitySchema,
  prompts: z
    .array(promptGapSchema)
    .describe('The ten prompts with the most answers that mention only competitors.'),
  search_queries: z
    .array(z.object({ query: z.string(), answers: answersField }))
    .describe('Queries that engines sent to find sources, most frequent first.'),
  competitors: z.array(z.object({ name: z.string(), answers: answersField })),
  quotes: z
    .array(z.object({ execution_id: z.uuid(), engine: z.string(), name: z.string(), text: z.string() }))
    .describe('What answers say of competitors, verbatim.'),
  pages: z
    .array(
      z.object({
        citation_id: z.uuid(),
        url: z.string(),
        title: z.string().nullable(),
        domain: z.string(),
        citation_count: z.int().describe(metricCatalog.citation_count),
        first_seen_at: z.iso.datetime(),
        owner: ownerSchema,
      }),
    )
    .describe('The ten most cited pages.'),
  facts: z
    .array(z.object({ document_id: z.uuid(), document_title: z.string(), chunk: z.int(), text: z.string() }))
    .describe('Passages of the brand’s documents that answer the prompts.'),
  writing_style: writingStyleSchema.nullable().describe('The default style for content.'),
  must_not: z.array(z.string()).describe('Rules of the style, and what no passage supports.'),
  publish: z
    .array(z.object({ action: z.enum(['update', 'write', 'pitch']), target: z.string(), reason: z.string() }))
    .describe('Which page to update or write, and which sites to pitch.'),
  left_out: z
    .array(z.string())
    .describe('Operations that the caller cannot run; the brief lacks their data.'),
  markdown: z.string().describe('The brief as text.'),
}
