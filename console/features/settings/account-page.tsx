import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Problem, type ResponseOf, type RowOf, useRead } from '../../api/hooks.ts'
import { agentsAddress } from '../../api/queries.ts'
import { scopeLabels } from '../../copy/scopes.ts'
import { countOf } from '../../format/numbers.ts'
import { Page } from '../../frame/page.tsx'
import { useMe } from '../../frame/use-permission.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { EditForm, OperationForm } from '../../ui/edit-form.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { actionsColumn, agoColumn, type Column, mainColumn } from '../../ui/table.tsx'
import { useEdit } from '../../ui/use-edit.ts'
import { type FormFields, formOf } from '../../ui/use-form.ts'
import { addPasskey, canUsePasskeys } from '../account/passkey.ts'
import { placeWords } from '../connect/place-words.ts'
import { browserColumn } from './browser-column.tsx'
import { SecondFactor } from './second-factor.tsx'

export function AccountPage() {
  const me = useMe()
  return (
    <Page title="Account" about={me?.email}>
      {me != null && (
        <Panel title="Name" about="visible to other members">
          <OperationForm
            key={me.id}
            operation="update-account"
            version={me.version}
            ids={{}}
            initial={{ name: me.name }}
          />
        </Panel>
      )}
      <PasswordForm />
      <SecondFactor isOn={me?.has_second_factor ?? false} />
      <ReadPanel read="list-passkeys" columns={passkeyColumns} footnote={<AddPasskey />} />
      <ReadPanel
        read="list-sessions"
        actions={<ActionButton label="End all others" operation="end-session" input={{}} />}
        columns={sessionColumns}
      />
      <ConnectedClients />
    </Page>
  )
}

const PasswordForm = () => (
  <Panel title="Password" about="changing it ends all other sessions, disconnects apps and deletes your passkeys">
    <div className="max-w-md">
      <OperationForm
        operation="change-password"
        initial={{ password: '', new_password: '' }}
        button="plain"
        lead={({ write }) =>
          write.isSuccess && (
            <p role="status" className="text-up">
              Password changed.
            </p>
          )
        }
      />
    </div>
  </Panel>
)

const sessionColumns: readonly Column<RowOf<'list-sessions'>>[] = [
  browserColumn(),
  agoColumn('Last used', ({ last_used_at }) => last_used_at),
  actionsColumn(
    ({ id, is_current }) =>
      !is_current && <ActionButton label="End" operation="end-session" input={{ session_id: id }} />,
  ),
]

const passkeyColumns = (
  versionOf: (row: RowOf<'list-passkeys'>) => string | undefined,
): Column<RowOf<'list-passkeys'>>[] => [
  mainColumn('Name', ({ name }) => <bdi>{name}</bdi>),
  agoColumn('Created', ({ created_at }) => created_at),
  agoColumn('Last used', ({ last_used_at }) => last_used_at),
  actionsColumn((passkey) => (
    <>
      <FormButton
        operation="rename-passkey"
        version={versionOf(passkey)}
        ids={{ passkey_id: passkey.id }}
        initial={{ name: passkey.name }}
      />
      <ConfirmButton
        operation="delete-passkey"
        of={passkey.name}
        input={{ passkey_id: passkey.id }}
        version={versionOf(passkey)}
      />
    </>
  )),
]

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
      <p>
        {origin === null
          ? 'Passkeys are not available on this server.'
          : `To add a passkey, open Sightline at ${origin} in a browser that supports passkeys.`}
      </p>
    )
  return (
    <div className="max-w-md py-2 text-base text-ink">
      <EditForm
        edit={edit}
        fields={formOf('add-passkey').fields as FormFields<typeof edit.values>}
        write={add}
        onSave={(_, given) => add.mutate(given)}
        button="plain"
        action="Add passkey"
      />
    </div>
  )
}

type Client = RowOf<'list-connected-clients'>

function ConnectedClients() {
  const address = useQuery(agentsAddress)
  return (
    <ReadPanel
      read="list-connected-clients"
      columns={columns}
      empty={
        <Empty title="No connected apps">
          <Loaded query={address} lines={1}>
            {(url) => (
              <>
                Add Sightline in Claude, ChatGPT, Cursor or VS Code as an MCP server at{' '}
                <code className="wrap-anywhere select-all">{url}</code>. The app opens this console to sign in.
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
    <ConfirmButton operation="disconnect-client" of={name} input={{ connection_id: id }} />
  )),
]

function scopesInShort(scopes: Client['scopes']): string {
  const changes = scopes.filter((scope) => scope.startsWith('write:'))
  if (changes.length === 0) return 'read'
  return `read; ${changes.map((scope) => scopeLabels[scope].toLowerCase()).join('; ')}`
}
