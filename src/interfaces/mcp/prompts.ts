import type { GetPromptResult, Prompt as ListedPrompt } from '@modelcontextprotocol/server'
import { invalidRequest } from '../../lib/errors.ts'
import { compareCompetitors } from './ask/compare-competitors.ts'
import { visibilityReport } from './ask/visibility-report.ts'
import { findBrandId } from './brand-argument.ts'
import { compactResult, outputLimitSteps, truncateTo } from './output-limits.ts'
import prompts from './prompts.json' with { type: 'json' }
import { thirdPartyFieldsOf, untrustedIn } from './third-party.ts'
import type { Caller, ToolResponse } from './tool.ts'

/** A task for a model, with the data that it needs. */
export interface Prompt extends Pick<ListedPrompt, 'name' | 'title' | 'description' | 'arguments'> {
  get(caller: Caller, given: Given): Promise<GetPromptResult>
}

const brandArgument = {
  name: 'brand',
  description: 'Name or id of the brand; required if there are several',
}

const dayMs = 86_400_000

type Given = Record<string, string>

/** The data of each prompt. */
const dataOf: Record<string, (caller: Caller, given: Given, now: Date) => Promise<ToolResponse>> = {
  weekly_report: (caller, { brand }, now) =>
    visibilityReport((name) => caller.operation(name)).call(caller, { brand, ...lastWeek(now) }),
  competitor_brief: (caller, { brand, competitor }) =>
    compareCompetitors((name) => caller.operation(name)).call(caller, { brand, competitor }),
  content_brief: briefOf,
}

/** The prompts of this server. @param now the clock */
export const promptsOf = (now: () => Date): readonly Prompt[] =>
  prompts.map(({ task, arguments: required, ...listed }) => ({
    ...listed,
    arguments: [
      brandArgument,
      ...required.map(({ name, description }) => ({ name, description, required: true })),
    ],
    async get(caller, given) {
      const missing = required.find(({ name }) => given[name] === undefined)
      if (missing !== undefined) throw invalidRequest(`${missing.name} is required: ${missing.source}`)
      const data = await dataOf[listed.name]?.(caller, given, now())
      const instructions = task.replace('{competitor}', () => JSON.stringify(given.competitor))
      return messagesOf(instructions, data as ToolResponse)
    },
  }))

/** The seven days before today (UTC). */
function lastWeek(now: Date): { start_date: string; end_date: string } {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { start_date: day(now.getTime() - 7 * dayMs), end_date: day(now.getTime() - dayMs) }
}

async function briefOf(caller: Caller, { brand, opportunity_id }: Given): Promise<ToolResponse> {
  const brand_id = await findBrandId(caller, brand)
  const operation = caller.operation('create-brief')
  const { data } = await caller.run(operation, { brand_id, opportunity_id })
  const { markdown: _, ...brief } = compactResult(operation.data, data) as Record<string, unknown>
  return { digest: '', content: brief, thirdParty: thirdPartyFieldsOf(operation.name) }
}

/** Instructions for a model, followed by separate data. */
function messagesOf(instructions: string, { content, thirdParty }: ToolResponse): GetPromptResult {
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
