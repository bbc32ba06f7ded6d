import type { GetPromptResult, Prompt as ListedPrompt } from '@modelcontextprotocol/server'
import { invalidRequest } from '../../lib/errors.ts'
import { compareCompetitors } from './ask/compare-competitors.ts'
import { visibilityReport } from './ask/visibility-report.ts'
import { findBrandId } from './brand-argument.ts'
import { compactResult, outputLimitSteps, truncateTo } from './output-limits.ts'
import { untrustedIn } from './third-party.ts'
import type { Caller, Reply, ToolResponse } from './tool.ts'

/** A task that people give to a model, with what it needs to know for it. */
export interface Prompt extends Pick<ListedPrompt, 'name' | 'title' | 'description' | 'arguments'> {
  get(caller: Caller, given: Record<string, string>): Promise<GetPromptResult>
}

const brandArgument = {
  name: 'brand',
  description: 'Name or id of the brand; needed where there are several',
}

const dayMs = 86_400_000

/** Prompts of this program. @param now the time */
export const promptsOf = (now: () => Date): readonly Prompt[] => [
  {
    name: 'weekly_report',
    title: 'Weekly report',
    description: 'A report on the last seven full days, for people who were not there',
    arguments: [brandArgument],
    async get(caller, { brand }) {
      const answer = await visibilityReport((name) => caller.operation(name)).call(caller, {
        brand,
        ...lastWeek(now()),
      })
      return task(
        'Write the weekly report on this brand’s visibility in AI answers, on one page. Say first whether anything changed beyond chance, and why; give each figure with its interval; name the competitors and sources that matter; end with at most three things to do. Where nothing changed beyond chance, say so and do not explain noise.',
        answer,
      )
    },
  },
  {
    name: 'competitor_brief',
    title: 'Competitor brief',
    description: 'What makes one competitor be named, and where the brand can answer',
    arguments: [brandArgument, { name: 'competitor', description: 'Its name or id', required: true }],
    async get(caller, { brand, competitor }) {
      if (competitor === undefined) throw invalidRequest('competitor is required: its name or id')
      const answer = await compareCompetitors((name) => caller.operation(name)).call(caller, {
        brand,
        competitor,
      })
      return task(
        `Write a brief on the competitor ${JSON.stringify(competitor)}: where it is named and the brand is not, on which engines and prompts, which cited sites speak for it, and what to do about the two widest gaps. Call why_not_named for the prompts that you need to look into.`,
        answer,
      )
    },
  },
  {
    name: 'content_brief',
    title: 'Content brief',
    description: 'A brief for a writer from one opportunity, in the brand’s style and from its own documents',
    arguments: [
      brandArgument,
      { name: 'opportunity_id', description: 'Of find_opportunities or list_opportunities', required: true },
    ],
    get: contentBrief,
  },
]

/** The seven days before today (UTC). */
function lastWeek(now: Date): { start_date: string; end_date: string } {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { start_date: day(now.getTime() - 7 * dayMs), end_date: day(now.getTime() - dayMs) }
}

interface OpportunityRow extends Record<string, unknown> {
  id: string
  title: string
}

async function contentBrief(
  caller: Caller,
  { brand, opportunity_id }: Record<string, string>,
): Promise<GetPromptResult> {
  if (opportunity_id === undefined) throw invalidRequest('opportunity_id is required: of list_opportunities')
  const brand_id = await findBrandId(caller, brand)
  const read = async (name: string, input: object) => {
    const operation = caller.operation(name)
    const reply = await caller.run(operation, { brand_id, ...input })
    return { ...reply, data: compactResult(operation.data, reply.data) } as Reply
  }
  const opportunity = await findOpportunity(read, opportunity_id)
  const [styles, passages] = await Promise.all([
    read('list-writing-styles', { surface: 'content' }),
    read('search-knowledge', { q: opportunity.title.slice(0, 500), limit: 5 }),
  ])
  const [style] = (styles.data as { is_default: boolean }[]).filter(({ is_default }) => is_default)
  return task(
    'Write a content brief for a writer: the question that the page answers, who asks it, what the page must say that cited pages do not, its outline, and which statements need a source. Keep to the writing style. State only what the passages or the opportunity say; mark everything else as to be checked.',
    {
      digest: '',
      content: {
        opportunity,
        ...(style === undefined ? {} : { writing_style: style }),
        passages: passages.data,
      },
      thirdParty: ['text', 'headings'],
    },
  )
}

/** @throws ApiError invalid_request where no opportunity of the brand has that id */
async function findOpportunity(
  read: (name: string, input: object) => Promise<Reply>,
  id: string,
): Promise<OpportunityRow> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read('list-opportunities', { limit: 100, ...(cursor === undefined ? {} : { cursor }) })
    const found = (page.data as OpportunityRow[]).find((row) => row.id === id)
    if (found !== undefined) return found
    cursor = page.pagination?.next_cursor ?? null
  }
  throw invalidRequest('opportunity_id: the brand has no such opportunity')
}

/** What a model is to do, and the data for it apart from that. */
function task(instructions: string, { content, thirdParty }: ToolResponse): GetPromptResult {
  const data = JSON.stringify({
    ...untrustedIn(content, thirdParty),
    ...(truncateTo(outputLimitSteps[0] as (typeof outputLimitSteps)[0], content) as object),
  })
  return {
    messages: [
      { role: 'user', content: { type: 'text', text: instructions } },
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: { uri: 'sightline://prompt-data', mimeType: 'application/json', text: data },
        },
      },
    ],
  }
}
