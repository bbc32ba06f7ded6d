import { useReadAll } from '../../api/hooks.ts'
import { marketName } from '../../copy/engines.ts'
import type { ChangeRow } from '../../copy/intervals.ts'
import { percent, points } from '../../format/numbers.ts'
import { useColors, useFilters } from '../../frame/brand.tsx'
import { BarCell } from '../../ui/bar-cell.tsx'
import { LoadedPanel } from '../../ui/panel.tsx'
import { type Column, column, numberColumn, Table } from '../../ui/table.tsx'
import { MarketTag, Swatch } from '../../ui/tiles.tsx'
import { useOwnChanges } from '../figures/use-changes.ts'
import { VisibilityChange } from '../figures/visibility-change.tsx'
import { FilterButton, SegmentRows, useOtherFilters, useSegments } from './why-it-changed.tsx'

const most = 5

interface Topic {
  id: string
  name: string
  visibility: number | null
  /** The brand with the highest visibility. Undefined if it is unknown with these filters. */
  leader: { id: string; name: string; visibility: number } | undefined
}

const gapOf = ({ visibility, leader }: Topic) =>
  leader === undefined || visibility === null ? null : leader.visibility - visibility

/** Topics by the distance to the leader. */
export function Topics() {
  const query = useSegments('topic')
  const leaders = useLeaders()
  const columns = useColumns()
  if (query.data?.data.length === 0) return null
  return (
    <LoadedPanel query={query} lines={most} title="Topics" about="biggest gap first" isFlush>
      {({ data }) => (
        <Table
          label="Topics"
          columns={columns}
          most={most}
          rows={data
            .map((row): Topic => {
              const id = row.topic_id ?? row.segment
              return { id, name: row.segment, visibility: row.visibility_pct, leader: leaders.get(id) }
            })
            .sort((a, b) => (gapOf(b) ?? -1) - (gapOf(a) ?? -1))}
        />
      )}
    </LoadedPanel>
  )
}

/** The strongest competitor of each topic. Empty if filters narrow the answers, which the read does not know. */
function useLeaders(): ReadonlyMap<string, Topic['leader']> {
  const { filters, input } = useFilters()
  const isNarrowed = [filters.engine, filters.country, filters.tag].some(({ length }) => length > 0)
  const { start_date, end_date } = input
  const { data } = useReadAll(
    'list-visibility-segments',
    { dimension: 'topic', start_date, end_date },
    { enabled: !isNarrowed },
  )
  if (isNarrowed) return new Map()
  return new Map(
    data?.data.flatMap(({ topic_id: topic, top_competitors: [first] }) =>
      topic === undefined || first?.visibility_pct == null
        ? []
        : [[topic, { id: first.id, name: first.name, visibility: first.visibility_pct }]],
    ),
  )
}

function useColumns(): readonly Column<Topic>[] {
  const color = useColors()
  const changes = useOwnChanges('topic', useOtherFilters('topic'))
  return [
    column('Topic', ({ id, name }) => (
      <FilterButton by="topic" value={id} className="hover:underline">
        <bdi>{name}</bdi>
      </FilterButton>
    )),
    column({ name: 'Visibility', className: 'w-32 max-md:w-auto' }, ({ visibility }) => (
      <BarCell value={visibility} text={percent(visibility)} />
    )),
    numberColumn('Change', ({ id }) => <ChangeCell change={changes.get(id)} />, 'minor'),
    numberColumn('Behind the leader', (topic) => {
      const gap = gapOf(topic)
      if (gap === null) return <span className="text-muted">–</span>
      if (gap <= 0) return <span className="text-muted">You lead</span>
      return (
        <span className="flex items-center justify-end gap-2">
          <span className="flex min-w-0 items-center gap-2 max-md:hidden">
            <bdi className="max-w-32 truncate">{topic.leader?.name}</bdi>
            <Swatch color={color(topic.leader?.id ?? '')} />
          </span>
          <span className="min-w-14 font-medium">{points(gap)} pts</span>
        </span>
      )
    }),
  ]
}

const ChangeCell = ({ change }: { change: ChangeRow | undefined }) =>
  change === undefined ? <span className="text-muted">–</span> : <VisibilityChange row={change} />

export function Markets() {
  const query = useSegments('market')
  const changes = useOwnChanges('market', useOtherFilters('market'))
  if (query.data?.data.length === 0) return null
  return (
    <LoadedPanel query={query} title="Markets" className="flex-1" isFlush>
      {({ data }) => (
        <SegmentRows label="Visibility by market" rows={data}>
          {({ segment, visibility_pct: visibility }) => (
            <li
              key={segment}
              className="grid grid-cols-[138px_minmax(0,1fr)_58px] items-center gap-2.5 px-4 py-1.5 hover:bg-hover"
            >
              <FilterButton by="market" value={segment} className="hover:underline">
                <MarketTag country={segment} />
                <span className="truncate">{marketName(segment)}</span>
              </FilterButton>
              <BarCell value={visibility} text={percent(visibility)} />
              <span className="text-right">
                <ChangeCell change={changes.get(segment)} />
              </span>
            </li>
          )}
        </SegmentRows>
      )}
    </LoadedPanel>
  )
}
