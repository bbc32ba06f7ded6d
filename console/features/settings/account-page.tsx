import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { useRead, useWrite } from '../../api/hooks.ts'
import { whoami } from '../../api/queries.ts'
import { Page } from '../../frame/page.tsx'
import { Button } from '../../ui/button.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { Field } from '../../ui/field.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Empty } from '../../ui/states.tsx'
import { actionsColumn, type Column } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { useEdit } from '../../ui/use-edit.ts'
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
  const update = useWrite('update-account', {
    changes: ['whoami'],
    version: edit.version,
    onDone: () => edit.clear(),
  })
  return (
    <Panel title="Name" about="visible to other members">
      <EditForm
        edit={edit}
        fields={{ name: { label: 'Name', required: true } }}
        write={update}
        onSave={(_, { name }) => update.mutate({ name })}
      />
    </Panel>
  )
}

function PasswordForm() {
  const [form, setForm] = useState({ password: '', new_password: '' })
  const change = useWrite('change-password', {
    changes: ['list-sessions', 'list-passkeys', 'whoami'],
    onDone: () => setForm({ password: '', new_password: '' }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(form)
  }
  return (
    <Panel
      title="Password"
      about="changing it ends all other sessions, disconnects apps and deletes your passkeys"
    >
      <form className="max-w-md space-y-4" onSubmit={submit}>
        <ProblemNote problem={change.error} />
        {change.isSuccess && (
          <p role="status" className="text-up">
            Password changed.
          </p>
        )}
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={form.password}
          onChange={(event) => setForm({ ...form, password: event.target.value })}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters"
          minLength={10}
          required
          value={form.new_password}
          onChange={(event) => setForm({ ...form, new_password: event.target.value })}
        />
        <Button type="submit" disabled={change.isPending}>
          Change password
        </Button>
      </form>
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
          <bdi className="[overflow-wrap:anywhere]">{user_agent ?? 'Unknown'}</bdi>
          <span className="block text-sm text-muted">
            from {address}
            {is_current && ' · this session'}
          </span>
        </>
      ),
    },
    {
      name: 'Last used',
      isMinor: true,
      cell: ({ last_used_at }) => <Ago at={last_used_at} />,
    },
    actionsColumn(
      ({ id, is_current }) =>
        !is_current && (
          <Button disabled={end.isPending} onClick={() => end.mutate({ session_id: id })}>
            End
          </Button>
        ),
    ),
  ]
  return (
    <ListPanel
      title="Sessions"
      about="browsers with your account signed in"
      actions={
        <Button disabled={end.isPending} onClick={() => end.mutate({})}>
          End all others
        </Button>
      }
      problem={end.error}
      list={listOf(query)}
      columns={columns}
      empty={<Empty title="No sessions" />}
    />
  )
}
