import type { GetPromptResult, Prompt as ListedPrompt } from '@modelcontextprotocol/server'
import { invalidRequest } from '../../lib/errors.ts'
import { compareCompetitors } from './ask/compare-competitors.ts'
import { visibilityReport } from './ask/visibility-report.ts'
import { findBrandId } from './brand-argument.ts'
import { compactResult, outputLimitSteps, truncateTo } from './output-limits.ts'
import { thirdPartyFieldsOf, untrustedIn } from './third-party.ts'
import type { Caller, ToolResponse } from './tool.ts'

/** A task for a model, with the data that it needs. */
export interface Prompt extends Pick<ListedPrompt, 'name' | 'title' | 'description' | 'arguments'> {
  get(caller: Caller, given: Record<string, string>): Promise<GetPromptResult>
}

const brandArgument = {
  name: 'brand',
  description: 'Name or id of the brand; required if there are several',
}

const dayMs = 86_400_000

/** The prompts of this server. @param now the clock */
export const promptsOf = (now: () => Date): readonly Prompt[] => [
  {
    name: 'weekly_report',
    title: 'Weekly report',
    description: 'A report on the last seven full days, for readers without context',
    arguments: [brandArgument],
    async get(caller, { brand }) {
      const answer = await visibilityReport((name) => caller.operation(name)).call(caller, {
        brand,
        ...lastWeek(now()),
      })
      return task(
        'Write the weekly report on this brand’s visibility in AI answers, on one page. Say first whether there are real changes, and why; give each figure with its interval; name the competitors and sources that matter; end with at most three next steps. If there is no clear change, say so and do not explain noise.',
        answer,
      )
    },
  },
  {
    name: 'competitor_brief',
    title: 'Competitor brief',
    description: 'Why answers mention one competitor, and where the brand can respond',
    arguments: [
      brandArgument,
      { name: 'competitor', description: 'Name or id of the competitor', required: true },
    ],
    async get(caller, { brand, competitor }) {
      if (competitor === undefined) throw invalidRequest('competitor is required: a name or id')
      const answer = await compareCompetitors((name) => caller.operation(name)).call(caller, {
        brand,
        competitor,
      })
      return task(
        `Write a brief on the competitor ${JSON.stringify(competitor)}: where answers mention it but not the brand, on which engines and prompts, which cited sites support it, and what to do about the two widest gaps. Call why_not_named for prompts that need a closer look.`,
        answer,
      )
    },
  },
  {
    name: 'content_brief',
    title: 'Content brief',
    description: 'A writer’s brief for one opportunity, in the brand’s style and based on its own documents',
    arguments: [
      brandArgument,
      {
        name: 'opportunity_id',
        description: 'From find_opportunities or list_opportunities',
        required: true,
      },
    ],
    get: contentBrief,
  },
]

/** The seven days before today (UTC). */
function lastWeek(now: Date): { start_date: string; end_date: string } {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { start_date: day(now.getTime() - 7 * dayMs), end_date: day(now.getTime() - dayMs) }
}

async function contentBrief(
  caller: Caller,
  { brand, opportunity_id }: Record<string, string>,
): Promise<GetPromptResult> {
  if (opportunity_id === undefined)
    throw invalidRequest('opportunity_id is required: from list_opportunities')
  const brand_id = await findBrandId(caller, brand)
  const operation = caller.operation('create-brief')
  const { data } = await caller.run(operation, { brand_id, opportunity_id })
  const { markdown: _, ...brief } = compactResult(operation.data, data) as Record<string, unknown>
  return task(
    'Write a content brief for a writer: the question that the page answers, its audience, what the page must say that cited pages do not, its outline, and which statements need a source. Follow the writing style. State only facts from `facts` or the opportunity; mark everything else as to be checked.',
    { digest: '', content: brief, thirdParty: thirdPartyFieldsOf(operation.name) },
  )
}

/** Instructions for a model, followed by separate data. */
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
