import type { ResponseOf } from '../../api/client.ts'
import { usePages } from '../../api/hooks.ts'
import { BrandLink } from '../../frame/brand-link.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'

type Mail = ResponseOf<'list-report-mails'>['data'][number]

/** Emails sent, with delivery problems. */
export function Mails() {
  const query = usePages('list-report-mails', { limit: 10 })
  return (
    <ListPanel
      title="Sent"
      about="reports and alerts by email, retried for three days"
      actions={<Export operation="list-report-mails" name="sent reports" />}
      columns={columns}
      list={pagedListOf(query)}
      empty={<Empty title="No emails yet" />}
    />
  )
}

const columns: readonly Column<Mail>[] = [
  { name: 'To', className: 'w-full', cell: ({ recipient }) => <bdi>{recipient}</bdi> },
  { name: 'Content', cell: (mail) => <What mail={mail} /> },
  { name: 'Status', cell: (mail) => <Outcome mail={mail} /> },
  {
    name: 'Time',
    isMinor: true,
    cell: ({ settled_at, created_at }) => <Ago at={settled_at ?? created_at} />,
  },
]

function What({ mail: { report_id: reportId } }: { mail: Mail }) {
  if (reportId === null) return 'Alert'
  return <BrandLink to={`reports/${reportId}`}>Report</BrandLink>
}

function Outcome({ mail: { status, problem, attempts } }: { mail: Mail }) {
  if (status === 'sent') return 'Sent'
  if (status === 'failed') return <span className="text-down">Not sent: {problem}</span>
  if (problem === null) return <span className="text-muted">Pending</span>
  return (
    <span className="text-warn">
      Pending: {problem}; {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
    </span>
  )
}
