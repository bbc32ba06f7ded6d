import type { ResponseOf } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { engineName } from '../../copy/engines.ts'
import { count, dollars } from '../../format/numbers.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Export } from '../../ui/export.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Clock } from '../../ui/time.tsx'

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

export function Rounds() {
  const { workspaceId, brandId } = useBrand()
  const query = usePages(workspaceId, 'list-collection-runs', { brand_id: brandId, limit: 50 })
  return (
    <Panel
      title="Runs"
      about="newest first"
      actions={
        <Export
          workspaceId={workspaceId}
          operation="list-collection-runs"
          input={{ brand_id: brandId }}
          name="runs"
        />
      }
    >
      <Pages
        query={query}
        rowsOf={({ data }) => data}
        empty={<Empty title="No runs yet">Runs start on schedule or with “Run now”.</Empty>}
      >
        {(rows) => (
          <Table
            label="Runs"
            columns={columns}
            rows={rows}
            keyOf={({ engine, started_at }) => `${engine} ${started_at}`}
          />
        )}
      </Pages>
    </Panel>
  )
}
