import type { RowOf } from '../../api/hooks.ts'
import { dayRange } from '../../format/days.ts'
import { count, countOf, fileSize } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'
import { optionsOf } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { saveFrom } from '../../ui/save-file.ts'
import { actionsColumn, agoColumn, type Column, column, mainColumn } from '../../ui/table.tsx'
import { Clock } from '../../ui/time.tsx'
import texts from './texts.json' with { type: 'json' }

export function ExportsPage() {
  return (
    <Page
      title="Exports"
      about="Export raw data to a notebook, warehouse or spreadsheet."
      filters={<FilterBar comparison={false} />}
    >
      <NewExport />
      <ReadPanel read="list-exports" columns={columns} isBusy={isUnderWay} />
    </Page>
  )
}

type ExportFile = RowOf<'list-exports'>
type Kind = ExportFile['kind']
type Format = ExportFile['format']

const isUnderWay = ({ status }: ExportFile) => status === 'waiting' || status === 'working'

const nameOf = ({ kind, format }: ExportFile) => `${kindNames[kind]}, ${formatNames[format]}`

const columns = (versionOf: (file: ExportFile) => string | undefined): Column<ExportFile>[] => [
  mainColumn('Export', (file) => (
    <>
      <span className="font-medium">{nameOf(file)}</span>
      <span className="block text-sm text-muted">
        {dayRange(file.period.start_date, file.period.end_date)}
        {Object.keys(file.filters).length > 0 && ` · ${countOf(Object.keys(file.filters).length, 'filter')}`}
      </span>
    </>
  )),
  column({ name: 'State', className: 'min-w-28' }, (file) => <State of={file} />),
  agoColumn('Requested', ({ created_at }) => created_at),
  actionsColumn((file) => (
    <>
      {file.status === 'completed' && (
        <ActionButton
          label="Download"
          aria-label={`Download ${nameOf(file)}`}
          operation="create-export-link"
          input={{ export_id: file.id }}
          onDone={({ data }) => save(data.url, file.file_name)}
        />
      )}
      <ActionButton
        label={isUnderWay(file) ? 'Cancel' : 'Delete'}
        kind="quiet"
        aria-label={`${isUnderWay(file) ? 'Cancel' : 'Delete'} ${nameOf(file)}`}
        operation="delete-export"
        version={versionOf(file)}
        input={{ export_id: file.id }}
      />
    </>
  )),
]

function State({ of }: { of: ExportFile }) {
  const { done, total } = of.progress
  if (of.status === 'failed')
    return (
      <span className="text-down">
        Failed: <bdi>{of.problem}</bdi>
      </span>
    )
  if (of.status === 'completed')
    return (
      <>
        {countOf(of.rows, 'row')} · {fileSize(of.bytes)}
        {of.expires_at !== null && (
          <span className="block text-sm text-muted">
            expires <Clock at={of.expires_at} />
          </span>
        )}
      </>
    )
  return (
    <>
      <Progress done={done} total={total} />
      <span className="text-sm text-muted">
        {of.status === 'waiting' || total === null ? 'Waiting' : `${count(done)} of ${count(total)} processed`}
      </span>
    </>
  )
}

/** Uses the current origin: the link may contain another host name of the server. */
function save(url: string, name: string): void {
  const { pathname, search } = new URL(url)
  saveFrom(`${pathname}${search}`, name)
}

function NewExport() {
  const { input } = useFilters()
  const { start_date, end_date } = input
  return (
    <Panel title="New export" about="for the date range and filters above">
      <OperationForm
        operation="create-export"
        initial={{ kind: 'answers' as Kind, format: 'parquet' as Format }}
        fields={({ kind, format }) => ({
          kind: { options: optionsOf(kindNames), hint: kindWords[kind] },
          format: { options: optionsOf(formatNames), hint: formatWords[format] },
        })}
        input={(_, chosen) => ({ ...chosen, ...(chosen.kind.endsWith('visits') ? { start_date, end_date } : input) })}
        button="main"
      />
    </Panel>
  )
}

const { kindNames, kindWords, formatNames, formatWords } = texts
