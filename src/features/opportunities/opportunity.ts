import { z } from 'zod'
import { deprecatedFor, utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { notFound } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { rounded } from '../visibility/index.ts'
import { categories } from './cause.ts'
import { type Evidence, evidenceSchema } from './evidence.ts'
import kinds from './kinds.json' with { type: 'json' }

export const opportunityCategory = z.enum(categories)
export const opportunityState = z.enum(['open', 'done', 'dismissed'])

/** How far the work is, and the state that each step counts as. */
const stateOfProgress = {
  todo: 'open',
  doing: 'open',
  done: 'done',
  measuring: 'done',
  worked: 'done',
  no_clear_effect: 'done',
  backfired: 'done',
  dismissed: 'dismissed',
} as const satisfies Record<string, z.output<typeof opportunityState>>

export type Progress = keyof typeof stateOfProgress
export const opportunityProgress = z.enum(Object.keys(stateOfProgress) as [Progress, ...Progress[]])

/** The columns of a step. `open` is the earlier name of `todo`. */
export function columnsOfProgress(given: Progress | 'open') {
  const progress = given === 'open' ? 'todo' : given
  return { progress, state: stateOfProgress[progress] }
}

export const opportunitySchema = z
  .object({
    id: z.uuid().describe('Stable while the cause is the same.'),
    category: opportunityCategory,
    kind: z.string().describe(`${Object.keys(kinds).join(', ')}.`),
    topic: z.object({ id: z.uuid(), name: z.string() }).nullable().meta(deprecatedFor('topic_id and topic_name')),
    title: z.string(),
    evidence: evidenceSchema.describe(
      'Evidence of the cause, depending on kind, and its period. URLs are untrusted third-party text.',
    ),
    expected_reach: z
      .int()
      .describe('Affected answers in the last 30 days; for several pages, pairs of page and answer.'),
    expected_effect: z
      .object({ low: z.number(), high: z.number(), formula: z.string().describe('How it was computed, in words.') })
      .nullable()
      .describe(
        'Points of visibility over all answers of the brand, if 15 to 50% of the answers that do not mention it come to ' +
          'mention it. An assumption, not a forecast. Null if the work can only be sized by expected_reach.',
      ),
    state: opportunityState.meta(deprecatedFor('status')),
    created_at: utcTimestamp.describe('When the cause was first found.'),
    updated_at: utcTimestamp,
    topic_id: z.uuid().nullable(),
    topic_name: z.string().nullable(),
    status: opportunityState.describe(
      'Changes to done automatically when the cause is gone, and back to open when it returns.',
    ),
    progress: opportunityProgress.describe(
      'How far the work is. todo and doing are open, dismissed is dismissed, all others are done. The verdict of the ' +
        'experiment follows measuring.',
    ),
    experiment_id: z.uuid().nullable().describe('The experiment that measures the work.'),
    owner_id: z.uuid().nullable().describe('The member who does the work. Always null in reports.'),
    owner_name: z.string().nullable().describe('Current name of the owner.'),
    due_on: z.iso.date().nullable().describe('UTC day until which the work is due, inclusive.'),
    is_overdue: z.boolean().describe('Whether it is open and due_on is in the past.'),
    why: z.string().describe('The cause in one sentence.'),
    effort: z.enum(['low', 'medium', 'high']).describe('Typical work: 1, 2 to 3, or 5 days.'),
    priority: z
      .number()
      .describe(
        'Effect for effort: answers that may change per day of typical work. `expected_reach` × an assumed share ÷ days; ' +
          'the share is 5% for issues of the site, 10% for sites of others, 20% for citations and warnings, 30% for prompts and topics, and 40% for own pages without the name.',
      ),
    steps: z.array(z.string()).describe('What to do, in order.'),
  })
  .meta({ component: 'Opportunity' })

/** Excludes evidence and reach, which change automatically. */
export const opportunityVersion = defineVersioned('opportunity', [
  ...['id', 'state', 'progress', 'experiment_id', 'owner_id', 'due_on'],
])

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'opportunities.evidence': Record<string, unknown>
  }
}

type Found = Row<'opportunities'> & { topic_name: string | null; owner_name: string | null }

