import { useState } from 'react'
import { useWrite } from '../../api/hooks.ts'
import { useFilters } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Panel, ProblemNote } from '../../ui/panel.tsx'
import { type Format, formatNames, formatWords, type Kind, kindNames, kindWords } from './export-words.ts'

/** Creates an export of the filtered data. */
export function NewExport() {
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
        <Button
          kind="main"
          disabled={create.isPending}
          onClick={() => create.mutate({ kind, format, ...narrowed })}
        >
          {create.isPending ? 'Creating…' : 'Create export'}
        </Button>
      </div>
    </Panel>
  )
}
