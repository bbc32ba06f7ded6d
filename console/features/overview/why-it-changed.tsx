import type { ReactNode } from 'react'
import { useReadAll } from '../../api/hooks.ts'
import { Whisker } from '../../charts/whisker.tsx'
import type { Ends } from '../../charts/whisker-scale.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { describeVerdict, testedChange } from '../../copy/intervals.ts'
import { percent, signed } from '../../format/numbers.ts'
import { useBrand, useFilters } from '../../frame/brand.tsx'
import { BarCell } from '../../ui/bar-cell.tsx'
import { CollapsibleRows } from '../../ui/collapsible-rows.tsx'
import { InfoPopover } from '../../ui/info-popover.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { EngineTile, MarketTag } from '../../ui/tiles.tsx'
import { useView, Views } from '../../ui/views.tsx'
import { type EntityChange, useChanges } from '../figures/use-changes.ts'

const dimensions = { engine: 'Engine', market: 'Market', topic: 'Topic' } as const
type Dimension = keyof typeof dimensions

const filterOf = {
  engine: { key: 'engine', field: 'engine' },
  market: { key: 'country', field: 'country' },
  topic: { key: 'topic', field: 'topic_id' },
} as const

/** The filters except the dimension’s own, so that all its values stay visible. */
export function useOtherFilters(dimension: Dimension) {
  const { input } = useFilters()
  const { [filterOf[dimension].field]: _, ...rest } = input as typeof input & Record<string, unknown>
  return rest as typeof input
}

interface FilterButtonProps {
  by: Dimension
  value: string
  className: string
  children: ReactNode
}

/** Filters the page by one value of a dimension, or removes that filter. */
export function FilterButton({ by, value, className, children }: FilterButtonProps) {
  const { filters, set } = useFilters()
  const { key } = filterOf[by]
  const isOn = filters[key].includes(value)
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title="Filter this page"
      className={`flex min-w-0 items-center gap-2 text-left font-medium aria-pressed:text-accent ${className}`}
      onClick={() => set({ [key]: isOn ? filters[key].filter((one) => one !== value) : [value] })}
    >
      {children}
    </button>
  )
}

/** The change per engine, market or topic; without a comparison, the figures themselves. */
export function WhyItChanged() {
  const { filters } = useFilters()
  const by = useView('why', dimensions)
  return (
    <Panel
      title={filters.compare ? 'Why it changed' : 'Visibility'}
      actions={<Views label="Group by" name="why" views={dimensions} />}
      isFlush
      {...(filters.compare && { footnote: 'Points of change. Gray: no clear change.' })}
    >
      {filters.compare ? <Contributions by={by} /> : <Levels by={by} />}
    </Panel>
  )
}

const most = 5

function Contributions({ by }: { by: Dimension }) {
  const { brandId } = useBrand()
  const query = useChanges({ ...useOtherFilters(by), dimension: by, entity_id: brandId })
  return (
    <Loaded query={query} lines={most}>
      {({ data }) => {
        const rows = data
          .filter(({ change }) => change !== null)
          .sort((a, b) => Math.abs(pointsOf(b)) - Math.abs(pointsOf(a)))
        if (rows.length === 0) return <Empty title="No earlier data" />
        const ends = endsOf(rows)
        return (
          <SegmentRows label={`Change by ${by}`} rows={rows}>
            {(row) => <Contribution key={idOf(row)} {...{ row, by, ends }} />}
          </SegmentRows>
        )
      }}
    </Loaded>
  )
}

interface SegmentRowsProps<T> {
  label: string
  rows: readonly T[]
  children: (row: T) => ReactNode
}

/** One row per engine, market or topic. */
export const SegmentRows = <T,>({ label, rows, children }: SegmentRowsProps<T>) => (
  <CollapsibleRows rows={rows} most={most}>
    {(shown) => (
      <ul aria-label={label} className="pb-2">
        {shown.map(children)}
      </ul>
    )}
  </CollapsibleRows>
)

const idOf = ({ segment, topic_id }: Pick<EntityChange, 'segment' | 'topic_id'>) => topic_id ?? segment ?? ''

/** The change for the same prompts, which the test is about; else the plain one. */
const pointsOf = ({ change, matched_change: matched }: EntityChange) => matched?.value ?? change ?? 0

/** Shows every change and interval. */
function endsOf(rows: readonly EntityChange[]): Ends {
  const values = rows.flatMap((row) => [pointsOf(row), row.matched_change?.low ?? 0, row.matched_change?.high ?? 0])
  return { from: Math.min(0, ...values) - 1, to: Math.max(0, ...values) + 1 }
}

function Contribution({ row, by, ends }: { row: EntityChange; by: Dimension; ends: Ends }) {
  const { matched_change: matched, verdict } = row
  const tested = testedChange(row, 'visibility_pct')
  const tone = verdict === 'up' || verdict === 'down' ? verdict : undefined
  const interval = matched?.low == null || matched.high === null ? null : { low: matched.low, high: matched.high }
  return (
    <li className="relative grid grid-cols-[118px_minmax(0,1fr)_62px] items-center gap-2.5 px-4 py-1.5 hover:bg-hover">
      <SegmentButton {...{ row, by }} />
      <Whisker
        figure={{ value: pointsOf(row), these_prompts: interval, prompts_like_these: null }}
        ends={ends}
        color={tone === undefined ? 'var(--c0)' : `var(--${tone})`}
        hasZero
      />
      <span className="relative text-right">
        <InfoPopover
          info={tested === undefined ? '' : describeVerdict(tested, 'visibility_pct')}
          className={`tabular-nums ${tone === 'up' ? 'font-semibold text-up' : tone === 'down' ? 'font-semibold text-down' : 'text-muted'}`}
        >
          {signed(pointsOf(row))}
        </InfoPopover>
      </span>
    </li>
  )
}

function SegmentButton({ row, by }: { row: Pick<EntityChange, 'segment' | 'topic_id'>; by: Dimension }) {
  const segment = row.segment ?? ''
  return (
    // The whole row is clickable, except for the popover.
    <FilterButton by={by} value={idOf(row)} className="after:absolute after:inset-0 aria-pressed:after:bg-accent/5">
      {by === 'engine' && <EngineTile engine={segment} />}
      {by === 'market' && <MarketTag country={segment} />}
      <bdi className="truncate">
        {by === 'engine' ? engineName(segment) : by === 'market' ? marketName(segment) : segment}
      </bdi>
    </FilterButton>
  )
}

function Levels({ by }: { by: Dimension }) {
  const query = useSegments(by)
  return (
    <Loaded query={query} lines={most}>
      {({ data }) => (
        <SegmentRows label={`Visibility by ${by}`} rows={data}>
          {(row) => (
            <li
              key={row.topic_id ?? row.segment}
              className="relative grid grid-cols-[118px_minmax(0,1fr)] items-center gap-2.5 px-4 py-1.5 hover:bg-hover"
            >
              <SegmentButton row={{ segment: row.segment, topic_id: row.topic_id ?? null }} by={by} />
              <BarCell value={row.visibility_pct} text={percent(row.visibility_pct)} />
            </li>
          )}
        </SegmentRows>
      )}
    </Loaded>
  )
}

/** The brand's visibility per value of a dimension, most answers first. */
export function useSegments(dimension: Dimension) {
  const rest = useOtherFilters(dimension)
  // Unlike list-visibility-segments, this operation accepts filters.
  return useReadAll('list-segment-trends', { dimension, ...rest, interval: 'month' as const })
}
