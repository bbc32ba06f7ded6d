import Crown from 'lucide-react/icons/crown'
import { type RowOf, useReadAll } from '../../api/hooks.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { count, percent, signed } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { Export } from '../../ui/export.tsx'
import { Empty, LoadedPanel } from '../../ui/panel.tsx'
import { type Column, mainColumn, Table } from '../../ui/table.tsx'
import { BrandName } from '../../ui/tiles.tsx'
import { useView, Views } from '../../ui/views.tsx'
import { useRankings } from '../figures/use-rankings.ts'

const dimensions = { topic: 'Topic', engine: 'Engine', market: 'Market' } as const
const nameOf = { engine: engineName, market: marketName, topic: (name: string) => name }
const maxSegments = 6

type Cell = RowOf<'list-visibility-changes'>
type Row = RowOf<'list-competitor-rankings'>

const keyOf = ({ topic_id, segment }: Cell) => topic_id ?? segment ?? ''

/** The visibility of each brand per topic, engine or market, next to the reader's own brand. */
export function Matrix() {
  const { input } = useFilters()
  const by = useView('matrix', dimensions)
  const listed = { dimension: by, ...input }
  const query = useReadAll('list-visibility-changes', listed)
  const rankings = useRankings().query.data?.data ?? []
  const omitted = new Set(query.data?.data.map(keyOf)).size - maxSegments
  return (
    <LoadedPanel
      query={query}
      lines={10}
      title={`Visibility by ${by}`}
      about={`Difference from you in points${omitted > 0 ? `; ${count(omitted)} more in the CSV` : ''}`}
      isFlush
      actions={
        <>
          <Views label="Visibility by" name="matrix" views={dimensions} />
          <Export operation="list-visibility-changes" input={listed} name={`visibility by ${by}`} />
        </>
      }
      footnote="Crown: the highest figure. Shaded: ahead of you. Differences are not tested."
    >
      {({ data }) => (
        <Table
          label={`Visibility by ${by}`}
          columns={[brandColumn, ...segmentColumns(data, nameOf[by])]}
          rows={data.length === 0 ? [] : rankings}
          most={20}
          isDense
          empty={<Empty title="No matching answers" />}
        />
      )}
    </LoadedPanel>
  )
}

const brandColumn = mainColumn<Row>('Brand', ({ name, is_our_brand: isOwn }) => <BrandName name={name} isOwn={isOwn} />)

/** The segments with the most answers. Phones keep two. */
const segmentColumns = (cells: readonly Cell[], name: (segment: string) => string): Column<Row>[] =>
  [...Map.groupBy(cells, keyOf).values()].slice(0, maxSegments).map((rows, at) => {
    const own = rows.find(({ is_our_brand }) => is_our_brand)?.visibility_pct ?? null
    const most = Math.max(...rows.map(({ visibility_pct: value }) => value ?? 0))
    return {
      name: name(rows[0]?.segment ?? ''),
      isNumber: true,
      isMinor: at > 1,
      cell: ({ id, is_our_brand: isOwn }) => {
        const value = rows.find((row) => row.id === id)?.visibility_pct ?? null
        const ahead = value === null || own === null || isOwn ? null : value - own
        const isMost = value !== null && value > 0 && value === most
        return (
          <span className={`inline-flex gap-2 rounded-sm px-1.5 ${(ahead ?? 0) > 0 ? 'bg-sunken' : ''}`}>
            {isMost && <Crown role="img" aria-label="Highest" className="size-3.5! self-center text-warn" />}
            <span className={isMost || isOwn ? 'font-semibold' : ''}>{percent(value, 0)}</span>
            <span className="w-8 text-sm text-muted max-md:hidden">{ahead !== null && signed(ahead, 0)}</span>
          </span>
        )
      },
    }
  })
