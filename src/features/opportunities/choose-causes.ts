import type { StoredTopic } from '../visibility/index.ts'
import type { OpportunityCandidate } from './cause.ts'
import { shownPrompts, type UnnamedPrompt } from './evidence.ts'

const lead = 'competitor_leads_topic'
const single = 'prompt_without_brand'
const several = 'prompts_without_brand'

/** A cause without the prompts that others cover, and the stored progress of each cause, if any. */
type ProgressOf = (cause: Pick<OpportunityCandidate, 'kind' | 'subject'>) => string | undefined

/**
 * Selects causes so that no two cover the same prompts. A lead on a subtopic replaces that on its topic, as it says what
 * to work on. A lead covers the prompts of its topic; other prompts of a topic are one cause. Work that has begun keeps
 * its cause, and dismissed causes cover nothing.
 */
export function chooseCauses(
  causes: readonly OpportunityCandidate[],
  topics: readonly StoredTopic[],
  progressOf: ProgressOf,
): OpportunityCandidate[] {
  const parentOf = new Map(topics.map(({ id, parentId }) => [id, parentId]))
  const isBegun = (cause: OpportunityCandidate) => progressOf(cause) === 'doing'
  const leads = causes.filter((cause) => cause.kind === lead)
  const open = leads.filter((cause) => progressOf(cause) !== 'dismissed')
  const begun = new Set(leads.filter(isBegun).map(({ subject }) => subject))
  const split = new Set(open.flatMap(({ subject }) => parentOf.get(subject) ?? []))
  const kept = leads.filter(
    (cause) => isBegun(cause) || !(split.has(cause.subject) || begun.has(parentOf.get(cause.subject) ?? '')),
  )
  const covered = new Set(kept.filter((cause) => progressOf(cause) !== 'dismissed').map(({ subject }) => subject))
  const isCovered = (id: string | null) => id !== null && (covered.has(id) || covered.has(parentOf.get(id) ?? ''))
  const prompts = causes.filter((cause) => cause.kind === single && (isBegun(cause) || !isCovered(cause.topicId)))
  const isSettled = (cause: OpportunityCandidate) =>
    cause.topicId === null || isBegun(cause) || progressOf(cause) === 'dismissed'
  const byTopic = Map.groupBy(
    prompts.filter((cause) => !isSettled(cause)),
    ({ topicId }) => topicId as string,
  )
  const grouped = [...byTopic].flatMap(([subject, own]) =>
    own.length > 1 || progressOf({ kind: several, subject }) === 'doing' ? [mergePrompts(own, subject, topics)] : own,
  )
  const others = causes.filter(({ kind }) => kind !== lead && kind !== single)
  return [...others, ...kept, ...prompts.filter(isSettled), ...grouped]
}

/** One cause for prompts of a topic. */
function mergePrompts(
  causes: readonly OpportunityCandidate[],
  subject: string,
  topics: readonly StoredTopic[],
): OpportunityCandidate {
  const ordered = causes.toSorted((a, b) => b.reach - a.reach || (a.subject < b.subject ? -1 : 1))
  const evidence = ordered.map((cause) => cause.evidence as UnnamedPrompt)
  const [first] = evidence as [UnnamedPrompt]
  const reach = ordered.reduce((sum, cause) => sum + cause.reach, 0)
  const names = evidence.flatMap(({ competitors, competitor_ids }) =>
    competitors.map((name, index) => [competitor_ids?.[index] ?? name, name] as const),
  )
  const competitors = new Map(names)
  return {
    ...(ordered[0] as OpportunityCandidate),
    ...{ kind: several, subject, reach },
    title: `Get mentioned on ${topics.find(({ id }) => id === subject)?.name}`,
    evidence: {
      ...first,
      executions: reach,
      prompt_count: ordered.length,
      prompts: evidence.flatMap(({ prompts }) => prompts ?? []).slice(0, shownPrompts),
      competitors: [...competitors.values()],
      competitor_ids: [...competitors.keys()],
    },
  }
}
