import { pollWhile, type RowOf, rowOf, useRead, useWrite } from '../../api/hooks.ts'
import copy from '../../copy/connections.json' with { type: 'json' }
import { count } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { WriteButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, agoColumn, type Column, column, mainColumn, numberColumn } from '../../ui/table.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

type Connection = RowOf<'list-connections'>
type Kind = Connection['kind']

const { services, states } = copy
const kinds = Object.keys(services) as Kind[]
const changes = ['list-connections'] as const

/** Services of search engines and analytics that Sightline syncs every day. */
export function Connections() {
  const may = usePermission()
  const isBusy = ({ status }: Connection) => status === 'waiting' || status === 'syncing'
  const query = useRead('list-connections', {}, pollWhile(isBusy))
  const sync = useWrite('sync-connection', { changes })
  const free = kinds.filter((kind) => !query.data?.data.some((connection) => connection.kind === kind))
  const columns: Column<Connection>[] = [
    mainColumn('Service', ({ kind, property, problem, is_thresholded }) => (
      <>
        {services[kind].name}
        <bdi className="block text-sm text-muted [overflow-wrap:anywhere]">{property}</bdi>
        {problem && <span className="block text-sm text-down [overflow-wrap:anywhere]">{problem}</span>}
        {is_thresholded && <span className="block text-sm">Google withholds rows of few people</span>}
      </>
    )),
    column('State', ({ status, problem }) => (
      <span className={problem === null ? '' : 'text-down'}>{states[status]}</span>
    )),
    numberColumn('Rows', ({ rows }) => count(rows), 'minor'),
    agoColumn('Last sync', ({ last_synced_at }) => last_synced_at),
    actionsColumn(({ id: connection_id, kind }) => (
      <>
        {may('sync-connection') && (
          <WriteButton
            label="Sync now"
            write={sync}
            input={{ connection_id }}
            aria-label={`Sync now: ${services[kind].name}`}
          />
        )}
        {may('delete-connection') && (
          <ConfirmButton
            name={`Delete ${services[kind].name}`}
            title={`Delete the connection to ${services[kind].name}?`}
            operation="delete-connection"
            input={{ connection_id }}
            changes={changes}
            version={rowOf(query.data, connection_id)?.version}
          >
            <p>
              This deletes its credential and ends the daily sync. Rows from earlier syncs are kept. You cannot undo
              this.
            </p>
          </ConfirmButton>
        )}
      </>
    )),
  ]
  return (
    <ListPanel
      title="Connections"
      about="Google’s and Bing’s figures for your site, synced every day; credentials are stored encrypted"
      actions={
        <DialogButton
          label="Add connection"
          dialog={AddConnection}
          given={{ free }}
          isHidden={!may('create-connection') || free.length === 0}
        />
      }
      problem={sync.error}
      list={listOf(query)}
      columns={columns}
      empty={<Empty title="No connections yet">Admins can connect Search Console, Analytics and Bing.</Empty>}
    />
  )
}

const initial = { property: '', credential: '', base_url: '' }

function AddConnection({ free, onClose }: { free: readonly Kind[]; onClose: () => void }) {
  const { brandId } = useBrand()
  const shown = { kind: free[0] ?? 'gsc', ...initial }
  // Drafts never store the credential.
  const edit = useEdit(`connection:${brandId}`, shown, undefined, ['credential'])
  const service = services[edit.values.kind]
  const create = useSave('create-connection', edit, { changes, onDone: onClose })
  return (
    <FormDialog
      title="Add connection"
      action="Connect"
      autoComplete="off"
      edit={edit}
      fields={{
        kind: { label: 'Service', options: free.map((value) => ({ value, name: services[value].name })) },
        property: { label: 'Property', required: true, hint: service.property },
        credential: {
          ...{ label: service.credential, required: true, hint: service.hint },
          ...{ type: 'password', autoComplete: 'new-password' },
        },
        base_url: { label: 'Base URL', hint: 'Leave empty for the service’s default' },
      }}
      write={create}
      onSave={(_, { base_url, ...given }) => create.mutate({ ...given, base_url: base_url || undefined })}
      onClose={onClose}
    />
  )
}
