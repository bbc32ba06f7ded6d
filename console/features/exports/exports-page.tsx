import { useState } from 'react'
import { pollWhile, type RowOf, useReadAll, useWrite } from '../../api/hooks.ts'
import { dayRange } from '../../format/days.ts'
import { count, countOf, fileSize } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { WriteButton } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { Empty, LoadedPanel, Panel, ProblemNote } from '../../ui/panel.tsx'
import { saveFrom } from '../../ui/save-file.ts'
import { Ago, Clock } from '../../ui/time.tsx'
import texts from './texts.json' with { type: 'json' }

/** Data exports for other tools, written in the background. */
export function ExportsPage() {
  return (
    <Page
      title="Exports"
      about="Export raw data to a notebook, warehouse or spreadsheet."
      filters={<FilterBar comparison={false} />}
    >
      <NewExport />
      <Exports />
    </Page>
  )
}

function Exports() {
  const query = useReadAll('list-exports', {}, pollWhile(isUnderWay))
  return (
    <LoadedPanel query={query} title="Files" about="available to everyone with access to the brand until they expire">
      {({ data, versions }) => (
        <RowList
          rows={data}
          empty={<Empty title="No exports yet">Choose data and format above, then create an export.</Empty>}
        >
          {(one, index) => <ExportRow key={one.id} of={one} version={versions?.[index]} />}
        </RowList>
      )}
    </LoadedPanel>
  )
}

const isUnderWay = ({ status }: Pick<ExportFile, 'status'>) => status === 'waiting' || status === 'working'

/** An export with its contents, progress and actions. */
function ExportRow({ of, version }: { of: ExportFile; version: string | undefined }) {
  const { period, filters } = of
  const filterCount = Object.keys(filters).length
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <p className="font-medium">
          {kindNames[of.kind]} · {formatNames[of.format]}
        </p>
        <p className="text-sm text-muted">
          {dayRange(period.start_date, period.end_date)}
          {filterCount > 0 && ` · ${countOf(filterCount, 'filter')}`}
          {' · requested '}
          <Ago at={of.created_at} />
        </p>
        <State of={of} />
      </div>
      <Actions of={of} version={version} />
    </li>
  )
}

function State({ of }: { of: ExportFile }) {
  const { done, total } = of.progress
  if (of.status === 'failed')
    return (
      <p className="text-sm text-down">
        Failed: <bdi>{of.problem}</bdi>
      </p>
    )
  if (of.status === 'completed')
    return (
      <p className="text-sm">
        {countOf(of.rows, 'row')} · {fileSize(of.bytes)}
        {of.expires_at !== null && (
          <span className="text-muted">
            {' · expires '}
            <Clock at={of.expires_at} />
          </span>
        )}
      </p>
    )
  return (
    <>
      <progress
        aria-label="Progress"
        className="h-1.5 w-full max-w-md accent-[var(--accent)]"
        {...(total === null || total === 0 ? {} : { value: done, max: total })}
      />
      <p className="text-sm text-muted">
        {of.status === 'waiting' || total === null ? 'Waiting' : `${count(done)} of ${count(total)} processed`}
      </p>
    </>
  )
}

function Actions({ of, version }: { of: ExportFile; version: string | undefined }) {
  const may = usePermission()
  const input = { export_id: of.id }
  const link = useWrite('create-export-link', {
    changes: [],
    onDone: ({ data }) => save(data.url, of.file_name),
  })
  const remove = useWrite('delete-export', { changes: ['list-exports'], version })
  const name = `${kindNames[of.kind]}, ${formatNames[of.format]}`
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ProblemNote problem={link.error} />
      <ProblemNote problem={remove.error} />
      {of.status === 'completed' && (
        <WriteButton
          label={link.isPending ? 'Opening…' : 'Download'}
          aria-label={`Download ${name}`}
          write={link}
          input={input}
        />
      )}
      {may('delete-export') && (
        <WriteButton
          label={isUnderWay(of) ? 'Cancel' : 'Delete'}
          kind="quiet"
          aria-label={`Delete ${name}`}
          write={remove}
          input={input}
        />
      )}
    </div>
  )
}

/** Uses the current origin: the link may contain another host name of the server. */
function save(url: string, name: string): void {
  const { pathname, search } = new URL(url)
  saveFrom(`${pathname}${search}`, name)
}

/** Creates an export of the filtered data. */
function NewExport() {
  const { input } = useFilters()
  const [kind, setKind] = useState<Kind>('answers')
  const [format, setFormat] = useState<Format>('parquet')
  const create = useWrite('create-export', { changes: ['list-exports'] })
  const { start_date, end_date } = input
  const narrowed = kind === 'visits' ? { start_date, end_date } : input
  return (
    <Panel title="New export" about="for the date range and filters above">
      <ProblemNote problem={create.error} />
      <div className="grid gap-5 md:grid-cols-2">
        <div className="space-y-2">
          <h3 className="text-sm font-medium">Data</h3>
          <Choice label="Data" options={kindNames} chosen={kind} onChoose={setKind} />
          <p className="text-sm text-muted">{kindWords[kind]}</p>
        </div>
        <div className="space-y-2">
          <h3 className="text-sm font-medium">Format</h3>
          <Choice label="Format" options={formatNames} chosen={format} onChoose={setFormat} />
          <p className="text-sm text-muted">{formatWords[format]}</p>
        </div>
      </div>
      <div className="mt-4">
        <WriteButton
          label={create.isPending ? 'Creating…' : 'Create export'}
          kind="main"
          write={create}
          input={{ kind, format, ...narrowed }}
        />
      </div>
    </Panel>
  )
}

type ExportFile = RowOf<'list-exports'>
type Kind = ExportFile['kind']
type Format = ExportFile['format']

const kindNames: Readonly<Record<Kind, string>> = texts.kindNames
/** Rows of each export. */
const kindWords: Readonly<Record<Kind, string>> = texts.kindWords
const formatNames: Readonly<Record<Format, string>> = texts.formatNames
const formatWords: Readonly<Record<Format, string>> = texts.formatWords
