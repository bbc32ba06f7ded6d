import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../api/client.ts'
import { useRead, useWrite } from '../../api/hooks.ts'
import { whoami } from '../../api/queries.ts'
import { Page } from '../../frame/page.tsx'
import { Button, WriteButton } from '../../ui/button.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { actionsColumn, agoColumn, type Column } from '../../ui/table.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'
import { currentPassword, newPassword } from '../account/password-fields.ts'
import { ConnectedClients } from './connected-clients.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'

export function AccountPage() {
  const { data: me } = useQuery(whoami)
  return (
    <Page title="Account" about={me?.email}>
      {me != null && <NameForm id={me.id} name={me.name} version={me.version} />}
      <PasswordForm />
      <SecondFactor isOn={me?.has_second_factor ?? false} />
      <Passkeys />
      <Sessions />
      <ConnectedClients />
    </Page>
  )
}

function NameForm({ id, name, version }: { id: string; name: string; version: string | undefined }) {
  const edit = useEdit(`account:${id}`, { name }, version)
  const update = useSave('update-account', edit, { changes: ['whoami'] })
  return (
    <Panel title="Name" about="visible to other members">
      <EditForm
        edit={edit}
        fields={{ name: { label: 'Name', required: true } }}
        write={update}
        onSave={(_, given) => update.mutate(given)}
      />
    </Panel>
  )
}

const passwords = { password: '', new_password: '' }

function PasswordForm() {
  const edit = useEdit('password', passwords, undefined, ['password', 'new_password'])
  const change = useSave('change-password', edit, { changes: ['list-sessions', 'list-passkeys', 'whoami'] })
  return (
    <Panel
      title="Password"
      about="changing it ends all other sessions, disconnects apps and deletes your passkeys"
    >
      <div className="max-w-md space-y-4">
        {change.isSuccess && (
          <p role="status" className="text-up">
            Password changed.
          </p>
        )}
        <EditForm
          edit={edit}
          fields={{
            password: currentPassword,
            new_password: { ...newPassword, label: 'New password' },
          }}
          write={change}
          onSave={(_, given) => change.mutate(given)}
          submit={
            <Button type="submit" disabled={change.isPending}>
              Change password
            </Button>
          }
        />
      </div>
    </Panel>
  )
}

function Sessions() {
  const query = useRead('list-sessions')
  const end = useWrite('end-session', { changes: ['list-sessions'] })
  const columns: Column<ResponseOf<'list-sessions'>['data'][number]>[] = [
    {
      name: 'Browser',
      className: 'w-full',
      cell: ({ user_agent, address, is_current }) => (
        <>
          <bdi>{user_agent ?? 'Unknown'}</bdi>
          <span className="block text-sm text-muted">
            from {address}
            {is_current && ' · this session'}
          </span>
        </>
      ),
    },
    agoColumn('Last used', ({ last_used_at }) => last_used_at),
    actionsColumn(
      ({ id, is_current }) =>
        !is_current && (
          <WriteButton write={end} input={{ session_id: id }}>
            End
          </WriteButton>
        ),
    ),
  ]
  return (
    <ListPanel
      title="Sessions"
      about="browsers with your account signed in"
      actions={
        <WriteButton write={end} input={{}}>
          End all others
        </WriteButton>
      }
      problem={end.error}
      list={listOf(query)}
      columns={columns}
      empty={<Empty title="No sessions" />}
    />
  )
}
