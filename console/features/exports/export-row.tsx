import { useWrite } from '../../api/hooks.ts'
import { dayRange } from '../../format/days.ts'
import { count, fileSize } from '../../format/numbers.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { Ago, Clock } from '../../ui/time.tsx'
import { type ExportFile, formatNames, kindNames } from './export-words.ts'

export const isUnderWay = ({ status }: Pick<ExportFile, 'status'>) =>
  status === 'waiting' || status === 'working'

/** An export with its contents, progress and actions. */
export function ExportRow({ of, version }: { of: ExportFile; version: string | undefined }) {
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
          {filterCount > 0 && ` · ${filterCount === 1 ? 'one filter' : `${count(filterCount)} filters`}`}
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
        {count(of.rows)} {of.rows === 1 ? 'row' : 'rows'} · {fileSize(of.bytes)}
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
        {of.status === 'waiting' || total === null
          ? 'Waiting'
          : `${count(done)} of ${count(total)} processed`}
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
        <Button aria-label={`Download ${name}`} disabled={link.isPending} onClick={() => link.mutate(input)}>
          {link.isPending ? 'Opening…' : 'Download'}
        </Button>
      )}
      {may('delete-export') && (
        <Button
          kind="quiet"
          aria-label={`Delete ${name}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate(input)}
        >
          {isUnderWay(of) ? 'Cancel' : 'Delete'}
        </Button>
      )}
    </div>
  )
}

/** Uses the current origin: the link may contain another host name of the server. */
function save(url: string, name: string): void {
  const { pathname, search } = new URL(url)
  const anchor = document.createElement('a')
  anchor.href = `${pathname}${search}`
  anchor.download = name
  anchor.click()
}
