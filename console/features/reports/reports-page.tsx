import { useNavigate } from '@tanstack/react-router'
import type { RowOf } from '../../api/hooks.ts'
import { addDays, longDay, yesterday } from '../../format/days.ts'
import { countOf } from '../../format/numbers.ts'
import { BrandLink, useBrand } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { FormButton } from '../../ui/form-dialog.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { agoColumn, type Column, column, mainColumn, minorColumn, numberColumn } from '../../ui/table.tsx'
import { Downloads } from './downloads.tsx'
import { ReportSchedule } from './report-schedule.tsx'
import words from './words.json' with { type: 'json' }

type Listed = RowOf<'list-reports'>

export const ReportsPage = () => (
  <Page title="Reports" about="Snapshots of your figures to read, share and email." actions={<MakeReport />}>
    <ReadPanel read="list-reports" limit={20} columns={columns} />
    <ReportSchedule />
    <Mails />
  </Page>
)

const columns: readonly Column<Listed>[] = [
  mainColumn('Report', ({ id, title, headline, summary, corrected_at }) => (
    <>
      <BrandLink to={`reports/${id}`} className="font-medium text-accent hover:underline">
        {title}
      </BrandLink>
      {corrected_at !== null && (
        <span className="ml-2 text-sm text-muted">Corrected on {longDay(corrected_at.slice(0, 10))}</span>
      )}
      <p className="max-w-3xl text-sm text-muted">{headline ?? summary}</p>
    </>
  )),
  minorColumn({ name: 'Schedule', className: 'whitespace-nowrap' }, ({ rhythm }) => words.rhythms[rhythm]),
  agoColumn('Created', ({ created_at }) => created_at),
  numberColumn('Download', ({ id, title }) => <Downloads reportId={id} title={title} />),
]

function MakeReport() {
  const { workspaceId, brandId } = useBrand()
  const navigate = useNavigate()
  const lastDay = yesterday(new Date())
  return (
    <FormButton
      kind="main"
      operation="create-report"
      isComplete
      initial={{ start_date: addDays(lastDay, -6), end_date: lastDay }}
      fields={({ start_date: min, end_date: max }) => ({ start_date: { max }, end_date: { min, max: lastDay } })}
      onDone={({ data }) => {
        const params = { workspaceId, brandId, reportId: data.id }
        void navigate({ to: '/$workspaceId/$brandId/reports/$reportId', params })
      }}
    >
      <p className="text-sm text-muted">
        UTC days, up to yesterday. Compared with an equally long period before. Later answers do not change the report.
      </p>
    </FormButton>
  )
}

type Mail = RowOf<'list-report-mails'>

const Mails = () =>
  usePermission()('list-report-mails') && <ReadPanel read="list-report-mails" limit={10} columns={mailColumns} />

const mailColumns: readonly Column<Mail>[] = [
  mainColumn('To', ({ recipient }) => <bdi>{recipient}</bdi>),
  column('Content', ({ report_id: id }) =>
    id === null ? 'Alert' : <BrandLink to={`reports/${id}`}>Report</BrandLink>,
  ),
  column('Status', (mail) => <Outcome mail={mail} />),
  agoColumn('Time', ({ settled_at, created_at }) => settled_at ?? created_at),
]

function Outcome({ mail: { status, problem, attempts } }: { mail: Mail }) {
  if (status === 'sent') return 'Sent'
  if (status === 'failed') return <span className="text-down">Not sent: {problem}</span>
  if (problem === null) return <span className="text-muted">Pending</span>
  return (
    <span className="text-warn">
      Pending: {problem}; {countOf(attempts, 'attempt')}
    </span>
  )
}
