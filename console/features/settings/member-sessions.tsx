import type { ResponseOf } from '../../api/client.ts'
import { useRead, useWrite } from '../../api/hooks.ts'
import { WriteButton } from '../../ui/button.tsx'
import { SaveRows } from '../../ui/export.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, type Column } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'

type Session = ResponseOf<'list-member-sessions'>['data'][number]

/** Sessions of members, for admins. */
export function MemberSessions() {
  const query = useRead('list-member-sessions')
  const end = useWrite('end-member-sessions', { changes: ['list-member-sessions'] })
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
    actionsColumn(({ id, email, name, is_current }) => (
      <>
        {!is_current && (
          <WriteButton write={end} input={{ email, session_id: id }}>
            End
          </WriteButton>
        )}
        <WriteButton aria-label={`End all sessions of ${name}`} write={end} input={{ email }}>
          End all
        </WriteButton>
      </>
    )),
  ]
  return (
    <ListPanel
      title="Sessions"
      about="of members in this workspace"
      actions={<SaveRows rows={query.data?.data ?? []} name="sessions" />}
      problem={end.error}
      list={listOf(query)}
      columns={columns}
      empty={<Empty title="No sessions" />}
    />
  )
}
