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

/** Rows at each end of the ranking. */
const shownEnds = 20
const limit = 100
const shownFields = 'segment name visibility_pct previous_visibility_pct change matched_change verdict'.split(
  ' ',
)

/** Every entity's change with its verdict, largest gain first, and the causes of real ones. */
export const whatChanged = askTool({
  name: 'what_changed',
  title: 'What changed, and why',
  description:
    'Who gained or lost visibility: the brand and every competitor, from the largest gain to the largest loss, each change with its 95% interval and verdict, and the drivers of real changes. Compares with the period before, or with previous_*. dimension splits it by engine, market or topic.',
  filters: [...figureFilters, 'previous_start_date', 'previous_end_date', 'dimension'],
  properties: { competitor: { type: 'string', description: 'Only this competitor, by name or id' } },
  operations: ['list-visibility-changes'],
  async answer({ caller, brandId, filters, given: { competitor } }) {
    const { found } = await readAll(caller, brandId, {
      changes: [
        'list-visibility-changes',
        { ...filters, ...(competitor === undefined ? {} : { entity_id: competitor }), limit },
        () => false,
      ],
    })
    const rows = rowsOf(found.changes).toSorted((a, b) => gainOf(b) - gainOf(a))
    const ends = rows.length > 2 * shownEnds ? [...rows.slice(0, shownEnds), ...rows.slice(-shownEnds)] : rows
    const shown = rows.filter((row) => ends.includes(row) || isOurs(row))
    const meta = metaOf(found.changes)
    const before = periodInWords({ period: meta.previous_period })
    const [most, least] = [rows[0], rows.findLast((row) => row.change !== undefined)]
    const ours = rows.find((row) => isOurs(row) && row.segment === undefined)
    return {
      digest: joinSentences(
        `${periodInWords(meta)}, compared with ${before}.`,
        rivalInWords('Gained most', most, 1),
        rivalInWords('Lost most', least, -1),
        ours && `${ours.name}: ${ours.headline}`,
        ...shown.flatMap(({ cause, name }) => (cause === undefined ? [] : [`${name}: ${cause}`])),
      ),
      content: withoutEmptyFields({
        ...pick(meta, 'period', 'previous_period', 'matched_share', 'tested', 'fdr'),
        changes: shown.map((row) => pick(row, ...shownFields)),
        changes_left_out: leftOut(rows.length - shown.length, 'name a competitor'),
        drivers: shown.flatMap(({ name, drivers = [] }) =>
          (drivers as Row[]).map((driver) => ({ of: name, ...pick(driver, 'kind', 'name', 'points') })),
        ),
        parts_of_change: shown.flatMap(({ name, explained, ...row }) =>
          explained !== undefined && (isOurs(row) || competitor !== undefined)
            ? [{ of: name, ...explained }]
            : [],
        ),
      }),
    }
  },
})

/** Changes without a value come last. */
const gainOf = ({ change }: Row) => (change === undefined ? Number.NEGATIVE_INFINITY : Number(change))

/** The change with its verdict, if it has this direction. */
function rivalInWords(words: string, row: Row | undefined, sign: 1 | -1): string | undefined {
  if (row === undefined || !(gainOf(row) * sign > 0)) return undefined
  const { low, high } = (row.matched_change ?? {}) as Row
  const range = low === undefined ? '' : `, 95% interval ${low} to ${high}`
  const place = row.segment === undefined ? '' : ` (${row.segment})`
  return `${words}: ${row.name}${place} ${sign > 0 ? '+' : ''}${row.change} points${range}, verdict ${String(row.verdict).replaceAll('_', ' ')}.`
}
