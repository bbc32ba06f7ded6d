import { useParams } from '@tanstack/react-router'
import { type RowOf, useRead, useWrite } from '../../api/hooks.ts'
import { type Role, roleNames, roleOptions } from '../../copy/roles.ts'
import { Page } from '../../frame/page.tsx'
import { useAssignableRoles, useMe, usePermission } from '../../frame/use-permission.ts'
import { WriteButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { SaveRows } from '../../ui/export.tsx'
import { inputClass } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty, LoadedPanel } from '../../ui/panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { actionsColumn, agoColumn, type Column, column, mainColumn, minorColumn } from '../../ui/table.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'
import { browserColumn } from './browser-column.tsx'

type Member = RowOf<'list-people'>

export function MembersPage() {
  const may = usePermission()
  const assignableRoles = useAssignableRoles()
  const me = useMe()
  const query = useRead('list-people')
  const changes = ['list-people', 'list-invitations'] as const
  const update = useWrite('update-person', { changes })
  const columns: Column<Member>[] = [
    mainColumn('Name', ({ id, name, email }) => (
      <>
        {name} {id === me?.id && <span className="text-sm text-muted">you</span>}
        <span className="block text-sm text-muted [overflow-wrap:anywhere]">{email}</span>
      </>
    )),
    column('Role', (member) =>
      may('update-person') ? (
        <select
          aria-label={`Role of ${member.name}`}
          className={`${inputClass} min-w-28 py-1`}
          value={member.role}
          disabled={update.isPending || !assignableRoles.includes(member.role)}
          onChange={(event) => update.mutate({ email: member.email, role: event.target.value as Role })}
        >
          {(Object.keys(roleNames) as Role[]).map((one) => (
            <option key={one} value={one} disabled={!assignableRoles.includes(one)}>
              {roleNames[one].name}
            </option>
          ))}
        </select>
      ) : (
        roleNames[member.role].name
      ),
    ),
    minorColumn('Second factor', ({ has_second_factor }) =>
      has_second_factor ? 'On' : <span className="text-muted">Off</span>,
    ),
    agoColumn('Last sign-in', ({ last_signed_in_at }) => last_signed_in_at),
    actionsColumn(
      ({ id, name, email }) =>
        (may('update-person') || id === me?.id) && (
          <ConfirmButton
            title={id === me?.id ? 'Leave this workspace?' : `Remove ${name}?`}
            action={id === me?.id ? 'Leave' : 'Remove'}
            operation="remove-person"
            input={{ email }}
            changes={changes}
          >
            <p>The account and all work in the workspace are kept.</p>
          </ConfirmButton>
        ),
    ),
  ]
  return (
    <Page
      title="Members"
      about="People in this workspace and their roles."
      actions={
        <DialogButton isHidden={!may('create-invitation')} kind="main" label="Invite a member" dialog={Invite} />
      }
    >
      <ListPanel
        title="Members"
        actions={<SaveRows rows={query.data?.data ?? []} name="members" />}
        problem={update.error}
        list={listOf(query)}
        columns={columns}
        empty={<Empty title="No members" />}
      />
      {may('list-invitations') && <Invitations />}
      {may('list-member-sessions') && <MemberSessions />}
      {may('require-second-factor') && <SecondFactorPolicy />}
      {may('rename-workspace') && <WorkspaceName />}
    </Page>
  )
}

function Invitations() {
  const query = useRead('list-invitations')
  const revoke = useWrite('revoke-invitation', { changes: ['list-invitations'] })
  const columns: Column<RowOf<'list-invitations'>>[] = [
    mainColumn('Email', ({ email }) => email),
    column('Role', ({ role }) => roleNames[role].name),
    agoColumn('Expires', ({ expires_at }) => expires_at),
    actionsColumn(({ id }) => <WriteButton label="Revoke" write={revoke} input={{ invitation_id: id }} />),
  ]
  return (
    <ListPanel
      title="Invitations"
      about="not accepted yet"
      problem={revoke.error}
      list={listOf(query)}
      columns={columns}
      empty={<Empty title="No pending invitations" />}
    />
  )
}

function Invite({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId' })
  const assignableRoles = useAssignableRoles()
  const edit = useEdit(`invitation:${workspaceId}`, { email: '', role: 'viewer' as string }, undefined)
  const invite = useWrite('create-invitation', { changes: ['list-invitations'] })
  const url = invite.data?.data.url
  return (
    <FormDialog
      title="Invite a member"
      action="Create invitation"
      edit={edit}
      fields={{
        email: { label: 'Email', type: 'email', required: true },
        role: { label: 'Role', options: roleOptions.filter(({ value }) => assignableRoles.includes(value)) },
      }}
      write={invite}
      onSave={(_, { email, role }) => invite.mutate({ email, role: role as Role })}
      onClose={onClose}
      result={url && <Secret label={`Invitation for ${edit.values.email}. Send them this link`} text={url} />}
    />
  )
}

/** The workspace name. Owners can change it. */
function WorkspaceName() {
  const query = useRead('get-workspace')
  return (
    <LoadedPanel query={query} lines={2} title="Workspace" about="name in the console and in invitations">
      {({ data, version }) => <NameForm name={data.name} version={version} />}
    </LoadedPanel>
  )
}

function NameForm({ name, version }: { name: string; version: string | undefined }) {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId' })
  const edit = useEdit(`workspace:${workspaceId}`, { name }, version)
  const rename = useSave('rename-workspace', edit, { changes: ['get-workspace', 'whoami'] })
  return (
    <EditForm
      edit={edit}
      fields={{ name: { label: 'Name', required: true } }}
      write={rename}
      onSave={(_, given) => rename.mutate(given)}
    />
  )
}

/** The second factor requirement. Owners can change it. */
function SecondFactorPolicy() {
  const query = useRead('get-workspace')
  const change = useWrite('require-second-factor', { changes: ['get-workspace', 'whoami'] })
  return (
    <LoadedPanel
      query={query}
      lines={2}
      problem={change.error}
      title="Required second factor"
      about="for all members and their connected apps"
    >
      {({ data: { second_factor_required: isRequired } }) => (
        <div className="space-y-4">
          <p>
            {isRequired
              ? 'Members open this workspace only with a second factor. API keys are not affected.'
              : 'Members can open this workspace without a second factor. If you require one, members without it must set one up.'}
          </p>
          <WriteButton
            label={isRequired ? 'Stop requiring' : 'Require a second factor'}
            write={change}
            input={{ required: !isRequired }}
          />
        </div>
      )}
    </LoadedPanel>
  )
}

type Session = RowOf<'list-member-sessions'>

function MemberSessions() {
  const query = useRead('list-member-sessions')
  const end = useWrite('end-member-sessions', { changes: ['list-member-sessions'] })
  const columns: Column<Session>[] = [
    column('Member', ({ name, email }) => (
      <>
        {name}
        <span className="block min-w-28 text-sm text-muted [overflow-wrap:anywhere]">{email}</span>
      </>
    )),
    browserColumn(),
    agoColumn('Signed in', ({ created_at }) => created_at),
    agoColumn('Last used', ({ last_used_at }) => last_used_at),
    actionsColumn(({ id, email, name, is_current }) => (
      <>
        {!is_current && <WriteButton label="End" write={end} input={{ email, session_id: id }} />}
        <WriteButton label="End all" aria-label={`End all sessions of ${name}`} write={end} input={{ email }} />
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
