import { type RowOf, useRead } from '../../api/hooks.ts'
import copy from '../../copy/connections.json' with { type: 'json' }
import { count } from '../../format/numbers.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { actionsColumn, agoColumn, type Column, column, mainColumn, numberColumn } from '../../ui/table.tsx'

type Connection = RowOf<'list-connections'>
type Kind = Connection['kind']

const { services, states } = copy
const kinds = Object.keys(services) as Kind[]

/** Services of search engines and analytics that Sightline syncs every day. */
export function Connections() {
  const connections = useRead('list-connections').data?.data
  const free = kinds.filter((kind) => !connections?.some((connection) => connection.kind === kind))
  const columns = (versionOf: (connection: Connection) => string | undefined): Column<Connection>[] => [
    mainColumn('Service', ({ kind, property, problem, is_thresholded }) => (
      <>
        {services[kind].name}
        <bdi className="block text-sm text-muted">{property}</bdi>
        {problem && <span className="block text-sm text-down wrap-anywhere">{problem}</span>}
        {is_thresholded && <span className="block text-sm">Google withholds rows of few people</span>}
      </>
    )),
    column('State', ({ status, problem }) => (
      <span className={problem === null ? '' : 'text-down'}>{states[status]}</span>
    )),
    numberColumn('Rows', ({ rows }) => count(rows), 'minor'),
    agoColumn('Last sync', ({ last_synced_at }) => last_synced_at),
    actionsColumn((connection) => (
      <>
        <ActionButton
          label="Sync now"
          operation="sync-connection"
          input={{ connection_id: connection.id }}
          aria-label={`Sync now: ${services[connection.kind].name}`}
        />
        <ConfirmButton
          operation="delete-connection"
          of={services[connection.kind].name}
          input={{ connection_id: connection.id }}
          version={versionOf(connection)}
        />
      </>
    )),
  ]
  return (
    <ReadPanel
      read="list-connections"
      actions={<AddConnection free={free} />}
      columns={columns}
      isBusy={({ status }) => status === 'waiting' || status === 'syncing'}
    />
  )
}

const AddConnection = ({ free }: { free: readonly Kind[] }) => (
  <FormButton
    isHidden={free.length === 0}
    autoComplete="off"
    operation="create-connection"
    initial={{ kind: free[0] ?? 'gsc', property: '', credential: '', base_url: '' }}
    fields={({ kind }) => ({
      kind: { options: free.map((value) => ({ value, name: services[value].name })) },
      property: { hint: services[kind].property },
      credential: { label: services[kind].credential, hint: services[kind].hint },
    })}
  />
)
