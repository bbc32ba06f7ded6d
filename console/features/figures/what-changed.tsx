import type { ResponseOf } from '../../api/client.ts'
import { ChangeBar, type NamedPart } from '../../charts/change-bar.tsx'
import { type BarReach, reachOf } from '../../charts/change-bar-scale.ts'
import { changeParts } from '../../copy/change-parts.ts'
import { type ChangeRow, changeOf, testedChange } from '../../copy/intervals.ts'
import { dayRange } from '../../format/days.ts'
import { percent, shownChange } from '../../format/numbers.ts'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { CollapsibleRows } from '../../ui/collapsible-rows.tsx'
import { Export } from '../../ui/export.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { Drivers } from './drivers.tsx'
import { type EntityChange, useChanges } from './use-changes.ts'

type Changes = ResponseOf<'list-visibility-changes'>

const colors: Record<keyof typeof changeParts, string> = {
  real: 'var(--part-real)',
  model_change: 'var(--part-model)',
  prompts_added: 'var(--part-added)',
  prompts_removed: 'var(--part-removed)',
  run_counts: 'var(--part-counts)',
  market_mix: 'var(--part-market)',
  engine_mix: 'var(--part-mix)',
  outage: 'var(--part-outage)',
}

/** How visibility changed against the comparison period, whether the change is real, and its parts. */
export function WhatChanged() {
  const { workspaceId, brandId } = useBrand()
  const { filters, input } = useFilters()
  const query = useChanges(input)
  if (!filters.compare) return null
  return (
    <Panel
      title="Why it changed"
      about="visibility compared with the previous period"
      actions={
        <Export
          workspaceId={workspaceId}
          operation="list-visibility-changes"
          input={{ brand_id: brandId, ...input }}
          name={`changes ${input.start_date} to ${input.end_date}`}
        />
      }
    >
      <Loaded query={query} lines={5}>
        {({ data, meta }) => (
          <>
            <Rows rows={data} />
            <Judged meta={meta} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function Rows({ rows }: { rows: readonly EntityChange[] }) {
  const known = rows.filter(({ change }) => change !== null).sort(inOrder)
  if (known.length === 0)
    return <Empty title="No earlier data">The comparison period has no answers with these filters.</Empty>
  const reach = reachOf(known.map(partsOf))
  return (
    <CollapsibleRows rows={known} most={5}>
      {(shown) => (
        <ul aria-label="Changes" className="divide-y divide-line">
          {shown.map((row) => (
            <Row key={row.id} row={row} reach={reach} />
          ))}
        </ul>
      )}
    </CollapsibleRows>
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
    return shown === undefined ? [] : [{ key, value: shown, name: changeParts[key], color: colors[key] }]
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

function Row({ row, reach }: { row: EntityChange; reach: BarReach }) {
  const { name, is_our_brand: isOwn, visibility_pct: now, previous_visibility_pct: before } = row
  const { summary, drivers } = row
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className={isOwn ? 'font-semibold text-accent' : 'font-medium'}>
          <bdi>{name}</bdi>
        </span>
        <span>
          {percent(before)} → {percent(now)}
        </span>
        <Verdict tested={testedChange(row, 'visibility_pct')} />
      </p>
      {isOwn && summary !== null && <p className="mt-1 max-w-3xl text-sm text-muted">{summary}</p>}
      <div className="mt-2">
        <ChangeBar label={`Parts of the change for ${name}`} parts={partsOf(row)} reach={reach} />
      </div>
      {isOwn && drivers.length > 0 && (
        <div className="mt-2 text-sm">
          <p className="text-muted">Biggest drivers of the matched change</p>
          <Drivers drivers={drivers} />
        </div>
      )}
    </li>
  )
}

/** How the changes were tested, and how strictly. */
function Judged({
  meta: { previous_period: before, matched_share: matched, tested, fdr },
}: Pick<Changes, 'meta'>) {
  if (matched === null || tested === 0) return null
  return (
    <p className="mt-3 text-sm text-muted">
      Compared with {dayRange(before.start_date, before.end_date)}. Based on the {percent(100 * matched, 0)}{' '}
      of answers with the same prompt, engine and market in both periods. On average, at most{' '}
      {percent(100 * fdr, 0)} of the real changes are due to chance.
    </p>
  )
}
