import { type RowOf, useRead } from '../../api/hooks.ts'
import { type Role, roleNames, roleOptions, roles } from '../../copy/roles.ts'
import { Page } from '../../frame/page.tsx'
import { useAssignableRoles, useMe, usePermission } from '../../frame/use-permission.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ActionSelect } from '../../ui/action-select.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { LoadedPanel } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { actionsColumn, agoColumn, type Column, column, mainColumn, minorColumn } from '../../ui/table.tsx'
import { browserColumn } from './browser-column.tsx'

type Member = RowOf<'list-people'>

export function MembersPage() {
  const may = usePermission()
  const assignableRoles = useAssignableRoles()
  const me = useMe()
  const columns: Column<Member>[] = [
    mainColumn('Name', ({ id, name, email }) => (
      <>
        {name} {id === me?.id && <span className="text-sm text-muted">you</span>}
        <span className="block text-sm text-muted wrap-anywhere">{email}</span>
      </>
    )),
    column('Role', ({ name, email, role }) => (
      <ActionSelect
        label={`Role of ${name}`}
        className="min-w-28"
        operation="update-person"
        options={roles.map((value) => ({
          ...{ value, name: roleNames[value].name, isDisabled: !assignableRoles.includes(value) },
        }))}
        value={role}
        isDisabled={!assignableRoles.includes(role)}
        input={(chosen) => ({ email, role: chosen })}
      />
    )),
    minorColumn('Second factor', ({ has_second_factor }) =>
      has_second_factor ? 'On' : <span className="text-muted">Off</span>,
    ),
    agoColumn('Last sign-in', ({ last_signed_in_at }) => last_signed_in_at),
    actionsColumn(
      ({ id, name, email }) =>
        (may('update-person') || id === me?.id) && (
          <ConfirmButton
            operation="remove-person"
            of={name}
            input={{ email }}
            {...(id === me?.id && { title: 'Leave this workspace?', action: 'Leave' })}
          />
        ),
    ),
  ]
  return (
    <Page
      title="Members"
      about="People in this workspace and their roles."
      actions={
        <FormButton
          kind="main"
          operation="create-invitation"
          initial={{ email: '', role: 'viewer' as Role }}
          fields={{ role: { options: roleOptions.filter(({ value }) => assignableRoles.includes(value)) } }}
          result={({ data }, { email }) => (
            <Secret label={`Invitation for ${email}. Send them this link`} text={data.url} />
          )}
        />
      }
    >
      <ReadPanel read="list-people" columns={columns} />
      {may('list-invitations') && <ReadPanel read="list-invitations" columns={invitationColumns} />}
      {may('list-member-sessions') && <ReadPanel read="list-member-sessions" columns={sessionColumns} />}
      {may('require-second-factor') && <SecondFactorPolicy />}
      {may('rename-workspace') && <WorkspaceName />}
    </Page>
  )
}

const invitationColumns: readonly Column<RowOf<'list-invitations'>>[] = [
  mainColumn('Email', ({ email }) => email),
  column('Role', ({ role }) => roleNames[role].name),
  agoColumn('Expires', ({ expires_at }) => expires_at),
  actionsColumn(({ id }) => (
    <ActionButton label="Revoke" operation="revoke-invitation" input={{ invitation_id: id }} />
  )),
]

const WorkspaceName = () => (
  <LoadedPanel
    query={useRead('get-workspace')}
    lines={2}
    title="Workspace"
    about="name in the console and in invitations"
  >
    {({ data, version }) => (
      <OperationForm operation="rename-workspace" version={version} ids={{}} initial={{ name: data.name }} />
    )}
  </LoadedPanel>
)

const SecondFactorPolicy = () => (
  <LoadedPanel
    query={useRead('get-workspace')}
    lines={2}
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
        <ActionButton
          label={isRequired ? 'Stop requiring' : 'Require a second factor'}
          operation="require-second-factor"
          input={{ required: !isRequired }}
        />
      </div>
    )}
  </LoadedPanel>
)

const sessionColumns: readonly Column<RowOf<'list-member-sessions'>>[] = [
  column('Member', ({ name, email }) => (
    <>
      {name}
      <span className="block min-w-28 text-sm text-muted wrap-anywhere">{email}</span>
    </>
  )),
  browserColumn(),
  agoColumn('Signed in', ({ created_at }) => created_at),
  agoColumn('Last used', ({ last_used_at }) => last_used_at),
  actionsColumn(({ id, email, name, is_current }) => (
    <>
      {!is_current && <ActionButton label="End" operation="end-member-sessions" input={{ email, session_id: id }} />}
      <ActionButton
        label="End all"
        aria-label={`End all sessions of ${name}`}
        operation="end-member-sessions"
        input={{ email }}
      />
    </>
  )),
]
