import type { RowOf } from '../../api/hooks.ts'
import { Page } from '../../frame/page.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { type Column, column, mainColumn } from '../../ui/table.tsx'
import { Clock } from '../../ui/time.tsx'

type Change = RowOf<'list-changes'>

/** Changes in the workspace, and by members to their own accounts. */
export const ChangesPage = () => (
  <Page title="Activity log" about="Who changed what, and from where. Entries cannot be edited.">
    <ReadPanel read="list-changes" limit={50} columns={columns} />
  </Page>
)

const kinds: Record<string, string> = {
  operator: 'Operator',
  system: 'Sightline',
  visitor: 'Not signed in',
}

const columns: readonly Column<Change>[] = [
  column({ name: 'Time', className: 'min-w-26' }, ({ created_at }) => (
    <Clock at={created_at} className="sm:whitespace-nowrap" />
  )),
  column({ name: 'Actor', className: 'min-w-28 wrap-anywhere' }, ({ actor, person, via, address }) => (
    <>
      <bdi>{actor.name ?? kinds[actor.kind] ?? actor.kind}</bdi>
      {person !== null && person.id !== actor.id && <bdi className="block text-sm">for {person.name}</bdi>}
      <span className="block text-sm text-muted">{[via?.replace('-', ' '), address].filter(Boolean).join(' · ')}</span>
    </>
  )),
  mainColumn('Change', (change) => (
    <>
      {change.operation.replaceAll('-', ' ')}
      <Difference change={change} />
    </>
  )),
]

function Difference({ change: { before, after } }: { change: Change }) {
  if (before === null && after === null) return null
  return (
    <details className="text-sm text-muted">
      <summary>Before and after</summary>
      <pre className="mt-1 max-w-full overflow-x-auto rounded bg-sunken p-2 text-xs whitespace-pre-wrap wrap-anywhere">
        {JSON.stringify({ before, after }, null, 2)}
      </pre>
    </details>
  )
}
