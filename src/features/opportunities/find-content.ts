import { sql } from '../../stores/clickhouse-sql.ts'
import { brandEntity } from '../answers/index.ts'
import {
  type Counts,
  compare,
  countGroups,
  countSources,
  enoughData,
  isNamed,
  placeOfTopic,
  rankEntities,
  share,
  sumOf,
} from '../visibility/index.ts'
import { type OpportunityCandidate, type Search, topicOfPrompts } from './cause.ts'
import { shownPrompts } from './evidence.ts'

const shownCompetitors = 5

/** Finds topics, including subtopics, where a competitor clearly has higher visibility than the brand. */
export async function findTopicsBehind({ ctx, view, topics, period }: Search): Promise<OpportunityCandidate[]> {
  const place = placeOfTopic(topics)
  const [counts, sources, prompts] = await Promise.all([
    countGroups(ctx, view, period, sql`prompt`),
    countSources(ctx.services, view.snapshot, period, place),
    readActivePrompts(ctx),
  ])
  const brand_executions = sumOf([...counts.values()]).executions
  return topics.flatMap((topic) => {
    const own = topics.filter(({ id, parentId }) => id === topic.id || parentId === topic.id)
    const found = own.flatMap((one) => sources.get(String(topics.indexOf(one) + 1)) ?? [])
    const prompt_count = found.reduce((sum, source) => sum + source.prompts, 0)
    const citations = found.reduce((sum, source) => sum + source.citations, 0)
    if (prompt_count < enoughData.prompts || citations < enoughData.citations) return []
    const byPrompt = own.flatMap((one) => one.prompts.flatMap((prompt) => counts.get(String(prompt)) ?? []))
    const all = sumOf(byPrompt)
    const ranked = rankEntities(view.entities, all)
    const brand = ranked.find(({ entity }) => entity.isOurBrand)
    const leader = ranked.find((row) => !row.entity.isOurBrand && isNamed(row))
    const [ours, theirs] = [brand?.visibility ?? 0, leader?.visibility ?? 0]
    if (leader === undefined || !isClearLead(byPrompt, leader.entity.number)) return []
    const cause: OpportunityCandidate = {
      category: 'content',
      kind: 'competitor_leads_topic',
      subject: topic.id,
      topicId: topic.id,
      title: `Win ${topic.name} from ${leader.entity.name}`,
      evidence: {
        ...period,
        visibility_pct: share('visibility_pct', ours),
        top_competitor_id: leader.entity.id,
        top_competitor_name: leader.entity.name,
        top_competitor_visibility_pct: share('top_competitor_visibility_pct', theirs),
        prompt_count,
        prompts: promptsIn(prompts, own, counts),
        citation_count: citations,
        executions: all.executions,
        brand_executions,
      },
      reach: all.executions - answersNaming(all, brandEntity),
    }
    return [cause]
  })
}

/**
 * Whether more answers mention the competitor than the brand, and not by chance (z > 1.96). Compares two shares within
 * each prompt, each with half an answer more on both sides, so that prompts with few answers vary too (Agresti and
 * Coull 1998). Both shares come from the same answers: their difference varies at most by the sum of their deviations.
 */
function isClearLead(byPrompt: readonly Counts[], competitor: number): boolean {
  let [lead, variance] = [0, 0]
  for (const counts of byPrompt) {
    const deviationOf = (named: number) => {
      const share = (named + 0.5) / (counts.executions + 1)
      return Math.sqrt(share * (1 - share))
    }
    const [theirs, ours] = [answersNaming(counts, competitor), answersNaming(counts, brandEntity)]
    lead += theirs - ours
    variance += counts.executions * (deviationOf(theirs) + deviationOf(ours)) ** 2
  }
  return lead > 1.96 * Math.sqrt(variance)
}

const answersNaming = (counts: Counts, entity: number) => counts.entities.get(entity)?.answers ?? 0

const readActivePrompts = ({ services, brand }: Search['ctx']) =>
  services.db
    .selectFrom('prompts')
    .select(['id', 'number', 'text'])
    .where('brand_id', '=', brand.id)
    .where('is_active', '=', true)
    .execute()

/** The prompts of topics with the most answers that do not mention the brand. */
function promptsIn(
  prompts: Awaited<ReturnType<typeof readActivePrompts>>,
  topics: Search['topics'],
  counts: ReadonlyMap<string, Counts>,
) {
  const numbers = new Set(topics.flatMap((topic) => topic.prompts))
  const found = prompts.flatMap(({ id, number, text }) => {
    const own = numbers.has(number) ? counts.get(String(number)) : undefined
    const without_brand = own === undefined ? 0 : own.executions - answersNaming(own, brandEntity)
    return own === undefined || without_brand === 0 ? [] : [{ id, text, executions: own.executions, without_brand }]
  })
  return found.sort((a, b) => b.without_brand - a.without_brand || compare(a.text, b.text)).slice(0, shownPrompts)
}

/** Finds prompts whose answers clearly mention a competitor, but never the brand. */
export async function promptsWithoutBrand({ ctx, view, topics, period }: Search): Promise<OpportunityCandidate[]> {
  const [counts, prompts] = await Promise.all([countGroups(ctx, view, period, sql`prompt`), readActivePrompts(ctx)])
  const topicOf = topicOfPrompts(topics)
  const brand_executions = sumOf([...counts.values()]).executions
  return prompts.flatMap(({ id, number, text }) => {
    const own = counts.get(String(number))
    if (own === undefined) return []
    const ranked = rankEntities(view.entities, own).filter(isNamed)
    const [leader] = ranked
    if (leader === undefined || ranked.some(({ entity }) => entity.isOurBrand)) return []
    if (!isClearLead([own], leader.entity.number)) return []
    const competitors = ranked.slice(0, shownCompetitors).map(({ entity }) => entity)
    const cause: OpportunityCandidate = {
      category: 'content',
      kind: 'prompt_without_brand',
      subject: id,
      topicId: topicOf.get(number)?.id ?? null,
      // Truncate by code points: a lone surrogate cannot be stored.
      title: `Get mentioned for “${[...text].slice(0, 200).join('')}”`,
      evidence: {
        ...period,
        prompt_id: id,
        prompt: text,
        prompts: [{ id, text, executions: own.executions, without_brand: own.executions }],
        executions: own.executions,
        brand_executions,
        competitors: competitors.map(({ name }) => name),
        competitor_ids: competitors.map((competitor) => competitor.id),
      },
      reach: own.executions,
    }
    return [cause]
  })
}
