import { invalidRequest } from '../../../lib/errors.ts'
import {
  askTool,
  figureFilters,
  isOurs,
  joinSentences,
  leftOut,
  metaOf,
  periodInWords,
  pick,
  type Row,
  readAll,
  rowsOf,
  withoutEmptyFields,
} from './ask-tool.ts'

/** With movers in both directions at most 10: longer lists are cut at the end, which could drop a mover. */
const [shownCompetitors, shownMovers] = [4, 3]
const shownEngines = 8
const shownTopics = 5
/** Maximum page size. */
const limit = 100
const namedCompetitors = 20
/** Maximum per engine. */
const maxCompetitors = 20

/** The brand compared with its competitors, or with one of them. */
export const compareCompetitors = askTool({
  name: 'compare_competitors',
  title: 'Compare with competitors',
  description:
    'The brand and its competitors: rank, figures, tested changes; the strongest and the biggest movers; the leader on each engine; without filters, the topics with the largest gaps. With competitor: only that one, and the pages cited by answers that mention only it. Ends yesterday by default.',
  filtersOf: 'list-competitor-rankings',
  filters: figureFilters,
  properties: { competitor: { type: 'string', description: 'Name or id of one competitor' } },
  operations: [
    'list-competitor-rankings',
    'list-visibility-changes',
    'list-engine-visibility',
    'list-topic-scoreboard',
    'get-mention-gaps',
  ],
  async answer({ caller, brandId, filters, given }) {
    const wanted = readCompetitor(given.competitor)
    const { engine: _engine, ...ofEngines } = filters
    // The scoreboard supports none of the filters; with them, it would show figures of all answers.
    const showsTopics = wanted === undefined && figureFilters.every((name) => given[name] === undefined)
    const first = await readAll(caller, brandId, {
      rankings: ['list-competitor-rankings', { ...filters, compare_to_previous: true, limit }, () => false],
      changes: ['list-visibility-changes', { ...filters, limit }, () => false],
      engines: [
        'list-engine-visibility',
        { ...ofEngines, top_competitors: wanted === undefined ? 3 : maxCompetitors, limit: shownEngines },
      ],
      ...(showsTopics ? { topics: ['list-topic-scoreboard', {}] as const } : {}),
    })
    const rows = rowsOf(first.found.rankings)
    const rival = wanted === undefined ? undefined : findRival(rows, wanted)
    const second =
      rival === undefined
        ? undefined
        : await readAll(caller, brandId, {
            gaps: ['get-mention-gaps', { ...filters, competitor_id: [rival.id] }],
          })
    const ours = rows.find(isOurs)
    const changes = new Map(rowsOf(first.found.changes).map((row) => [row.id, row]))
    const others = rows.filter((row) => !isOurs(row))
    const rivals = rival === undefined ? strongestAndMovers(others, changes) : [rival]
    const shownRow = (row: Row) => standingRow(row, changes.get(row.id))
    const meta = metaOf(first.found.rankings)
    const behind = showsTopics ? topicsBehind(rowsOf(first.found.topics)) : []
    return {
      digest: joinSentences(
        `${periodInWords(meta)}: ${[ours, ...rivals].flatMap((row) => (row === undefined ? [] : [standing(row)])).join('; ')}.`,
        moversInWords(rivals, changes),
      ),
      content: withoutEmptyFields({
        ...pick(meta, 'period', 'previous_period', 'executions', 'total_competitors'),
        brand: ours && shownRow(ours),
        competitors: rivals.map(shownRow),
        competitors_left_out:
          rival === undefined
            ? leftOut(others.length - rivals.length, 'list_competitor_rankings')
            : undefined,
        engines: rowsOf(first.found.engines).map((row) => engineRow(row, rival)),
        engines_left_out: first.found.engines?.pagination?.has_more
          ? `Only the ${shownEngines} with the most answers; list_engine_visibility has all`
          : undefined,
        topics_behind: behind.slice(0, shownTopics),
        topics_left_out: leftOut(behind.length - shownTopics, 'list_topic_scoreboard'),
        gap: second && gapOf((second.found.gaps?.data ?? {}) as Row, metaOf(second.found.gaps)),
        unavailable: first.unavailable,
      }),
    }
  },
})

