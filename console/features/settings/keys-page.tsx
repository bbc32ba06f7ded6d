import { useParams } from '@tanstack/react-router'
import { type DataOf, type RowOf, rowOf, useRead, useWrite } from '../../api/hooks.ts'
import { daySeries } from '../../charts/day-series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { type Scope, scopeLabels } from '../../copy/scopes.ts'
import { linesOf } from '../../format/lines.ts'
import { count, countOf } from '../../format/numbers.ts'
import { utcTime } from '../../format/times.ts'
import { Page } from '../../frame/page.tsx'
import { WriteButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Export } from '../../ui/export.tsx'
import { optionsOf, rowOptions } from '../../ui/field.tsx'
import { type EditDialogProps, FormDialog } from '../../ui/form-dialog.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded, Panel, ProblemNote } from '../../ui/panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { actionsColumn, agoColumn, type Column, column, mainColumn } from '../../ui/table.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

type Key = RowOf<'list-keys'>

const changes = ['list-keys'] as const

export function KeysPage() {
  const query = useRead('list-keys')
  const roll = useWrite('roll-key', { changes })
  const columns: Column<Key>[] = [
    mainColumn('Key', ({ name, display, scopes, brand_access, allowed_addresses: addresses }) => (
      <>
        {name} <span className="font-mono text-sm text-muted">{display}</span>
        <span className="block text-sm text-muted">
          {countOf(scopes.length, 'scope')} ·{' '}
          {brand_access.all ? 'all brands' : countOf(brand_access.brand_ids.length, 'brand')}
          {addresses.length > 0 && (
            <span className="block [overflow-wrap:anywhere]">only from {addresses.join(', ')}</span>
          )}
        </span>
      </>
    )),
    column('State', ({ status, expires_at }) => (
      <span className={status === 'active' ? '' : 'text-muted'}>
        {status}
        {expires_at !== null && <span className="block text-sm text-muted">expires {utcTime(expires_at)}</span>}
      </span>
    )),
    agoColumn('Last used', ({ last_used_at }) => last_used_at),
    actionsColumn(
      (key) =>
        key.status === 'active' && (
          <>
            <WriteButton label="Rotate" write={roll} input={{ key_id: key.id }} />
            <DialogButton
              label="Addresses"
              dialog={EditAddresses}
              given={{ editing: key, version: rowOf(query.data, key.id)?.version }}
            />
            <ConfirmButton
              title={`Revoke ${key.name}?`}
              action="Revoke"
              operation="revoke-key"
              input={{ key_id: key.id }}
              changes={changes}
            >
              <p>Apps using this key stop working immediately.</p>
            </ConfirmButton>
          </>
        ),
    ),
  ]
  return (
    <Page
      title="API keys"
      about="Keys for apps that use the API at /v1."
      actions={<DialogButton kind="main" label="Create API key" dialog={IssueKey} />}
    >
      <ProblemNote problem={roll.error} />
      {roll.data !== undefined && (
        <Secret
          label={`New secret of ${roll.data.data.name}. The old one works for 24 more hours`}
          text={roll.data.data.secret}
        />
      )}
      <ListPanel
        label="API keys"
        title="Keys"
        actions={<Export operation="list-keys" name="keys" />}
        list={listOf(query)}
        columns={columns}
        empty={<Empty title="No API keys yet">Create one per app, so that you can revoke each separately.</Empty>}
      />
      <Usage keys={query.data?.data ?? []} />
    </Page>
  )
}

/** In addition to the line for all keys. */
const maxLines = 5

function Usage({ keys }: { keys: readonly Key[] }) {
  const query = useRead('get-usage', { days: 30 })
  const byDay = useRead('get-usage-days', { days: 30 })
  const daysOf = (days: DataOf<'get-usage-days'>['days']) =>
    days.map(({ date, requests }) => ({ day: date, value: requests }))
  return (
    <Panel title="Requests" about="in the last 30 days">
      <Loaded query={query} lines={2}>
        {({ data: { totals } }) => (
          <p>
            {count(totals.requests)} requests, {count(totals.client_errors)} rejected, {count(totals.server_errors)}{' '}
            server errors.
          </p>
        )}
      </Loaded>
      {query.data !== undefined && query.data.data.totals.requests > 0 && (
        <Loaded query={byDay} lines={9}>
          {({ data }) => (
            <LineChart
              title="Requests per day, for all keys and the most active ones"
              format={count}
              series={daySeries(
                { id: 'all', name: 'All keys', days: daysOf(data.days) },
                // A single key equals the total.
                (data.keys.length === 1 ? [] : data.keys.slice(0, maxLines)).map(({ api_key_id, days }) => ({
                  id: api_key_id,
                  name: keys.find(({ id }) => id === api_key_id)?.name ?? 'Deleted key',
                  days: daysOf(days),
                })),
              )}
            />
          )}
        </Loaded>
      )}
    </Panel>
  )
}

const allScopes = Object.keys(scopeLabels) as Scope[]
const initial = {
  name: '',
  scopes: allScopes.filter((scope) => scope.startsWith('read:')) as readonly Scope[],
  brands: [] as readonly string[],
  addresses: '',
}

/** Creates an API key with scopes and brands. Shows its secret only once. */
function IssueKey({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId' })
  const edit = useEdit(`key:${workspaceId}`, initial, undefined)
  const brands = useRead('list-brands').data?.data ?? []
  const create = useWrite('create-key', { changes: ['list-keys'] })
  const secret = create.data?.data.secret
  const save = ({ name, scopes, addresses, brands: chosen }: typeof initial) => {
    const brand_ids = chosen.filter((id) => brands.some((brand) => brand.id === id))
    create.mutate({
      name,
      scopes: [...scopes],
      allowed_addresses: linesOf(addresses),
      brand_ids: brand_ids.length === 0 ? undefined : brand_ids,
    })
  }
  return (
    <FormDialog
      title="Create API key"
      action="Create key"
      edit={edit}
      fields={{
        name: { label: 'Name', required: true, placeholder: 'Dashboard' },
        scopes: { label: 'Scopes', options: optionsOf(scopeLabels) },
        brands: {
          label: 'Brands. Select none for all, including later ones.',
          options: rowOptions(brands),
          isHidden: brands.length < 2,
        },
        addresses: addressesField,
      }}
      write={create}
      isComplete
      isIncomplete={edit.values.scopes.length === 0}
      onSave={(_, values) => save(values)}
      onClose={onClose}
      result={secret && <Secret label={`Secret of ${edit.values.name}`} text={secret} />}
    />
  )
}

const addressesField = {
  label: 'Allowed IP addresses',
  hint: 'One address or CIDR range per line. Leave empty to allow any address.',
  placeholder: '203.0.113.0/24',
  rows: 3,
}

/** Edits the IP addresses that a key accepts. */
function EditAddresses({ editing, version, onClose }: EditDialogProps<{ editing: Key }>) {
  const shown = { addresses: editing.allowed_addresses.join('\n') }
  const edit = useEdit(`key-addresses:${editing.id}`, shown, version)
  const update = useSave('update-key', edit, { changes: ['list-keys'], onDone: onClose })
  return (
    <FormDialog
      title={`Allowed addresses for ${editing.name}`}
      edit={edit}
      fields={{ addresses: addressesField }}
      write={update}
      onSave={(_, { addresses }) => update.mutate({ key_id: editing.id, allowed_addresses: linesOf(addresses) })}
      onClose={onClose}
    />
  )
}
