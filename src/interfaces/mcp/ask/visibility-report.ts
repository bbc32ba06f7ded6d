import { askTool, isOurs, leftOut, metaOf, periodInWords, pick, type Row, rowsOf } from './ask-tool.ts'
import tools from './tools.json' with { type: 'json' }

const shownCompetitors = 5
const shownSources = 5
const shownActions = 3
/** Maximum page size. */
const limit = 100
const haveOurs = (rows: readonly Row[]) => rows.some(isOurs)

/** A brand's visibility in one call. */
export const visibilityReport = askTool({
  name: 'visibility_report',
  ...tools.visibility_report,
  async answer({ read, filters }) {
    const found = await read({
      figures: ['list-visibility-intervals', { ...filters, limit }, () => false],
      changes: ['list-visibility-changes', { ...filters, limit }, haveOurs],
      top_sources: ['list-cited-domains', { ...filters, limit: shownSources }],
      what_next: [
        'list-opportunities',
        { ...pick(filters, 'topic_id'), status: ['open'], sort: 'priority', limit: shownActions },
      ],
    })
    const figures = rowsOf(found.figures)
    const changes = rowsOf(found.changes)
    const ours = figures.find(isOurs)
    const change = changes.find(isOurs)
    const rivals = figures.filter((row) => !isOurs(row)).slice(0, shownCompetitors)
    const meta = metaOf(found.figures)
    return {
      digest: [
        ours === undefined ? undefined : `${ours.name}, ${periodInWords(meta)}: ${shareInWords(ours)}.`,
        change?.headline as string | undefined,
        change?.cause as string | undefined,
        change?.summary as string | undefined,
        rivals.length === 0 ? undefined : `Strongest competitors: ${rivals.map(rivalInWords).join(', ')}.`,
      ],
      content: {
        ...pick(meta, 'period', 'answers', 'prompts', 'confidence'),
        previous_period: metaOf(found.changes).previous_period,
        brand: ours,
        change: change && withoutIntervals(change),
        competitors: rivals.map((row) => ({ ...shortRow(row), ...changeOf(row, changes) })),
        competitors_left_out: leftOut(figures.length - 1 - rivals.length, 'compare_competitors has more'),
        top_sources: rowsOf(found.top_sources).map((row) =>
          pick(row, 'domain', 'share_of_answers_pct', 'answer_count', 'owner'),
        ),
        what_next: rowsOf(found.what_next).map((row) =>
          pick(row, 'id', 'category', 'kind', 'title', 'topic_name', 'expected_reach'),
        ),
      },
    }
  },
})

/** The brand's change. Figures other than visibility keep only their verdicts. */
function withoutIntervals({ figures = {}, explained: _parts, ...row }: Row): Row {
  const short = Object.entries(figures as Record<string, Row>).map(([name, figure]) => [
    name,
    pick(figure, 'previous_value', 'change', 'verdict'),
  ])
  return { ...row, figures: Object.fromEntries(short) }
}

/** A competitor's figures, with the interval of visibility only and whether the brand's lead is real. */
function shortRow({ lead, visibility_pct, ...row }: Row): Row {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? (value as Estimate).value : value,
  ])
  return {
    ...Object.fromEntries(values),
    visibility_pct,
    ...(lead == null ? {} : { lead: pick(lead as Row, 'value', 'is_real') }),
  }
}

interface Estimate {
  value?: number
  prompts_like_these?: { low: number; high: number }
}

function shareInWords({ visibility_pct }: Row): string {
  const { value, prompts_like_these: range } = (visibility_pct ?? {}) as Estimate
  if (value === undefined) return 'no figures, as there are no answers'
  const sure = range === undefined ? '' : ` (${range.low} to ${range.high})`
  return `mentioned in ${value}% of answers${sure}`
}

const rivalInWords = (row: Row) => {
  const { value } = (row.visibility_pct ?? {}) as Estimate
  return value === undefined ? `${row.name}` : `${row.name} ${value}%`
}

function changeOf({ id }: Row, changes: readonly Row[]): Row {
  const change = changes.find((row) => row.id === id)
  return change === undefined ? {} : pick(change, 'change', 'matched_change', 'verdict')
}
