import { invalidRequest } from '../../../lib/errors.ts'
import {
  askTool,
  figureFilters,
  inWords,
  isOurs,
  metaOf,
  periodInWords,
  pick,
  present,
  type Row,
  readAll,
  rowsOf,
} from './ask-tool.ts'

const shownCompetitors = 5
const shownEngines = 8
const shownTopics = 5
/** As many rows as a page may have. */
const limit = 100
const namedCompetitors = 20
/** As many as an engine may show. */
const maxCompetitors = 20

/** How the brand stands beside its competitors, or beside one of them. */
export const compareCompetitors = askTool({
  name: 'compare_competitors',
  title: 'Compare with competitors',
  description:
    'The brand beside its competitors: rank, visibility, share, sentiment and place, each against the period before; who leads on each engine; without filters, the topics where the brand trails most. With competitor: beside that one alone, and what is cited where only it is named.',
  filtersOf: 'list-competitor-rankings',
  filters: figureFilters,
  properties: { competitor: { type: 'string', description: 'Name or id of one competitor' } },
  operations: [
    'list-competitor-rankings',
    'list-engine-visibility',
    'list-topic-scoreboard',
    'get-mention-gaps',
  ],
  async answer({ caller, brandId, filters, given }) {
    const wanted = wantedRival(given.competitor)
    const { engine: _engine, ...ofEngines } = filters
    // The scoreboard takes none of the filters: beside figures of some answers it would show those of all.
    const showsTopics = wanted === undefined && Object.keys(filters).length === 0
    const first = await readAll(caller, brandId, {
      rankings: [
        'list-competitor-rankings',
        { ...filters, compare_to_previous: true, limit },
        (rows) => rows.some(isOurs) && (wanted === undefined || rows.some(isNamed(wanted))),
      ],
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
    const rivals =
      rival === undefined ? rows.filter((row) => !isOurs(row)).slice(0, shownCompetitors) : [rival]
    const meta = metaOf(first.found.rankings)
    return {
      digest: inWords(
        `${periodInWords(meta)}: ${[ours, ...rivals].flatMap((row) => (row === undefined ? [] : [standing(row)])).join('; ')}.`,
      ),
      content: present({
        ...pick(meta, 'period', 'previous_period', 'executions', 'total_competitors'),
        brand: ours && standingRow(ours),
        competitors: rivals.map(standingRow),
        engines: rowsOf(first.found.engines).map((row) => engineRow(row, rival)),
        topics_behind: showsTopics ? topicsBehind(rowsOf(first.found.topics)) : undefined,
        gap: second && gapOf((second.found.gaps?.data ?? {}) as Row),
        unavailable: first.unavailable,
      }),
    }
  },
})

/** @throws ApiError invalid_request for what is no text */
function wantedRival(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'string') throw invalidRequest('competitor must be text: the name or id of one')
  return given.trim().toLowerCase()
}

const isNamed = (wanted: string) => (row: Row) =>
  !isOurs(row) && (row.id === wanted || String(row.name).toLowerCase() === wanted)

/** @throws ApiError invalid_request for a competitor that has no row */
function findRival(rows: readonly Row[], wanted: string): Row {
  const found = rows.find(isNamed(wanted))
  if (found !== undefined) return found
  const names = rows.filter((row) => !isOurs(row)).map(({ name }) => name)
  throw invalidRequest(
    `competitor: there is none of that name or id, but ${names.slice(0, namedCompetitors).join(', ')}`,
  )
}

const standing = ({ name, rank, visibility_pct }: Row) =>
  visibility_pct === undefined ? `${name} without figures` : `${rank}. ${name} ${visibility_pct} %`

/** A row of the rankings without the period before, which its changes tell. */
const standingRow = ({ previous: _previous, is_our_brand: _isOurs, ...row }: Row) => row

/** An engine's strongest competitors, or where the one stands that is asked about. */
function engineRow(row: Row, rival: Row | undefined): Row {
  const figures = (of: unknown, ...names: string[]) =>
    pick((of ?? {}) as Row, ...names, 'rank', 'visibility_pct')
  const rivals = (row.top_competitors ?? []) as Row[]
  return present({
    ...pick(row, 'engine', 'executions', 'leader'),
    brand: row.brand && figures(row.brand),
    top_competitors: rival === undefined ? rivals.map((one) => figures(one, 'name')) : undefined,
    competitor: rival && figures(rivals.find(({ id }) => id === rival.id)),
  })
}

/** Topics whose strongest competitor is ahead, the widest gap first. */
const topicsBehind = (rows: readonly Row[]) =>
  rows
    .filter(({ gap_pts }) => Number(gap_pts ?? 0) > 0)
    .sort((a, b) => Number(b.gap_pts) - Number(a.gap_pts))
    .slice(0, shownTopics)
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

const gapOf = (gaps: Row) => ({
  ...pick(gaps, 'executions', 'both', 'brand_only', 'competitors_only'),
  prompts: ((gaps.prompts ?? []) as Row[]).slice(0, shownTopics),
  domains: ((gaps.domains ?? []) as Row[])
    .slice(0, shownTopics)
    .map((row) => pick(row, 'domain', 'owner', 'gap_answers', 'brand_answers')),
})