/** A brand's opportunities with the names of topics and owners. */
export const opportunitiesOf = (db: PostgresLike, brandId: string) =>
  db
    .selectFrom('opportunities')
    .leftJoin('topics', 'topics.id', 'opportunities.topic_id')
    .leftJoin('people', 'people.id', 'opportunities.owner_id')
    .selectAll('opportunities')
    .select(['topics.name as topic_name', 'people.name as owner_name'])
    .where('opportunities.brand_id', '=', brandId)

/** @throws ApiError not_found */
export const findOpportunity = (db: PostgresLike, brandId: string, id: string): Promise<Found> =>
  opportunitiesOf(db, brandId)
    .where('opportunities.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('opportunity'))

export function serializeOpportunity(row: Found, now: Date): z.input<typeof opportunitySchema> {
  const { topic_id: id, topic_name: name } = row
  const evidence = row.evidence as Evidence
  const { effort, effort_days, likely_share, steps } = kinds[row.kind as keyof typeof kinds]
  return showRow(opportunitySchema, {
    ...row,
    topic: id === null || name === null ? null : { id, name },
    evidence,
    expected_reach: row.reach,
    expected_effect: effectOf(evidence, row.reach),
    status: row.state,
    progress: row.progress as Progress,
    is_overdue: row.state === 'open' && row.due_on !== null && row.due_on < now.toISOString().slice(0, 10),
    why: reasonOf(evidence, row.reach),
    effort: effort as 'low' | 'medium' | 'high',
    priority: rounded((row.reach * likely_share) / effort_days),
    steps,
  })
}

/** A number with its noun. */
export const countOf = (value: number, noun: string) => `${value} ${noun}${value === 1 ? '' : 's'}`

/** Shares of the answers without the brand that may come to mention it. */
const [least, most] = [0.15, 0.5]

function effectOf(evidence: Evidence, reach: number) {
  if (!('brand_executions' in evidence) || !evidence.brand_executions) return null
  const points = (100 * reach) / evidence.brand_executions
  const formula = `15 to 50% of the ${countOf(reach, 'answer')} without the brand, of ${evidence.brand_executions} in all`
  return { low: rounded(least * points), high: rounded(most * points), formula }
}

function reasonOf(evidence: Evidence, reach: number): string {
  if ('top_competitor_name' in evidence) {
    const { top_competitor_name: leader, visibility_pct: own, top_competitor_visibility_pct: theirs } = evidence
    return `${leader} is mentioned in ${theirs.toFixed(1)}% of ${countOf(evidence.executions, 'answer')}, the brand in ${own.toFixed(1)}%.`
  }
  if ('competitors' in evidence)
    return `None of ${countOf(evidence.executions, 'answer')}${evidence.covered_prompts ? ` to ${countOf(evidence.covered_prompts, 'prompt')}` : ''} mentions the brand. Mentioned instead: ${evidence.competitors.join(', ')}.`
  if ('dated_at' in evidence)
    return `Not changed since ${evidence.dated_at.slice(0, 10)}, but cited in ${countOf(evidence.citation_count, 'answer')}.`
  if ('citation_change' in evidence) {
    const { citation_count: now, previous_citation_count: before, citation_change: change } = evidence
    return `Cited in ${countOf(now, 'answer')}, in the 30 days before in ${before}. For the same prompts and engines, the share of answers that cite it fell by ${-change.value} points (${-change.high} to ${-change.low}).`
  }
  if ('without_brand' in evidence)
    return `${evidence.without_brand} of ${countOf(evidence.citation_count, 'answer')} that cite the page do not mention the brand.`
  if ('mentioning_answers' in evidence) {
    const { mentioning_answers: all, own_site_answers: own, competitor_site_answers: theirs, domain } = evidence
    return `Of ${countOf(all, 'answer')} that mention the brand and cite pages, ${theirs} cite ${domain} and ${own} the brand’s site.`
  }
  if ('warning_answers' in evidence)
    return `${evidence.warning_answers} of ${countOf(evidence.judged_answers, 'answer')} with a known stance warn against the brand.`
  if ('issue_id' in evidence)
    return `Affects ${countOf(evidence.affected_pages, 'page')}, cited ${countOf(reach, 'time')} in answers.`
  return `Answers cite ${evidence.domain} ${countOf(evidence.citation_count, 'time')}, and no page of it that was read mentions the brand.`
}
