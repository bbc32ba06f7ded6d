import { askTool, isOurs, leftOut, metaOf, periodInWords, pick, type Row, rowsOf } from './ask-tool.ts'
import tools from './tools.json' with { type: 'json' }

/** Rows at each end of the ranking. */
const shownEnds = 20
const limit = 100
const shownFields = 'segment name visibility_pct previous_visibility_pct change matched_change verdict'.split(' ')

/** Every entity's change with its verdict, largest gain first, and the causes of real ones. */
export const whatChanged = askTool({
  name: 'what_changed',
  ...tools.what_changed,
  async answer({ read, filters, given: { competitor } }) {
    const found = await read({
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
      digest: [
        `${periodInWords(meta)}, compared with ${before}.`,
        rivalInWords('Gained most', most, 1),
        rivalInWords('Lost most', least, -1),
        ours && `${ours.name}: ${ours.headline}`,
        ...shown.flatMap(({ cause, name }) => (cause === undefined ? [] : [`${name}: ${cause}`])),
      ],
      content: {
        ...pick(meta, 'period', 'previous_period', 'matched_share', 'tested', 'fdr'),
        changes: shown.map((row) => pick(row, ...shownFields)),
        changes_left_out: leftOut(rows.length - shown.length, 'name a competitor'),
        drivers: shown.flatMap(({ name, drivers = [] }) =>
          (drivers as Row[]).map((driver) => ({ of: name, ...pick(driver, 'kind', 'name', 'points') })),
        ),
        parts_of_change: shown.flatMap(({ name, explained, ...row }) =>
          explained !== undefined && (isOurs(row) || competitor !== undefined) ? [{ of: name, ...explained }] : [],
        ),
      },
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
