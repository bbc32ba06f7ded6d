import type { Operation } from '../../kernel/operation.ts'
import { findOperation } from './actor-caller.ts'
import { compareCompetitors } from './ask/compare-competitors.ts'
import { findOpportunities } from './ask/find-opportunities.ts'
import { visibilityReport } from './ask/visibility-report.ts'
import { whyNotNamed } from './ask/why-not-named.ts'
import { operationTool } from './operation-tool.ts'
import type { Tool } from './tool.ts'

/** Sets of tools: a few that answer most questions, or every operation of the public API. */
export const toolsets = ['default', 'all'] as const
export type Toolset = (typeof toolsets)[number]

export const isToolset = (text: unknown): text is Toolset => toolsets.some((name) => name === text)

const askTools = [visibilityReport, whyNotNamed, compareCompetitors, findOpportunities]

/** Operations of the default set, with what a model is told of each. All of them read. */
const curated: Record<string, string> = {
  'list-brands': 'The brands that can be asked about, with their ids and domains.',
  'list-visibility-trend':
    'The metrics of the brand and competitors over time, for “since when” and “how did it develop”. Take interval=week or month for long periods.',
  'list-topic-scoreboard': 'How the brand stands on each topic beside its strongest competitor there.',
  'list-prompts': 'The questions that engines are asked, with the brand’s figures over the answers to each.',
  'list-executions':
    'Single answers of engines, newest first, without their text: who is named, in which tone. search finds words in them.',
  'get-execution': 'The text of one answer, with whom it names, in which tone, and what it cites.',
  'list-cited-domains': 'The sites that answers cite, those of most answers first, and whose they are.',
  'list-earned-mentions':
    'Cited pages that name competitors and not the brand, most worthwhile first: where to win a mention.',
  'get-crawler-summary':
    'Which AI bots read the brand’s site, how often, which pages, and with which errors.',
  'list-issues': 'Technical problems of the brand’s site for AI bots, the worst first.',
  'search-knowledge': 'Passages of the brand’s own documents that answer a question, to write from.',
}

/** The tools of a set, in the order in which they are listed. */
export function toolsOf(toolset: Toolset, operations: readonly Operation[]): readonly Tool[] {
  const find = (name: string) => findOperation(operations, name)
  const asks = askTools.map((make) => make(find))
  const few = Object.entries(curated).map(([name, told]) => operationTool(find(name), told))
  if (toolset === 'default') return [...asks, ...few]
  const others = operations.filter(({ http, name }) => http !== undefined && curated[name] === undefined)
  return [...asks, ...few, ...others.map((operation) => operationTool(operation))]
}
