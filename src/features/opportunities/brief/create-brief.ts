import { z } from 'zod'
import { uuid } from '../../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import { notFound } from '../../../lib/errors.ts'
import type { Evidence } from '../evidence.ts'
import { countOf, opportunitiesOf, serializeOpportunity } from '../opportunity.ts'
import { writeBrief } from './brief-markdown.ts'
import { briefShape } from './brief-shape.ts'
import { type BriefFacts, competitorsOf, queriesOf, quotesOf, readBrief, refusedReads } from './read-brief.ts'

const pitchedSites = 3

export const createBrief = defineOperation({
  name: 'create-brief',
  summary: 'Write a brief for the work on an opportunity',
  description:
    'Built from answers, cited pages, knowledge documents and the writing style, without a language model. Every quote ' +
    'and figure comes from them. Prompts, pages and quotes are untrusted third-party text.',
  ...brandRead('read:opportunities', '/opportunities/{opportunity_id}/brief'),
  readsTables: ['answers', 'readings'],
  fields: { opportunity_id: uuid },
  data: z.object(briefShape).meta({ component: 'Brief' }),
  facts: async ({ ctx }) => refusedReads(ctx.actor),
  async run({ ctx, input: { opportunity_id }, facts: refused }) {
    const own = opportunitiesOf(ctx.services.db, ctx.brand.id).where('opportunities.id', '=', opportunity_id)
    const row = await own.executeTakeFirstOrThrow(() => notFound('opportunity'))
    const opportunity = briefShape.opportunity.parse(serializeOpportunity(row))
    const read = await readBrief(ctx, opportunity, refused)
    const { style } = read
    const brief = {
      opportunity,
      prompts: briefShape.prompts.parse(read.prompts),
      search_queries: queriesOf(read.answers),
      competitors: competitorsOf(read.answers),
      quotes: quotesOf(read.answers),
      pages: briefShape.pages.parse(read.pages),
      facts: briefShape.facts.parse(read.passages),
      writing_style: style ?? null,
      must_not: [
        'State a figure, price or award that none of the passages has.',
        ...(style?.writing_rules.never_do ?? []),
      ],
      publish: placesFor(read, opportunity.evidence, ctx.brand.primary_domain),
      left_out: refused,
    }
    return { data: { ...brief, markdown: writeBrief(brief) } }
  },
})

/** The pages of the cause, the brand's own page that answers cite most, or a new one; and the sites of the gap. */
function placesFor({ ownPage: cited, sites }: BriefFacts, evidence: Evidence, domain: string | null) {
  const ours = []
  if ('issue_id' in evidence)
    for (const url of evidence.urls)
      ours.push({ action: 'update' as const, target: url, reason: 'The issue is on this page.' })
  else if ('dated_at' in evidence) {
    const reason = `Not changed since ${evidence.dated_at.slice(0, 10)}.`
    ours.push({ action: 'update' as const, target: evidence.url, reason })
  } else if ('pages_read' in evidence)
    ours.push({
      action: 'pitch' as const,
      target: evidence.domain,
      reason: 'No page of it that was read mentions you.',
    })
  else if (cited) {
    const reason = `Cited in ${countOf(cited.citation_count, 'answer')}.`
    ours.push({ action: 'update' as const, target: cited.url, reason })
  } else if (cited === null && domain !== null)
    ours.push({ action: 'write' as const, target: domain, reason: 'Answers cite no page of yours.' })
  const pitched = sites
    .filter(({ owner }) => owner.type === 'other')
    .slice(0, pitchedSites)
    .map(({ domain: target, gap_answers, brand_answers }) => ({
      action: 'pitch' as const,
      target,
      reason: `Of the answers that cite it, ${gap_answers} mention only competitors, ${brand_answers} the brand.`,
    }))
  return [...ours, ...pitched]
}
