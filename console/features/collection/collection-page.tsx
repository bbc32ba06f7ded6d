import type { ResponseOf } from '../../api/client.ts'
import { usePages } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { count, dollars } from '../../format/numbers.ts'
import { Page } from '../../frame/page.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { Clock } from '../../ui/time.tsx'
import { TabViews } from '../../ui/views.tsx'
import { Coverage } from './coverage.tsx'
import { Imports } from './imports.tsx'
import { Plan } from './plan.tsx'
import { ProviderSources } from './provider-sources.tsx'

const views = {
  plan: ['Plan', Plan],
  coverage: ['Coverage', Coverage],
  rounds: ['Runs', Rounds],
  sources: ['Providers', ProviderSources],
  imports: ['Imports', Imports],
} as const

export const CollectionPage = () => (
  <Page title="Data collection" about="Engines, providers, frequency and cost of collecting answers.">
    <TabViews label="Data collection" views={views} />
  </Page>
)

type Round = ResponseOf<'list-collection-runs'>['data'][number]

const columns: readonly Column<Round>[] = [
  {
    name: 'Run',
    className: 'w-full',
    cell: ({ engine, started_at, reasons }) => (
      <>
        {engineName(engine)} <Clock at={started_at} className="text-sm text-muted" />
        {reasons.map(({ reason, questions }) => (
          <span key={reason} className="block text-sm text-down [overflow-wrap:anywhere]">
            <bdi>
              {count(questions)}× {reason}
            </bdi>
          </span>
        ))}
      </>
    ),
  },
  { name: 'Planned', isNumber: true, cell: ({ planned }) => count(planned) },
  { name: 'Collected', isNumber: true, cell: ({ collected }) => count(collected) },
  { name: 'None shown', isNumber: true, isMinor: true, cell: ({ none_shown }) => count(none_shown) },
  { name: 'Failed', isNumber: true, cell: ({ failed }) => count(failed) },
  { name: 'Pending', isNumber: true, isMinor: true, cell: ({ pending }) => count(pending) },
  { name: 'Cost', isNumber: true, isMinor: true, cell: ({ cost_usd }) => dollars(cost_usd) },
]

function Rounds() {
  const query = usePages('list-collection-runs', { limit: 50 })
  return (
    <ListPanel
      title="Runs"
      about="newest first"
      actions={<Export operation="list-collection-runs" name="runs" />}
      list={pagedListOf(query)}
      columns={columns}
      keyOf={({ engine, started_at }) => `${engine} ${started_at}`}
      empty={<Empty title="No runs yet">Runs start on schedule or with “Run now”.</Empty>}
    />
  )
}
