import type { Operation } from '../../kernel/operation.ts'
import { findOperation } from './actor-caller.ts'
import { compareCompetitors } from './ask/compare-competitors.ts'
import { type Question, questionTool } from './ask/question-tool.ts'
import questions from './ask/questions.json' with { type: 'json' }
import { visibilityReport } from './ask/visibility-report.ts'
import { whatChanged } from './ask/what-changed.ts'
import { whyNotNamed } from './ask/why-not-named.ts'
import describedReads from './curated.json' with { type: 'json' }
import describedWrites from './curated-writes.json' with { type: 'json' }
import { operationTool } from './operation-tool.ts'
import type { Tool } from './tool.ts'

/**
 * `default`: a few tools that answer most questions; `write`: also those of common work; `all`: every operation of the
 * public API.
 */
export const toolsets = ['default', 'write', 'all'] as const
export type Toolset = (typeof toolsets)[number]

export const isToolset = (text: unknown): text is Toolset => toolsets.some((name) => name === text)

const askTools = [
  visibilityReport,
  whatChanged,
  compareCompetitors,
  whyNotNamed,
  ...(questions as Question[]).map(questionTool),
]

/** Operations of the default set, all of them reads, with their descriptions for the model. */
const curated: Record<string, string> = describedReads
const curatedWrites: Record<string, string> = describedWrites

/** The scopes that the write tools of `write` need. */
export const writeScopesOf = (operations: readonly Operation[]) => [
  ...new Set(Object.keys(curatedWrites).map((name) => findOperation(operations, name).access)),
]

/** The tools of a set, in listing order. */
export function toolsOf(toolset: Toolset, operations: readonly Operation[]): readonly Tool[] {
  const find = (name: string) => findOperation(operations, name)
  const asks = askTools.map((make) => make(find))
  const described = { ...curated, ...(toolset === 'default' ? {} : curatedWrites) }
  const few = Object.entries(described).map(([name, told]) => operationTool(find(name), told))
  if (toolset !== 'all') return [...asks, ...few]
  const others = operations.filter(({ http, name }) => http !== undefined && described[name] === undefined)
  return [...asks, ...few, ...others.map((operation) => operationTool(operation))]
}
