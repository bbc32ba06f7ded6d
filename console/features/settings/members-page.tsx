import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Shown } from '../../api/client.ts'
import { read, whoami } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { ago, utcTime } from '../../format/times.ts'
import { Page } from '../../frame/page.tsx'
import { useRole } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { Secret } from '../../ui/copied.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, inputClass } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { type Role, roleNames, roleOptions } from '../../words/roles.ts'

type Member = Shown<'list-people'>['data'][number]

export function MembersPage() {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId/settings/members' })
  const role = useRole(workspaceId)
  const isAdmin = role === 'admin' || role === 'owner'
  const [isInviting, setInviting] = useState(false)
  const { data: me } = useQuery(whoami)
  const query = useQuery(read(workspaceId, 'list-people', {}))
  const changes = ['list-people', 'list-invitations'] as const
  const update = useWrite('update-person', { workspaceId, changes })
  const [leaving, setLeaving] = useState<Member>()
  const remove = useWrite('remove-person', { workspaceId, changes, onDone: () => setLeaving(undefined) })
  const now = new Date()
  const columns: Column<Member>[] = [
    {
      name: 'Name',
      className: 'w-full',
      cell: ({ id, name, email }) => (
        <>
          {name} {id === me?.id && <span className="text-sm text-muted">you</span>}
          <span className="block text-sm text-muted [overflow-wrap:anywhere]">{email}</span>
        </>
      ),
    },
    {
      name: 'Role',
      cell: (member) =>
        isAdmin ? (
          <select
            aria-label={`Role of ${member.name}`}
            className={`${inputClass} min-w-28 py-1`}
            value={member.role}
            disabled={update.isPending || (role !== 'owner' && member.role === 'owner')}
            onChange={(event) => update.mutate({ email: member.email, role: event.target.value as Role })}
          >
            {(Object.keys(roleNames) as Role[]).map((one) => (
              <option key={one} value={one} disabled={one === 'owner' && role !== 'owner'}>
                {roleNames[one].name}
              </option>
            ))}
          </select>
        ) : (
          roleNames[member.role].name
        ),
    },
    {
      name: 'Second factor',
      isMinor: true,
      cell: ({ has_second_factor }) => (has_second_factor ? 'on' : <span className="text-muted">off</span>),
    },
    {
      name: 'Last here',
      isMinor: true,
      cell: ({ last_signed_in_at }) =>
        last_signed_in_at === null ? (
          'never'
        ) : (
          <time className="whitespace-nowrap" title={utcTime(last_signed_in_at)}>
            {ago(last_signed_in_at, now)}
          </time>
        ),
    },
    {
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: (member) =>
        (isAdmin || member.id === me?.id) && (
          <Button onClick={() => setLeaving(member)}>{member.id === me?.id ? 'Leave' : 'Remove'}</Button>
        ),
    },
  ]
  return (
    <Page
      title="Members"
      about="Who works in this workspace, and what they may do."
      actions={
        isAdmin && (
          <Button kind="main" onClick={() => setInviting(true)}>
            Invite somebody
          </Button>
        )
      }
    >
      {update.error !== null && <ProblemNote problem={update.error} />}
      <Panel title="Members">
        <Loaded query={query}>
          {({ data }) => <Table label="Members" columns={columns} rows={data} keyOf={({ id }) => id} />}
        </Loaded>
      </Panel>
      {isAdmin && <Invitations workspaceId={workspaceId} />}
      <Invite
        workspaceId={workspaceId}
        isOpen={isInviting}
        isOwner={role === 'owner'}
        onClose={() => setInviting(false)}
      />
      <Dialog
        title={leaving?.id === me?.id ? 'Leave the workspace?' : `Remove ${leaving?.name ?? ''}?`}
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
      >
        {remove.error !== null && <ProblemNote problem={remove.error} />}
        <p>The account stays; what was done in the workspace stays as well.</p>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setLeaving(undefined)}>Cancel</Button>
          <Button
            kind="danger"
            disabled={remove.isPending}
            onClick={() => leaving !== undefined && remove.mutate({ email: leaving.email })}
          >
            {leaving?.id === me?.id ? 'Leave' : 'Remove'}
          </Button>
        </div>
      </Dialog>
    </Page>
  )
}

function Invitations({ workspaceId }: { workspaceId: string }) {
  const query = useQuery(read(workspaceId, 'list-invitations', {}))
  const revoke = useWrite('revoke-invitation', { workspaceId, changes: ['list-invitations'] })
  const columns: Column<Shown<'list-invitations'>['data'][number]>[] = [
    { name: 'E-mail', className: 'w-full', cell: ({ email }) => email },
    { name: 'As', cell: ({ role }) => roleNames[role].name },
    {
      name: 'Until',
      isMinor: true,
      cell: ({ expires_at }) => (
        <time className="whitespace-nowrap" title={utcTime(expires_at)}>
          {ago(expires_at, new Date())}
        </time>
      ),
    },
    {
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: ({ id }) => (
        <Button disabled={revoke.isPending} onClick={() => revoke.mutate({ invitation_id: id })}>
          Take back
        </Button>
      ),
    },
  ]
  return (
    <Panel title="Invitations" about="that nobody has accepted yet">
      <Loaded query={query} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="None is open" />
          ) : (
            <Table label="Invitations" columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Panel>
  )
}

interface InviteProps {
  workspaceId: string
  isOpen: boolean
  isOwner: boolean
  onClose: () => void
}

function Invite({ workspaceId, isOpen, isOwner, onClose }: InviteProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const invite = useWrite('create-invitation', { workspaceId, changes: ['list-invitations'] })
  const close = () => {
    invite.reset()
    setEmail('')
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ email, role })
  }
  const url = invite.data?.data.url
  return (
    <Dialog title="Invite somebody" isOpen={isOpen} onClose={close}>
      {url !== undefined ? (
        <div className="space-y-4">
          <Secret label={`The invitation for ${email}: send it to them`} text={url} />
          <div className="text-right">
            <Button onClick={close}>Done</Button>
          </div>
        </div>
      ) : (
        <form className="space-y-4" onSubmit={submit}>
          {invite.error !== null && <ProblemNote problem={invite.error} />}
          <Field
            label="E-mail"
            type="email"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Select
            label="Role"
            value={role}
            onChange={(event) => setRole(event.target.value as Role)}
            options={roleOptions.filter(({ value }) => isOwner || value !== 'owner')}
          />
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button kind="main" type="submit" disabled={invite.isPending}>
              Make the invitation
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
