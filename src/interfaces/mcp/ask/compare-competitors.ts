import { invalidRequest } from '../../../lib/errors.ts'
import {
  askTool,
  isOurs,
  leftOut,
  metaOf,
  periodInWords,
  pick,
  type Row,
  rowsOf,
  withoutEmptyFields,
} from './ask-tool.ts'
import tools from './tools.json' with { type: 'json' }

const shownCompetitors = 20
const shownEngines = 8
const shownTopics = 5
/** Maximum page size. */
const limit = 100
/** Maximum per engine. */
const maxCompetitors = 20

/** The brand compared with its competitors, or with one of them. */
export const compareCompetitors = askTool({
  name: 'compare_competitors',
  ...tools.compare_competitors,
  async answer({ read, filters, given: { competitor, ...given } }) {
    const { engine: _engine, ...ofEngines } = filters
    // Neither supports the other filters; with them, they would show figures of all answers.
    const isWhole = competitor === undefined && Object.keys(given).length === 0
    const found = await read({
      rankings: ['list-competitor-rankings', { ...filters, limit }, () => false],
      changes: ['list-visibility-changes', { ...filters, limit }, () => false],
      engines: [
        'list-engine-visibility',
        { ...ofEngines, top_competitors: competitor === undefined ? 3 : maxCompetitors, limit: shownEngines },
      ],
      markets: isWhole
        ? ['list-visibility-segments', { ...filters, dimension: 'market', limit: shownEngines }]
        : undefined,
      topics: isWhole ? ['list-topic-scoreboard', {}] : undefined,
      gaps: competitor === undefined ? undefined : ['get-mention-gaps', { ...filters, competitor_id: [competitor] }],
    })
    const rows = rowsOf(found.rankings)
    const changes = new Map(rowsOf(found.changes).map((row) => [row.id, row]))
    const others = rows.filter((row) => !isOurs(row) && (competitor === undefined || row.id === competitor))
    if (competitor !== undefined && others.length === 0)
      throw invalidRequest('competitor: has no figures, as it is inactive; name an active one')
    const ours = rows.find(isOurs)
    const rivals = others.slice(0, shownCompetitors)
    const meta = metaOf(found.rankings)
    const behind = topicsBehind(rowsOf(found.topics))
    const shown = rows.filter((row) => isOurs(row) || rivals.includes(row))
    return {
      digest: [`${periodInWords(meta)}: ${shown.map((row) => standing(row, changes.get(row.id))).join('; ')}.`],
      content: {
        ...pick(meta, 'period', 'executions', 'total_competitors'),
        previous_period: metaOf(found.changes).previous_period,
        brand: ours && standingRow(ours, changes.get(ours.id)),
        competitors: rivals.map((row) => standingRow(row, changes.get(row.id))),
        competitors_left_out: leftOut(others.length - rivals.length, 'name one as competitor'),
        engines: rowsOf(found.engines).map((row) => engineRow(row, competitor)),
        engines_left_out: found.engines?.pagination?.has_more
          ? `Only the ${shownEngines} with the most answers`
          : undefined,
        markets: rowsOf(found.markets).map((row) =>
          pick(row, 'segment', 'executions', 'leader', 'visibility_pct', 'market_share_pct'),
        ),
        topics_behind: behind.slice(0, shownTopics),
        topics_left_out: leftOut(behind.length - shownTopics, 'name a topic'),
        gap: found.gaps && gapOf((found.gaps.data ?? {}) as Row, metaOf(found.gaps)),
      },
    }
  },
})

/** `1. Acme 69.76% (+3.1, up)` */
function standing({ name, rank, visibility_pct }: Row, { change, verdict }: Row = {}) {
  if (visibility_pct === undefined) return `${name} without figures`
  const moved = ['up', 'down'].includes(String(verdict))
    ? ` (${Number(change) > 0 ? '+' : ''}${change}, ${verdict})`
    : ''
  return `${rank}. ${name} ${visibility_pct}%${moved}`
}

/** A row of the rankings with its tested change. */
const standingRow = ({ is_our_brand: _isOurs, ...row }: Row, change: Row = {}): Row => ({
  ...row,
  ...pick(change, 'change', 'matched_change', 'verdict'),
})

/** An engine's strongest competitors, or the position of the requested one. */
function engineRow(row: Row, competitor: unknown): Row {
  const figures = (of: unknown, ...names: string[]) => pick((of ?? {}) as Row, ...names, 'rank', 'visibility_pct')
  const rivals = (row.top_competitors ?? []) as Row[]
  return withoutEmptyFields({
    ...pick(row, 'engine', 'executions', 'leader'),
    brand: row.brand && figures(row.brand),
    top_competitors: competitor === undefined ? rivals.map((one) => figures(one, 'name')) : undefined,
    competitor: competitor === undefined ? undefined : figures(rivals.find(({ id }) => id === competitor)),
  })
}

/** Topics whose strongest competitor is ahead, widest gap first. */
const topicsBehind = (rows: readonly Row[]) =>
  rows
    .filter(({ gap_pts }) => Number(gap_pts ?? 0) > 0)
    .sort((a, b) => Number(b.gap_pts) - Number(a.gap_pts))
    .map((row) =>
      pick(
        row,
        'topic_id',
        'topic_name',
        'visibility_pct',
        'top_competitor_name',
        'top_competitor_visibility_pct',
        'gap_pts',
        'our_rank',
      ),
    )

const gapOf = (gaps: Row, meta: Row) =>
  withoutEmptyFields({
    ...pick(gaps, 'executions', 'both', 'brand_only', 'competitors_only'),
    prompts: ((gaps.prompts ?? []) as Row[]).slice(0, shownTopics),
    prompts_left_out: leftOut(Number(meta.prompts) - shownTopics, 'why_not_named has more'),
    domains: ((gaps.domains ?? []) as Row[])
      .slice(0, shownTopics)
      .map((row) => pick(row, 'domain', 'owner', 'gap_answers', 'brand_answers')),
    domains_left_out: leftOut(Number(meta.domains) - shownTopics, 'why_not_named has more'),
  })
