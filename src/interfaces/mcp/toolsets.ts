import type { Operation } from '../../kernel/operation.ts'
import { findOperation } from './actor-caller.ts'
import { compareCompetitors } from './ask/compare-competitors.ts'
import { findOpportunities } from './ask/find-opportunities.ts'
import { visibilityReport } from './ask/visibility-report.ts'
import { whyNotNamed } from './ask/why-not-named.ts'
import { operationTool } from './operation-tool.ts'
import type { Tool } from './tool.ts'

/** `default`: a few tools that answer most questions; `all`: every operation of the public API. */
export const toolsets = ['default', 'all'] as const
export type Toolset = (typeof toolsets)[number]

export const isToolset = (text: unknown): text is Toolset => toolsets.some((name) => name === text)

const askTools = [visibilityReport, whyNotNamed, compareCompetitors, findOpportunities]

/** Operations of the default set, all of them reads, with their descriptions for the model. */
const curated: Record<string, string> = {
  'list-brands': 'The available brands with their ids and domains.',
  'list-visibility-trend':
    'The metrics of the brand and competitors over time, for “since when” and “how did it develop”. Use interval=week or month for long periods.',
  'list-topic-scoreboard': 'The brand compared with its strongest competitor on each topic.',
  'list-prompts': 'The tracked prompts, each with the brand’s figures over its answers.',
  'list-executions':
    'Single answers of engines, newest first, without their text: mentions and sentiment. search finds words in them.',
  'get-execution': 'The text of one answer with its mentions, sentiment and citations.',
  'list-cited-domains': 'The sites that answers cite, most answers first, and their owners.',
  'list-earned-mentions':
    'Cited pages that mention competitors but not the brand, best chances for an earned mention first.',
  'get-crawler-summary':
    'Which AI bots read the brand’s site, how often, which pages, and with which errors.',
  'list-issues': 'Technical issues of the brand’s site for AI bots, most severe first.',
  'search-knowledge': 'Passages of the brand’s own documents that answer a question, as a basis for writing.',
}

/** The tools of a set, in listing order. */
export function toolsOf(toolset: Toolset, operations: readonly Operation[]): readonly Tool[] {
  const find = (name: string) => findOperation(operations, name)
  const asks = askTools.map((make) => make(find))
  const few = Object.entries(curated).map(([name, told]) => operationTool(find(name), told))
  if (toolset === 'default') return [...asks, ...few]
  const others = operations.filter(({ http, name }) => http !== undefined && curated[name] === undefined)
  return [...asks, ...few, ...others.map((operation) => operationTool(operation))]
}
