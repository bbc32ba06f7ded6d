import type { Shown } from '../../api/client.ts'
import { ChangeBar, type NamedPart } from '../../charts/change-bar.tsx'
import { type BarReach, reachOf } from '../../charts/change-bar-scale.ts'
import { dayRange } from '../../format/days.ts'
import { percent } from '../../format/numbers.ts'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { Export } from '../../ui/export.tsx'
import { FirstRows } from '../../ui/first-rows.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Verdict } from '../../ui/verdict.tsx'
import { changeParts } from '../../words/change-parts.ts'
import { type EntityChange, useChanges } from './use-changes.ts'

type Changes = Shown<'list-visibility-changes'>

const colours: Record<keyof typeof changeParts, string> = {
  real: 'var(--part-real)',
  model_change: 'var(--part-model)',
  prompts_added: 'var(--part-added)',
  prompts_removed: 'var(--part-removed)',
  run_counts: 'var(--part-counts)',
  engine_mix: 'var(--part-mix)',
  outage: 'var(--part-outage)',
}

/** How visibility changed against the days before, whether that is more than chance, and what it is made of. */
export function WhatChanged() {
  const { workspaceId, brandId } = useBrand()
  const { filters, input } = useFilters()
  const query = useChanges(input)
  if (!filters.compare) return null
  return (
    <Panel
      title="What changed"
      about="visibility against the days before"
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
    return <Empty title="Nothing to compare with">The days before have no answers with these filters.</Empty>
  const reach = reachOf(known.map(partsOf))
  return (
    <FirstRows rows={known} most={5}>
      {(shown) => (
        <ul aria-label="Changes" className="divide-y divide-line">
          {shown.map((row) => (
            <Row key={row.id} row={row} reach={reach} />
          ))}
        </ul>
      )}
    </FirstRows>
  )
}

/** The brand first, then what is beyond chance, the greatest first. */
const inOrder = (a: EntityChange, b: EntityChange): number =>
  Number(b.is_our_brand) - Number(a.is_our_brand) ||
  Number(isTested(b)) - Number(isTested(a)) ||
  Math.abs(b.matched_change?.value ?? 0) - Math.abs(a.matched_change?.value ?? 0)

const isTested = ({ verdict }: EntityChange) => verdict === 'up' || verdict === 'down'

export const partsOf = ({ explained }: EntityChange): NamedPart[] =>
  explained === null
    ? []
    : (Object.keys(changeParts) as (keyof typeof changeParts)[]).map((key) => ({
        key,
        value: explained[key],
        name: changeParts[key],
        colour: colours[key],
      }))

function Row({ row, reach }: { row: EntityChange; reach: BarReach }) {
  const { name, is_our_brand: isOwn, visibility_pct: now, previous_visibility_pct: before, summary } = row
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className={isOwn ? 'font-semibold text-accent' : 'font-medium'}>
          <bdi>{name}</bdi>
        </span>
        <span>
          {percent(before)} → {percent(now)}
        </span>
        <Verdict change={row} />
      </p>
      {isOwn && summary !== null && <p className="mt-1 max-w-3xl text-sm text-muted">{summary}</p>}
      <div className="mt-2">
        <ChangeBar label={`What the change of ${name} is made of`} parts={partsOf(row)} reach={reach} />
      </div>
    </li>
  )
}

/** By what, and how strictly. */
function Judged({
  meta: { previous_period: before, matched_share: matched, tested, fdr },
}: Pick<Changes, 'meta'>) {
  if (matched === null || tested === 0) return null
  return (
    <p className="mt-3 text-sm text-muted">
      Against {dayRange(before.start_date, before.end_date)}. Judged by the {percent(100 * matched, 0)} of
      answers whose prompt was asked of the same engine in both periods; of changes said to be beyond chance,
      on average at most {percent(100 * fdr, 0)} are chance.
    </p>
  )
}
