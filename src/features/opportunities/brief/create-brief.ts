import { z } from 'zod'
import { uuid } from '../../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import { ownerSchema } from '../../citations/index.ts'
import { promptGapSchema } from '../../gaps/index.ts'
import { metricCatalog } from '../../visibility/index.ts'
import { writingStyleSchema } from '../../writing-styles/index.ts'
import type { Evidence } from '../evidence.ts'
import { countOf, findOpportunity, opportunitySchema, serializeOpportunity } from '../opportunity.ts'
import { type BriefFacts, competitorsOf, queriesOf, quotesOf, readBrief, refusedReads } from './read-brief.ts'

const answersField = z
  .int()
  .describe('Of the newest 20 answers to the prompts of its topic or prompt, or that warn against the brand.')

export const briefShape = {
  opportunity: opportunitySchema,
  prompts: z.array(promptGapSchema).describe('The ten prompts with the most answers that mention only competitors.'),
  search_queries: z
    .array(z.object({ query: z.string(), answers: answersField }))
    .describe('Queries that engines sent to find sources, most frequent first.'),
  competitors: z.array(z.object({ name: z.string(), answers: answersField })),
  quotes: z
    .array(z.object({ execution_id: z.uuid(), engine: z.string(), name: z.string(), text: z.string() }))
    .describe('What answers say of competitors, verbatim; for warned_against, what they warn about.'),
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
  draft_model: z
    .string()
    .nullable()
    .describe('The model that create-draft uses. Null if none is configured, and for issues of the site.'),
  left_out: z.array(z.string()).describe('Operations that the caller cannot run; the brief lacks their data.'),
  markdown: z.string().describe('The brief as text.'),
}

type Brief = { [K in Exclude<keyof typeof briefShape, 'markdown'>]: z.output<(typeof briefShape)[K]> }

/** Text of others on one line, without Markdown. */
export const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|]/g, '\\$&')

/** Writes a brief as Markdown. Omits empty sections. */
function writeBrief(brief: Brief): string {
  const { opportunity, prompts, search_queries, competitors, quotes, pages, facts, must_not, publish } = brief
  const sections: [title: string, lines: string[]][] = [
    ['Prompts', prompts.map((one) => `- ${plain(one.text)} (${gapOf(one)})`)],
    [
      'What engines search for',
      search_queries.map(({ query, answers }) => `- ${plain(query)} (${inAnswers(answers)})`),
    ],
    ['Mentioned instead', competitors.map(({ name, answers }) => `- ${plain(name)} (${inAnswers(answers)})`)],
    [
      'warning_answers' in opportunity.evidence ? 'What answers warn about' : 'What answers say of them',
      quotes.map(({ name, text, engine }) => `- ${plain(name)}, ${engine}: “${plain(text)}”`),
    ],
    [
      'Pages that answers cite',
      pages.map(
        (page) =>
          `- ${plain(page.title ?? page.domain)}: <${page.url}> (${inAnswers(page.citation_count)}, ${ownerOf(page)})`,
      ),
    ],
    [
      'Facts to cover, from your documents',
      facts.map(
        (one) => `- ${plain(one.text)} (${plain(one.document_title)}, passage ${one.document_id}/${one.chunk})`,
      ),
    ],
    ['Style', (brief.writing_style?.writing_rules.always_do ?? []).map((rule) => `- ${plain(rule)}`)],
    ['Must not', must_not.map((rule) => `- ${plain(rule)}`)],
    [
      'Where',
      publish.map(
        ({ action, target, reason }) =>
          `- ${verbs[action]} ${target.startsWith('http') ? `<${target}>` : plain(target)}: ${plain(reason)}`,
      ),
    ],
    ['Steps', opportunity.steps.map((step, index) => `${index + 1}. ${step}`)],
  ]
  const written = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}\n`)
  const { start_date, end_date } = opportunity.evidence
  const effect = opportunity.expected_effect
  const expected =
    effect === null ? '' : ` Expected effect: ${effect.low} to ${effect.high} points of visibility (${effect.formula}).`
  const head = `# ${plain(opportunity.title)}\n\n${plain(opportunity.why)}${expected} Period: ${start_date} to ${end_date}.\n`
  return [head, ...written].join('\n')
}

const verbs = { update: 'Update', write: 'Write on', pitch: 'Pitch' }

const inAnswers = (answers: number) => countOf(answers, 'answer')

const gapOf = ({ executions, competitors_only, both }: Brief['prompts'][number]) =>
  `of ${inAnswers(executions)}, ${competitors_only} mention only competitors, ${both} both`

const ownerOf = ({ owner }: Brief['pages'][number]) =>
  owner.type === 'brand' ? 'yours' : owner.type === 'competitor' ? `of ${plain(owner.name ?? '')}` : 'third party'

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
  // The owner's name and the model change without a new data version.
  facts: async ({ ctx, input: { opportunity_id } }) => ({
    refused: refusedReads(ctx.actor),
    draftModel: ctx.services.states.knowledge.model?.name ?? null,
    owner: (await findOpportunity(ctx.services.db, ctx.brand.id, opportunity_id)).owner_name,
  }),
  async run({ ctx, input: { opportunity_id }, facts: { refused, draftModel } }) {
    const row = await findOpportunity(ctx.services.db, ctx.brand.id, opportunity_id)
    const opportunity = briefShape.opportunity.parse(serializeOpportunity(row, ctx.services.now()))
    const read = await readBrief(ctx, opportunity, refused)
    const { style } = read
    const isWarning = 'warning_answers' in opportunity.evidence
    const brief = {
      opportunity,
      prompts: briefShape.prompts.parse(read.prompts),
      search_queries: queriesOf(read.answers),
      competitors: isWarning ? [] : competitorsOf(read.answers),
      quotes: quotesOf(read.answers, isWarning),
      pages: briefShape.pages.parse(read.pages),
      facts: briefShape.facts.parse(read.passages),
      writing_style: style ?? null,
      must_not: mustNotOf(style),
      publish: placesFor(read, opportunity.evidence, ctx.brand.primary_domain),
      draft_model: 'issue_id' in opportunity.evidence ? null : draftModel,
      left_out: refused,
    }
    return { data: { ...brief, markdown: writeBrief(brief) } }
  },
})

export const mustNotOf = (style: BriefFacts['style']) => [
  'State a figure, price or award that none of the passages has.',
  ...(style?.writing_rules.never_do ?? []),
]

/** The pages of the cause, the brand's own page that answers cite most, or a new one; and the sites of the gap. */
function placesFor({ ownPage: cited, sites }: BriefFacts, evidence: Evidence, domain: string | null) {
  const ours = []
  if ('issue_id' in evidence)
    for (const url of evidence.urls)
      ours.push({ action: 'update' as const, target: url, reason: 'The issue is on this page.' })
  else if ('dated_at' in evidence) {
    const reason = `Not changed since ${evidence.dated_at.slice(0, 10)}.`
    ours.push({ action: 'update' as const, target: evidence.url, reason })
  } else if ('citation_change' in evidence)
    ours.push({ action: 'update' as const, target: evidence.url, reason: 'Answers cite it less often than before.' })
  else if ('without_brand' in evidence)
    ours.push({ action: 'update' as const, target: evidence.url, reason: 'Answers cite it without the brand’s name.' })
  else if ('warning_answers' in evidence && domain !== null)
    ours.push({
      action: 'write' as const,
      target: domain,
      reason: 'State the correct facts, with their date and source.',
    })
  else if ('pages_read' in evidence)
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
