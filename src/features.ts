import { about } from './features/about/index.ts'
import { alerts } from './features/alerts/index.ts'
import { alignment } from './features/alignment/index.ts'
import { answers } from './features/answers/index.ts'
import { apiKeys } from './features/api-keys/index.ts'
import { audits } from './features/audits/index.ts'
import { backups } from './features/backups/index.ts'
import { brands } from './features/brands/index.ts'
import { changes } from './features/changes/index.ts'
import { citations } from './features/citations/index.ts'
import { collection } from './features/collection/index.ts'
import { competitorSuggestions } from './features/competitor-suggestions/index.ts'
import { competitors } from './features/competitors/index.ts'
import { connections } from './features/connections/index.ts'
import { crawler } from './features/crawler/index.ts'
import { earnedMentions } from './features/earned-mentions/index.ts'
import { engines } from './features/engines/index.ts'
import { executions } from './features/executions/index.ts'
import { experiments } from './features/experiments/index.ts'
import { exports } from './features/exports/index.ts'
import { gaps } from './features/gaps/index.ts'
import { knowledge } from './features/knowledge/index.ts'
import { notes } from './features/notes/index.ts'
import { oauth } from './features/oauth/index.ts'
import { opportunities } from './features/opportunities/index.ts'
import { people } from './features/people/index.ts'
import { products } from './features/products/index.ts'
import { profile } from './features/profile/index.ts'
import { promptMetrics } from './features/prompt-metrics/index.ts'
import { promptSuggestions } from './features/prompt-suggestions/index.ts'
import { prompts } from './features/prompts/index.ts'
import { reports } from './features/reports/index.ts'
import { setup } from './features/setup/index.ts'
import { sources } from './features/sources/index.ts'
import { storedData } from './features/stored-data/index.ts'
import { tags } from './features/tags/index.ts'
import { tasks } from './features/tasks/index.ts'
import { topics } from './features/topics/index.ts'
import { traffic } from './features/traffic/index.ts'
import { usage } from './features/usage/index.ts'
import { visibility } from './features/visibility/index.ts'
import { webhooks } from './features/webhooks/index.ts'
import { website } from './features/website/index.ts'
import { workspaces } from './features/workspaces/index.ts'
import { writingStyles } from './features/writing-styles/index.ts'
import type { Feature } from './kernel/feature.ts'
import { kernel } from './kernel/kernel-feature.ts'
import type { Operation } from './kernel/operation.ts'

/** All features of the program, in the order of the help. */
export const features: readonly Feature[] = [
  kernel,
  about,
  workspaces,
  people,
  oauth,
  tasks,
  apiKeys,
  usage,
  brands,
  topics,
  tags,
  prompts,
  promptMetrics,
  promptSuggestions,
  profile,
  products,
  knowledge,
  alignment,
  competitors,
  competitorSuggestions,
  sources,
  answers,
  collection,
  setup,
  engines,
  visibility,
  alerts,
  notes,
  gaps,
  executions,
  citations,
  earnedMentions,
  experiments,
  opportunities,
  crawler,
  traffic,
  connections,
  website,
  audits,
  writingStyles,
  webhooks,
  reports,
  exports,
  changes,
  backups,
  storedData,
]

/** Every operation, for all callers. */
export const operations: readonly Operation[] = features.flatMap((feature) => feature.operations ?? [])

/** The CLI commands of each feature: all operations except those of a person's own account. */
export const commandsByFeature: ReadonlyMap<string, readonly Operation[]> = new Map(
  features.map(({ name, operations = [] }) => [name, operations.filter(({ on }) => on !== 'person' && on !== 'visit')]),
)

export const commands: readonly Operation[] = [...commandsByFeature.values()].flat()