/** @throws ApiError invalid_request if it is not text */
function readCompetitor(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'string') throw invalidRequest('competitor must be text: a name or id')
  return given.trim().toLowerCase()
}

const isNamed = (wanted: string) => (row: Row) =>
  !isOurs(row) && (row.id === wanted || String(row.name).toLowerCase() === wanted)

/** @throws ApiError invalid_request if the competitor has no row */
function findRival(rows: readonly Row[], wanted: string): Row {
  const found = rows.find(isNamed(wanted))
  if (found !== undefined) return found
  const names = rows.filter((row) => !isOurs(row)).map(({ name }) => name)
  throw invalidRequest(
    `competitor: no such name or id; use one of ${names.slice(0, namedCompetitors).join(', ')}`,
  )
}

const standing = ({ name, rank, visibility_pct }: Row) =>
  visibility_pct === undefined ? `${name} without figures` : `${rank}. ${name} ${visibility_pct}%`

/** A row of the rankings, with its tested change instead of the previous period. */
function standingRow(
  {
    previous: _previous,
    is_our_brand: _isOurs,
    visibility_delta: _delta,
    market_share_delta: _share,
    ...row
  }: Row,
  change: Row | undefined,
): Row {
  return change === undefined ? row : { ...row, ...pick(change, 'change', 'verdict') }
}

const changeOf = (row: Row, changes: ReadonlyMap<unknown, Row>) => Number(changes.get(row.id)?.change ?? 0)
const isReal = (row: Row, changes: ReadonlyMap<unknown, Row>) =>
  ['up', 'down'].includes(String(changes.get(row.id)?.verdict))

/** The most visible competitors and the biggest movers of any size, real changes first. */
function strongestAndMovers(rows: readonly Row[], changes: ReadonlyMap<unknown, Row>): Row[] {
  const most = (sign: 1 | -1) =>
    rows
      .filter((row) => changeOf(row, changes) * sign > 0)
      .sort(
        (a, b) =>
          Number(isReal(b, changes)) - Number(isReal(a, changes)) ||
          (changeOf(b, changes) - changeOf(a, changes)) * sign,
      )
      .slice(0, shownMovers)
  const shown = new Set([...rows.slice(0, shownCompetitors), ...most(1), ...most(-1)])
  return rows.filter((row) => shown.has(row))
}

function moversInWords(rows: readonly Row[], changes: ReadonlyMap<unknown, Row>): string | undefined {
  const moved = rows.filter((row) => isReal(row, changes))
  if (moved.length === 0) return undefined
  const words = moved.map((row) => {
    const change = changeOf(row, changes)
    return `${row.name} ${change < 0 ? '' : '+'}${change}`
  })
  return `Real changes in visibility (points): ${words.join(', ')}.`
}

/** An engine's strongest competitors, or the position of the requested one. */
function engineRow(row: Row, rival: Row | undefined): Row {
  const figures = (of: unknown, ...names: string[]) =>
    pick((of ?? {}) as Row, ...names, 'rank', 'visibility_pct')
  const rivals = (row.top_competitors ?? []) as Row[]
  return withoutEmptyFields({
    ...pick(row, 'engine', 'executions', 'leader'),
    brand: row.brand && figures(row.brand),
    top_competitors: rival === undefined ? rivals.map((one) => figures(one, 'name')) : undefined,
    competitor: rival && figures(rivals.find(({ id }) => id === rival.id)),
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
    prompts_left_out: leftOut(Number(meta.prompts) - shownTopics, 'get_mention_gaps'),
    domains: ((gaps.domains ?? []) as Row[])
      .slice(0, shownTopics)
      .map((row) => pick(row, 'domain', 'owner', 'gap_answers', 'brand_answers')),
    domains_left_out: leftOut(Number(meta.domains) - shownTopics, 'get_mention_gaps'),
  })
