import type { UseQueryResult } from '@tanstack/react-query'
import { type Problem, type ResponseOf, type RowOf, useRead } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { ViewLink } from '../../frame/brand.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { agoColumn, type Column, column, mainColumn, minorColumn, numberColumn } from '../../ui/table.tsx'
import { AiAccess } from './ai-access.tsx'
import { Schedule } from './schedule.tsx'

type Audit = RowOf<'list-audits'>

export const isRunning = ({ state }: Audit) => state === 'running'

const auditColumns: readonly Column<Audit>[] = [
  mainColumn('Website', ({ domain }) => <bdi>{domain}</bdi>),
  column('State', ({ state, pages_done, pages_found, problem }) =>
    state === 'running' ? (
      `${count(pages_done)} of ${count(pages_found)} pages`
    ) : (
      <span className={state === 'failed' ? 'text-down' : ''}>{problem ?? state}</span>
    ),
  ),
  numberColumn('Pages', ({ pages_done }) => count(pages_done)),
  minorColumn(
    'Changes',
    ({ job_id, state }) =>
      state === 'completed' && (
        <ViewLink
          change={{ since: job_id }}
          data-opens={job_id}
          className="text-sm whitespace-nowrap text-accent hover:underline"
        >
          View changes
        </ViewLink>
      ),
  ),
  numberColumn('Credits', ({ credit_cost }) => count(credit_cost), 'minor'),
  agoColumn('Started', ({ started_at }) => started_at),
]

export function Audits({ query }: { query: UseQueryResult<ResponseOf<'list-audits'>, Problem> }) {
  const { data: credits } = useRead('get-credits')
  return (
    <>
      <ListPanel
        title="Audits"
        about={`the first is free, later ones cost one credit per 100 pages${credits === undefined ? '' : `; ${count(credits.data.balance)} credits left`}`}
        actions={<Export operation="list-audits" name="audits" />}
        list={listOf(query)}
        columns={auditColumns}
        keyOf={({ job_id }) => job_id}
        most={10}
        empty={<Empty title="No audits yet">An audit reads your website like an engine does.</Empty>}
      />
      <Schedule />
      <AiAccess />
    </>
  )
}
