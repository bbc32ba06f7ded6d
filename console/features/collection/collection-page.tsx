import { type RowOf, useRead } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { count, dollars } from '../../format/numbers.ts'
import { BrandLink } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Loaded } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { type Column, mainColumn, numberColumn } from '../../ui/table.tsx'
import { EngineTile } from '../../ui/tiles.tsx'
import { Clock } from '../../ui/time.tsx'
import { TabViews } from '../../ui/views.tsx'
import { Budget } from './budget.tsx'
import { failureOf } from './collection-status.ts'
import { Imports } from './imports.tsx'
import { PlanEngine } from './plan-engine.tsx'
import { Planner } from './planner.tsx'
import { ProviderSources } from './provider-sources.tsx'
import { Status } from './status.tsx'

const views = {
  status: ['Status', Status],
  plan: ['Plan', Plan],
  rounds: ['Runs', Rounds],
  sources: ['Providers', ProviderSources],
  imports: ['Imports', Imports],
} as const

export function CollectionPage() {
  const may = usePermission()
  return (
    <Page
      title="Data collection"
      actions={
        <>
          <BrandLink to="collection" search={{ tab: 'imports' }} className={buttonClass('plain')}>
            Import answers
          </BrandLink>
          <DialogButton
            isHidden={!may('set-collection') || !may('list-sources')}
            kind="main"
            label="Add engine"
            dialog={PlanEngine}
          />
        </>
      }
    >
      <TabViews label="Data collection" views={views} />
    </Page>
  )
}

function Plan() {
  const query = useRead('estimate-collection')
  return (
    <>
      <Loaded query={query}>{({ data }) => <Budget estimate={data} />}</Loaded>
      <Planner />
    </>
  )
}

type Round = RowOf<'list-collection-runs'>

const columns: readonly Column<Round>[] = [
  mainColumn('Run', ({ engine, started_at, reasons }) => (
    <>
      <span className="flex flex-wrap items-center gap-2 font-medium">
        <EngineTile engine={engine} />
        {engineName(engine)} <Clock at={started_at} className="text-sm font-normal text-muted" />
      </span>
      {reasons.map(({ reason, questions }) => (
        <span key={reason} className="block text-sm text-down wrap-anywhere">
          <bdi>
            {count(questions)}× {failureOf(reason)[0]}
          </bdi>
        </span>
      ))}
    </>
  )),
  numberColumn('Planned', ({ planned }) => count(planned)),
  numberColumn('Collected', ({ collected }) => count(collected)),
  numberColumn('None shown', ({ none_shown }) => count(none_shown), 'minor'),
  numberColumn('Failed', ({ failed }) => count(failed)),
  numberColumn('Pending', ({ pending }) => count(pending), 'minor'),
  numberColumn('Cost', ({ cost_usd }) => dollars(cost_usd), 'minor'),
]

function Rounds() {
  return (
    <ReadPanel
      read="list-collection-runs"
      limit={50}
      columns={columns}
      keyOf={({ engine, started_at }) => `${engine} ${started_at}`}
    />
  )
}
