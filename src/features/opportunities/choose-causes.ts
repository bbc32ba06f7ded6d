import { compare, type StoredTopic } from '../visibility/index.ts'
import type { OpportunityCandidate } from './cause.ts'
import { shownPrompts, type UnnamedPrompt } from './evidence.ts'

const several = 'prompts_without_brand'

/** The stored progress of a cause, if any. */
type ProgressOf = (cause: Pick<OpportunityCandidate, 'kind' | 'subject'>) => string | undefined

/**
 * Selects causes so that no two cover the same prompts. A lead on a subtopic replaces that on its topic, as it says what
 * to work on. A lead covers the prompts of its topic; other prompts of a topic are one cause. A page of the brand has one
 * cause. Work that has begun keeps its cause, and dismissed causes cover nothing.
 */
export function chooseCauses(
  causes: readonly OpportunityCandidate[],
  topics: readonly StoredTopic[],
  progressOf: ProgressOf,
): OpportunityCandidate[] {
  const parentOf = new Map(topics.map(({ id, parentId }) => [id, parentId]))
  const isBegun = (cause: OpportunityCandidate) => progressOf(cause) === 'doing'
  const isDismissed = (cause: OpportunityCandidate) => progressOf(cause) === 'dismissed'
  const subjectsOf = (some: readonly OpportunityCandidate[]) => new Set(some.map(({ subject }) => subject))
  const leads = causes.filter(({ kind }) => kind === 'competitor_leads_topic')
  const begun = subjectsOf(leads.filter(isBegun))
  const split = new Set(leads.flatMap((cause) => (isDismissed(cause) ? [] : (parentOf.get(cause.subject) ?? []))))
  const kept = leads.filter(
    (cause) => isBegun(cause) || !(split.has(cause.subject) || begun.has(parentOf.get(cause.subject) ?? '')),
  )
  const covered = subjectsOf(kept.filter((cause) => !isDismissed(cause)))
  const isCovered = (id: string | null) => id !== null && (covered.has(id) || covered.has(parentOf.get(id) ?? ''))
  const singles = causes.filter(({ kind }) => kind === 'prompt_without_brand')
  const prompts = singles.filter((cause) => isBegun(cause) || !isCovered(cause.topicId))
  const byTopic = Map.groupBy(prompts, (cause) => (isBegun(cause) || isDismissed(cause) ? null : cause.topicId))
  const grouped = [...byTopic].flatMap(([subject, own]) => {
    const isOne = own.length === 1 && progressOf({ kind: several, subject: subject ?? '' }) !== 'doing'
    return subject === null || isOne ? own : [mergePrompts(own, subject, topics)]
  })
  const ofPages = causes.filter(({ kind }) => pageKinds.includes(kind))
  const firsts = [...Map.groupBy(ofPages, ({ subject }) => subject).values()].flatMap((own) => {
    const first = own.find(isBegun) ?? own.find((cause) => !isDismissed(cause))
    return own.filter((cause) => cause === first || isDismissed(cause))
  })
  const chosen = [leads, singles, ofPages].flat()
  return [...causes.filter((cause) => !chosen.includes(cause)), ...firsts, ...kept, ...grouped]
}

/** Kinds whose subject is a page of the brand, in order of preference. */
const pageKinds = ['page_lost_citations', 'outdated_page', 'cited_without_mention']

/** One cause for prompts of a topic. */
function mergePrompts(
  causes: readonly OpportunityCandidate[],
  subject: string,
  topics: readonly StoredTopic[],
): OpportunityCandidate {
  const ordered = causes.toSorted((a, b) => b.reach - a.reach || compare(a.subject, b.subject))
  const evidence = ordered.map((cause) => cause.evidence as UnnamedPrompt)
  const reach = ordered.reduce((sum, cause) => sum + cause.reach, 0)
  const competitors = new Map(
    evidence.flatMap((one) => one.competitors.map((name, index) => [one.competitor_ids?.[index] ?? name, name])),
  )
  return {
    ...(ordered[0] as OpportunityCandidate),
    ...{ kind: several, subject, reach },
    title: `Get mentioned on ${topics.find(({ id }) => id === subject)?.name}`,
    evidence: {
      ...(evidence[0] as UnnamedPrompt),
      executions: reach,
      covered_prompts: ordered.length,
      prompts: evidence.flatMap(({ prompts }) => prompts ?? []).slice(0, shownPrompts),
      competitors: [...competitors.values()],
      competitor_ids: [...competitors.keys()],
    },
  }
}
