import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { ago, utcTime } from '../../format/times.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Export } from '../../ui/export.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type Mail = ResponseOf<'list-report-mails'>['data'][number]

/** To whom what was mailed, and why something has not arrived. */
export function Mails() {
  const { workspaceId, brandId } = useBrand()
  const query = usePages(workspaceId, 'list-report-mails', { brand_id: brandId, limit: 10 })
  return (
    <Panel
      title="Sent"
      about="reports and alerts by e-mail; what has not arrived is tried again for three days"
      actions={
        <Export
          workspaceId={workspaceId}
          operation="list-report-mails"
          input={{ brand_id: brandId }}
          name="sent reports"
        />
      }
    >
      <Pages query={query} rowsOf={({ data }) => data} empty={<Empty title="Nothing was mailed yet" />}>
        {(rows) => <Table label="Sent" columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </Pages>
    </Panel>
  )
}

const columns: readonly Column<Mail>[] = [
  { name: 'To', className: 'w-full', cell: ({ recipient }) => <bdi>{recipient}</bdi> },
  { name: 'What', cell: (mail) => <What mail={mail} /> },
  { name: 'Became', cell: (mail) => <Outcome mail={mail} /> },
  {
    name: 'When',
    isMinor: true,
    cell: ({ settled_at, created_at }) => (
      <time className="whitespace-nowrap" title={utcTime(settled_at ?? created_at)}>
        {ago(settled_at ?? created_at, new Date())}
      </time>
    ),
  },
]

function What({ mail: { report_id: reportId } }: { mail: Mail }) {
  const { workspaceId, brandId } = useBrand()
  if (reportId === null) return 'alert'
  return (
    <Link
      to="/$workspaceId/$brandId/reports/$reportId"
      params={{ workspaceId, brandId, reportId }}
      className="text-accent hover:underline"
    >
      report
    </Link>
  )
}

function Outcome({ mail: { status, problem, attempts } }: { mail: Mail }) {
  if (status === 'sent') return 'sent'
  if (status === 'failed') return <span className="text-bad">not sent: {problem}</span>
  if (problem === null) return <span className="text-muted">waiting</span>
  return (
    <span className="text-warn">
      waiting: {problem}; tried {attempts === 1 ? 'once' : `${attempts} times`}
    </span>
  )
}
