import type { ReactNode } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { ChangeBar, type NamedPart } from '../../charts/change-bar.tsx'
import { type BarReach, reachOf } from '../../charts/change-bar-scale.ts'
import changeParts from '../../copy/change-parts.json' with { type: 'json' }
import { type ChangeRow, changeOf, testedChange } from '../../copy/intervals.ts'
import { dayRange } from '../../format/days.ts'
import { percent, shownChange } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Export } from '../../ui/export.tsx'
import { Empty, Loaded } from '../../ui/panel.tsx'
import { Drivers } from './drivers.tsx'
import { type EntityChange, useChanges } from './use-changes.ts'

type Response = ResponseOf<'list-visibility-changes'>

/** The changes of all brands in a drawer: whether each is real, and its parts. */
export function ChangesDrawer() {
  const { input, filters } = useFilters()
  const query = useChanges(input)
  if (!filters.compare) return null
  return (
    <Drawer
      param="open"
      value="changes"
      title="Changes"
      actions={
        <Export
          operation="list-visibility-changes"
          input={{ ...input }}
          name={`changes ${input.start_date} to ${input.end_date}`}
        />
      }
    >
      <Loaded query={query} lines={12}>
        {({ data, meta }) => (
          <>
            <Rows rows={data} />
            <Judged meta={meta} />
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

function Rows({ rows }: { rows: readonly EntityChange[] }) {
  const known = rows.filter(({ change }) => change !== null).sort(inOrder)
  if (known.length === 0)
    return <Empty title="No earlier data">The comparison period has no answers with these filters.</Empty>
  const reach = reachOf(known.map(partsOf))
  return (
    <RowList label="Changes" rows={known} most={12}>
      {(row) => {
        const { id, name, is_our_brand: isOwn, summary, drivers } = row
        const sentences = isOwn && summary !== null && <p className="mt-1 max-w-3xl text-sm text-muted">{summary}</p>
        return (
          <ChangeLine key={id} {...{ row, name, isOwn, reach, sentences }}>
            {isOwn && drivers.length > 0 && (
              <div className="mt-2 text-sm">
                <p className="text-muted">Biggest drivers of the matched change</p>
                <Drivers drivers={drivers} />
              </div>
            )}
          </ChangeLine>
        )
      }}
    </RowList>
  )
}

/** The brand first, then real changes, largest first. */
const inOrder = (a: EntityChange, b: EntityChange): number =>
  Number(b.is_our_brand) - Number(a.is_our_brand) ||
  Number(isTested(b)) - Number(isTested(a)) ||
  Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0)

const isTested = ({ verdict }: EntityChange) => verdict === 'up' || verdict === 'down'

type Explained = Partial<Record<keyof typeof changeParts, number>> | null

/** Rounded parts that sum to the rounded change. Omits parts that an older report lacks. */
export function partsOf(row: ChangeRow & { explained: Explained }): NamedPart[] {
  const { explained } = row
  if (explained === null) return []
  const parts = (Object.keys(changeParts) as (keyof typeof changeParts)[]).flatMap((key) => {
    const value = explained[key]
    const shown = value === undefined ? undefined : shownChange(value, 0, 1)
    return shown === undefined ? [] : [{ key, value: shown, ...changeParts[key] }]
  })
  const change = changeOf(
    { ...row, value: row.visibility_pct, previous_value: row.previous_visibility_pct },
    'visibility_pct',
  )
  const [greatest] = parts.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
  if (change === null || greatest === undefined) return parts
  const sum = parts.reduce((all, { value }) => all + value, 0)
  greatest.value = shownChange(greatest.value + change - sum, 0, 1)
  return parts
}

interface ChangeLineProps {
  row: ChangeRow & { explained: Explained; is_our_brand: boolean }
  name: string
  /** Whether to show the line as that of the reader's own brand. */
  isOwn: boolean
  reach: BarReach
  sentences: ReactNode
  children?: ReactNode
}

export const ChangeLine = ({ row, name, isOwn, reach, sentences, children }: ChangeLineProps) => (
  <li className="py-3">
    <p className="flex flex-wrap items-baseline gap-x-4">
      <span className={isOwn ? 'font-semibold text-accent' : 'font-medium'}>
        <bdi>{name}</bdi>
      </span>
      <span>
        {percent(row.previous_visibility_pct)} → {percent(row.visibility_pct)}
      </span>
      <DeltaChip tested={testedChange(row, 'visibility_pct')} isOwn={row.is_our_brand} />
    </p>
    {sentences}
    <div className="mt-2">
      <ChangeBar label={`Parts of the change for ${name}`} parts={partsOf(row)} reach={reach} />
    </div>
    {children}
  </li>
)

function Judged({ meta: { previous_period: before, matched_share: matched, tested, fdr } }: Pick<Response, 'meta'>) {
  if (matched === null || tested === 0) return null
  return (
    <p className="mt-3 text-sm text-muted">
      Compared with {dayRange(before.start_date, before.end_date)}. Based on the {percent(100 * matched, 0)} of answers
      with the same prompt, engine and market in both periods. On average, at most {percent(100 * fdr, 0)} of the real
      changes are due to chance.
    </p>
  )
}
