import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { SaveRows } from '../../ui/save-rows.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'

type Session = ResponseOf<'list-member-sessions'>['data'][number]

/** Sessions of members, for admins. */
export function MemberSessions({ workspaceId }: { workspaceId: string }) {
  const query = useQuery(read(workspaceId, 'list-member-sessions', {}))
  const end = useWrite('end-member-sessions', { workspaceId, changes: ['list-member-sessions'] })
  const columns: Column<Session>[] = [
    {
      name: 'Member',
      cell: ({ name, email }) => (
        <>
          {name}
          <span className="block min-w-28 text-sm text-muted [overflow-wrap:anywhere]">{email}</span>
        </>
      ),
    },
    {
      name: 'Browser',
      className: 'w-full',
      cell: ({ user_agent, address, is_current }) => (
        <>
          <bdi className="text-sm [overflow-wrap:anywhere]">{user_agent ?? 'Unknown'}</bdi>
          <span className="block text-sm text-muted">
            from {address}
            {is_current && ' · this session'}
          </span>
        </>
      ),
    },
    { name: 'Signed in', isMinor: true, cell: ({ created_at }) => <Ago at={created_at} /> },
    { name: 'Last used', isMinor: true, cell: ({ last_used_at }) => <Ago at={last_used_at} /> },
    {
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: ({ id, email, name, is_current }) => (
        <span className="inline-flex flex-wrap justify-end gap-2">
          {!is_current && (
            <Button disabled={end.isPending} onClick={() => end.mutate({ email, session_id: id })}>
              End
            </Button>
          )}
          <Button
            aria-label={`End all sessions of ${name}`}
            disabled={end.isPending}
            onClick={() => end.mutate({ email })}
          >
            End all
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Panel
      title="Sessions"
      about="of members in this workspace"
      actions={<SaveRows rows={query.data?.data ?? []} name="sessions" />}
    >
      {end.error !== null && <ProblemNote problem={end.error} />}
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No sessions" />
          ) : (
            <Table label="Sessions" columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Panel>
  )
}
