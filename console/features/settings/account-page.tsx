import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Problem, ResponseOf } from '../../api/client.ts'
import { type RowOf, rowOf, useRead, useWrite } from '../../api/hooks.ts'
import { agentsAddress } from '../../api/queries.ts'
import { scopeLabels } from '../../copy/scopes.ts'
import { countOf } from '../../format/numbers.ts'
import { Page } from '../../frame/page.tsx'
import { useMe } from '../../frame/use-permission.ts'
import { WriteButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { type EditDialogProps, FormDialog } from '../../ui/form-dialog.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { actionsColumn, agoColumn, type Column, mainColumn, Table } from '../../ui/table.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'
import { addPasskey, canUsePasskeys } from '../account/passkey.ts'
import { currentPassword, newPassword } from '../account/password-fields.ts'
import { placeWords } from '../connect/place-words.ts'
import { browserColumn } from './browser-column.tsx'
import { SecondFactor } from './second-factor.tsx'

export function AccountPage() {
  const me = useMe()
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
    <Panel title="Password" about="changing it ends all other sessions, disconnects apps and deletes your passkeys">
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
          button="plain"
          action="Change password"
        />
      </div>
    </Panel>
  )
}

function Sessions() {
  const query = useRead('list-sessions')
  const end = useWrite('end-session', { changes: ['list-sessions'] })
  const columns: Column<RowOf<'list-sessions'>>[] = [
    browserColumn(),
    agoColumn('Last used', ({ last_used_at }) => last_used_at),
    actionsColumn(
      ({ id, is_current }) => !is_current && <WriteButton label="End" write={end} input={{ session_id: id }} />,
    ),
  ]
  return (
    <ListPanel
      title="Sessions"
      about="browsers with your account signed in"
      actions={<WriteButton label="End all others" write={end} input={{}} />}
      problem={end.error}
      list={listOf(query)}
      columns={columns}
      empty={<Empty title="No sessions" />}
    />
  )
}

type Passkey = RowOf<'list-passkeys'>

/** Passkeys of the signed-in account. */
function Passkeys() {
  const query = useRead('list-passkeys')
  const versionOf = ({ id }: Passkey) => rowOf(query.data, id)?.version
  const columns: Column<Passkey>[] = [
    mainColumn('Name', ({ name }) => <bdi>{name}</bdi>),
    agoColumn('Created', ({ created_at }) => created_at),
    agoColumn('Last used', ({ last_used_at }) => last_used_at),
    actionsColumn((passkey) => (
      <>
        <DialogButton label="Rename" dialog={Rename} given={{ passkey, version: versionOf(passkey) }} />
        <ConfirmButton
          title={`Delete ${passkey.name}?`}
          operation="delete-passkey"
          input={{ passkey_id: passkey.id }}
          changes={['list-passkeys', 'list-sessions', 'whoami']}
          version={versionOf(passkey)}
        >
          <p>You can no longer sign in with it. Other sessions started with it end.</p>
        </ConfirmButton>
      </>
    )),
  ]
  return (
    <Panel title="Passkeys" about="sign in with your device instead of your password and code">
      <Loaded query={query}>
        {({ data }) => (
          <Table
            label="Passkeys"
            columns={columns}
            rows={data}
            empty={<Empty title="No passkeys">Add one to sign in without a password.</Empty>}
          />
        )}
      </Loaded>
      <AddPasskey />
    </Panel>
  )
}

function AddPasskey() {
  const queries = useQueryClient()
  const methods = useRead('get-sign-in-methods')
  const edit = useEdit('passkey', { name: '', password: '' }, undefined, ['name', 'password'])
  const add = useMutation<ResponseOf<'add-passkey'>, Problem, typeof edit.values>({
    mutationFn: addPasskey,
    async onSuccess() {
      edit.clear()
      await queries.invalidateQueries({ queryKey: ['', 'list-passkeys'] })
    },
  })
  const origin = methods.data?.data.passkey_origin
  if (origin === undefined) return null
  if (!canUsePasskeys(origin))
    return (
      <p className="mt-4 text-sm text-muted">
        {origin === null
          ? 'Passkeys are not available on this server.'
          : `To add a passkey, open Sightline at ${origin} in a browser that supports passkeys.`}
      </p>
    )
  return (
    <div className="mt-4 max-w-md">
      <EditForm
        edit={edit}
        fields={{
          name: {
            label: 'Passkey name',
            hint: 'Such as the name of your device',
            maxLength: 100,
            required: true,
          },
          password: currentPassword,
        }}
        write={add}
        onSave={(_, given) => add.mutate(given)}
        button="plain"
        action="Add passkey"
      />
    </div>
  )
}

function Rename({ passkey, version, onClose }: EditDialogProps<{ passkey: Passkey }>) {
  const edit = useEdit(`passkey:${passkey.id}`, { name: passkey.name }, version)
  const rename = useSave('rename-passkey', edit, { changes: ['list-passkeys'], onDone: onClose })
  return (
    <FormDialog
      title="Rename passkey"
      action="Rename"
      edit={edit}
      fields={{ name: { label: 'New name', required: true, maxLength: 100 } }}
      write={rename}
      onSave={(_, { name }) => rename.mutate({ passkey_id: passkey.id, name })}
      onClose={onClose}
    />
  )
}

type Client = RowOf<'list-connected-clients'>

/** Apps that the user has connected to their account. */
function ConnectedClients() {
  const query = useRead('list-connected-clients')
  const address = useQuery(agentsAddress)
  return (
    <ListPanel
      title="Connected apps"
      about="apps that can read or change data on your behalf"
      list={listOf(query)}
      columns={columns}
      empty={
        <Empty title="No connected apps">
          <Loaded query={address} lines={1}>
            {(url) => (
              <>
                Add Sightline in Claude, ChatGPT, Cursor or VS Code as an MCP server at{' '}
                <code className="[overflow-wrap:anywhere] select-all">{url}</code>. The app opens this console to sign
                in.
              </>
            )}
          </Loaded>
        </Empty>
      }
    />
  )
}

const columns: readonly Column<Client>[] = [
  mainColumn('App', ({ name, place, workspace, scopes, brand_ids }) => (
    <>
      <bdi>{name}</bdi>
      <span className="block text-sm text-muted">
        {placeWords(place)} · in <bdi>{workspace.name}</bdi> ·{' '}
        {brand_ids === null ? 'all brands' : countOf(brand_ids.length, 'brand')} ·{' '}
        <span title={scopes.map((scope) => scopeLabels[scope]).join('\n')}>{scopesInShort(scopes)}</span>
      </span>
    </>
  )),
  agoColumn('Last used', ({ last_used_at }) => last_used_at),
  actionsColumn(({ id, name }) => (
    <ConfirmButton
      title={`Disconnect ${name}?`}
      action="Disconnect"
      operation="disconnect-client"
      input={{ connection_id: id }}
      changes={['list-connected-clients']}
    >
      <p>The app loses access until you connect it again.</p>
    </ConfirmButton>
  )),
]

/** A short list of scopes. Names only write scopes, because every app can read. */
function scopesInShort(scopes: Client['scopes']): string {
  const changes = scopes.filter((scope) => scope.startsWith('write:'))
  if (changes.length === 0) return 'read'
  return `read; ${changes.map((scope) => scopeLabels[scope].toLowerCase()).join('; ')}`
}
