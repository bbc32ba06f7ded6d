import { z } from 'zod'
import { cacheByDataVersion } from '../../kernel/brand-facts.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { type Counts, countSources, noAnswers, type SourceCounts, sumOf } from './count-answers.ts'
import { topCompetitors } from './intervals/leaders.ts'
import { enoughData, metricCatalog } from './metric-catalog.ts'
import { type Entity, isNamed, rankEntities, shownChange } from './metrics.ts'
import { lastDays, previousPeriod } from './period.ts'
import { figure, figuresShape } from './shapes.ts'
import { share, shareField } from './shares.ts'
import { placeOfTopic, readTopics, type StoredTopic } from './view/topic-tree.ts'
import { allComputedRows, countGroups, openViewWith, pageOf } from './view/view.ts'

export const listTopicScoreboard = defineOperation({
  name: 'list-topic-scoreboard',
  summary: 'List the brand’s visibility by topic and subtopic, sorted by name',
  description:
    'A root topic’s row includes its subtopics, which follow it. Topics without answers have rows with null figures.',
  ...brandRead('read:visibility', '/topics/scoreboard', ['answers', 'readings']),
  fields: {
    window_days: z.int().min(1).max(365).default(30).describe('Length of the window in days, ending today.'),
  },
  list: allComputedRows,
  data: z.array(
    z.object({
      topic_id: z.uuid(),
      topic_name: z.string(),
      parent_topic_id: z.uuid().nullable(),
      visibility_pct: figuresShape.visibility_pct,
      previous_visibility_pct: shareField.nullable().describe(metricCatalog.previous_visibility_pct),
      visibility_delta_pts: figure.describe(metricCatalog.visibility_delta_pts),
      top_competitor_id: z.uuid().nullable().describe('Null if no competitor is mentioned.'),
      top_competitor_name: z.string().nullable().describe('Null if no competitor is mentioned.'),
      top_competitor_visibility_pct: shareField.nullable().describe(metricCatalog.top_competitor_visibility_pct),
      gap_pts: figure.describe(metricCatalog.gap_pts),
      our_rank: z.int().nullable().describe(metricCatalog.our_rank),
      max_rank: z.int().nullable().describe(metricCatalog.max_rank),
      prompt_count: z.int().describe(metricCatalog.prompt_count),
      citation_count: z.int().describe(metricCatalog.citation_count),
      open_content_actions: z.int().describe(metricCatalog.open_content_actions),
      open_task_count: z.int().describe(metricCatalog.open_task_count),
      has_enough_data: z.boolean().describe(metricCatalog.has_enough_data),
    }),
  ),
  meta: z.object({
    window: z.object({ days: z.int(), start_date: z.iso.date() }),
    count: z.int().describe('Topics in this response.'),
  }),
  async run({ ctx, input: { window_days }, page }) {
    const { services, brand } = ctx
    const window = lastDays(window_days, services.now())
    const { view, more: topics } = await openViewWith(ctx, window, page.after, (lastPrompt) =>
      readTopics(services, brand, lastPrompt),
    )
    const { rows, next } = pageOf(view, topics, page.limit)
    const place = placeOfTopic(topics)
    const [now, before, sources, tasks] = await Promise.all([
      countGroups(ctx, view, view.period, place),
      countGroups(ctx, view, previousPeriod(view.period), place),
      countSources(ctx.services, view.snapshot, view.period, place),
      cacheByDataVersion(services, brand, 'open tasks', () => readOpenTasks(services, brand)),
    ])
    return {
      data: rows.map((topic) => {
        const places = placesOfTree(topics, topic)
        const countTree = (byPlace: Map<string, Counts>) => sumOf(places.map((at) => byPlace.get(at) ?? noAnswers()))
        const found = places.flatMap((at) => sources.get(at) ?? [])
        const counted = {
          prompts: sum(found.map(({ prompts }) => prompts)),
          citations: sum(found.map(({ citations }) => citations)),
        }
        const open = tasksOfTree(tasks, topics, topic)
        return serializeTopic(topic, view.entities, countTree(now), countTree(before), counted, open)
      }),
      meta: { window: { days: window_days, start_date: view.period.start_date }, count: rows.length },
      next,
    }
  },
})

/** Indexes of a topic and its subtopics in the list. Each prompt belongs to one of them. */
const placesOfTree = (topics: readonly StoredTopic[], { id }: StoredTopic): string[] =>
  topics.flatMap((topic, index) => (topic.id === id || topic.parentId === id ? [String(index + 1)] : []))

function tasksOfTree(
  tasks: ReadonlyMap<string, OpenTasks>,
  topics: readonly StoredTopic[],
  { id }: StoredTopic,
): OpenTasks {
  const found = topics.flatMap((topic) => (topic.id === id || topic.parentId === id ? (tasks.get(topic.id) ?? []) : []))
  return {
    contentActions: sum(found.map(({ contentActions }) => contentActions)),
    all: sum(found.map(({ all }) => all)),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function serializeTopic(
  topic: StoredTopic,
  entities: readonly Entity[],
  now: Counts,
  before: Counts,
  sources: SourceCounts,
  tasks: OpenTasks,
) {
  const ranked = rankEntities(entities, now)
  const own = ranked.find(({ entity }) => entity.isOurBrand)
  const visibility = own?.visibility ?? null
  const earlier = rankEntities(entities, before).find(({ entity }) => entity.isOurBrand)?.visibility ?? null
  const [top] = topCompetitors(ranked.filter(isNamed), 1)
  return {
    topic_id: topic.id,
    topic_name: topic.name,
    parent_topic_id: topic.parentId,
    visibility_pct: share('visibility_pct', visibility),
    previous_visibility_pct: share('previous_visibility_pct', earlier),
    visibility_delta_pts: shownChange(visibility, earlier),
    top_competitor_id: top?.entity.id ?? null,
    top_competitor_name: top?.entity.name ?? null,
    top_competitor_visibility_pct: share('top_competitor_visibility_pct', top?.visibility ?? null),
    gap_pts: shownChange(top?.visibility ?? null, visibility),
    our_rank: own !== undefined && isNamed(own) ? own.rank : null,
    max_rank: now.executions === 0 ? null : ranked.filter(isNamed).length,
    prompt_count: sources.prompts,
    citation_count: sources.citations,
    open_content_actions: tasks.contentActions,
    open_task_count: tasks.all,
    has_enough_data: sources.prompts >= enoughData.prompts && sources.citations >= enoughData.citations,
  }
}

/** Open work for a topic. */
interface OpenTasks {
  /** Open content opportunities. */
  contentActions: number
  /** Open opportunities of any kind. */
  all: number
}

/** Counts open opportunities by topic, without those of its subtopics. */
async function readOpenTasks({ db }: Services, brand: Brand): Promise<Map<string, OpenTasks>> {
  const rows = await db
    .selectFrom('opportunities')
    .select(({ fn }) => ['topic_id', 'category', fn.countAll<number>().as('count')])
    .where('brand_id', '=', brand.id)
    .where('state', '=', 'open')
    .groupBy(['topic_id', 'category'])
    .execute()
  const tasks = new Map<string, OpenTasks>()
  for (const { topic_id, category, count } of rows) {
    if (topic_id === null) continue
    const ofTopic = tasks.getOrInsertComputed(topic_id, () => ({ contentActions: 0, all: 0 }))
    ofTopic.all += Number(count)
    if (category === 'content') ofTopic.contentActions += Number(count)
  }
  return tasks
}
