import { useParams } from '@tanstack/react-router'
import type { ResponseOf } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { clockTime, readersZone, utcTime } from '../../format/times.ts'
import { Page } from '../../frame/page.tsx'
import { Export } from '../../ui/export.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type Change = ResponseOf<'list-changes'>['data'][number]

/** Who did what in the workspace, and what members did to their own accounts. */
export function ChangesPage() {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId/settings/changes' })
  const query = usePages(workspaceId, 'list-changes', { limit: 50 })
  return (
    <Page title="Record of changes" about="Who did what, from where. Nobody can edit it.">
      <Panel
        title="Newest first"
        actions={<Export workspaceId={workspaceId} operation="list-changes" input={{}} name="changes" />}
      >
        <Pages query={query} rowsOf={({ data }) => data} empty={<Empty title="Nothing yet" />}>
          {(rows) => <Table label="Changes" columns={columns} rows={rows} keyOf={({ id }) => id} />}
        </Pages>
      </Panel>
    </Page>
  )
}

const kinds: Record<string, string> = {
  operator: 'The operator',
  system: 'Sightline itself',
  visitor: 'Somebody who had not signed in',
}

const columns: readonly Column<Change>[] = [
  {
    name: 'When',
    className: 'min-w-26',
    cell: ({ created_at }) => (
      <time className="sm:whitespace-nowrap" title={utcTime(created_at)}>
        {clockTime(created_at, readersZone())}
      </time>
    ),
  },
  {
    name: 'Who',
    className: 'min-w-24 [overflow-wrap:anywhere]',
    cell: ({ actor, person, via, address }) => (
      <>
        <bdi>{actor.name ?? kinds[actor.kind] ?? actor.kind}</bdi>
        {person !== null && person.id !== actor.id && <bdi className="block text-sm">of {person.name}</bdi>}
        <span className="block text-sm text-muted">
          {[via?.replace('-', ' '), address].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  {
    name: 'What',
    className: 'w-full [overflow-wrap:anywhere]',
    cell: (change) => (
      <>
        {change.operation.replaceAll('-', ' ')}
        <Difference change={change} />
      </>
    ),
  },
]

/** What was before and what is after, as it was written down. */
function Difference({ change: { before, after } }: { change: Change }) {
  if (before === null && after === null) return null
  return (
    <details className="text-sm text-muted">
      <summary>before and after</summary>
      <pre className="mt-1 max-w-full overflow-x-auto rounded bg-sunken p-2 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
        {JSON.stringify({ before, after }, null, 2)}
      </pre>
    </details>
  )
}
