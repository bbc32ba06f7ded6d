import type { ReferenceBrand, ReferenceRequest, ReferenceTopic } from './reference-brand.ts'
import { shownDifference, twoDecimals } from './reference-fraction.ts'
import { addDays, isNamed, isWithin, periodBefore, type ReferenceRow, rank } from './reference-ranking.ts'

/** The expected rows of all pages of `topics/scoreboard`, as returned by `askAll`. */
export function referenceScoreboard(brand: ReferenceBrand, request: ReferenceRequest, today: string) {
  const days = request.window_days ?? 30
  const window = { start_date: addDays(today, 1 - days), end_date: today }
  const rows: ReferenceTopic[] = []
  for (const root of byName(brand.topics.filter((topic) => topic.parentId === null)))
    rows.push(root, ...byName(brand.topics.filter((topic) => topic.parentId === root.id)))
  return {
    data: rows.map((topic) => shownTopic(brand, topic, window)),
    meta: { window: { days, start_date: window.start_date } },
  }
}

const byName = (topics: ReferenceTopic[]) => [...topics].sort((a, b) => (a.name < b.name ? -1 : 1))

function shownTopic(brand: ReferenceBrand, topic: ReferenceTopic, window: { start_date: string; end_date: string }) {
  const tree = [topic, ...brand.topics.filter((candidate) => candidate.parentId === topic.id)]
  const answers = brand.answers.filter(({ prompt }) => tree.some(({ id }) => id === prompt?.topicId))
  const now = answers.filter((answer) => isWithin(answer.day, window))
  const before = answers.filter((answer) => isWithin(answer.day, periodBefore(window)))
  const rows = rank(brand.entities, now)
  const own = ownRow(rows)
  const earlier = ownRow(rank(brand.entities, before))
  const top = rows.find((row) => !row.entity.isOurBrand && isNamed(row))
  const prompts = new Set(now.map((answer) => answer.prompt?.text)).size
  const citations = now.flatMap((answer) => answer.pages).length
  return {
    topic_id: topic.id,
    topic_name: topic.name,
    parent_topic_id: topic.parentId,
    visibility_pct: twoDecimals(own.visibility),
    previous_visibility_pct: twoDecimals(earlier.visibility),
    visibility_delta_pts: shownDifference(own.visibility, earlier.visibility),
    top_competitor_id: top?.entity.id ?? null,
    top_competitor_name: top?.entity.name ?? null,
    top_competitor_visibility_pct: top === undefined ? null : twoDecimals(top.visibility),
    gap_pts: top === undefined ? null : shownDifference(top.visibility, own.visibility),
    our_rank: isNamed(own) ? own.rank : null,
    max_rank: now.length === 0 ? null : rows.filter(isNamed).length,
    prompt_count: prompts,
    citation_count: citations,
    open_content_actions: 0,
    open_task_count: 0,
    has_enough_data: prompts >= 2 && citations >= 5,
  }
}

const ownRow = (rows: ReferenceRow[]) => rows.find((row) => row.entity.isOurBrand) as ReferenceRow
