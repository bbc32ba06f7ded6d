import { useState } from 'react'
import { type DataOf, type RowOf, useRead } from '../../api/hooks.ts'
import { daySeries } from '../../charts/day-series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { type Scope, scopeLabels } from '../../copy/scopes.ts'
import { count, countOf } from '../../format/numbers.ts'
import { utcTime } from '../../format/times.ts'
import { Page } from '../../frame/page.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { optionsOf, rowOptions } from '../../ui/field.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { actionsColumn, agoColumn, type Column, column, mainColumn } from '../../ui/table.tsx'

type Key = RowOf<'list-keys'>

export function KeysPage() {
  const [rolled, setRolled] = useState<DataOf<'roll-key'>>()
  const columns = (versionOf: (key: Key) => string | undefined): Column<Key>[] => [
    mainColumn('Key', ({ name, display, scopes, brand_access, allowed_addresses: addresses }) => (
      <>
        {name} <span className="font-mono text-sm text-muted">{display}</span>
        <span className="block text-sm text-muted">
          {countOf(scopes.length, 'scope')} ·{' '}
          {brand_access.all ? 'all brands' : countOf(brand_access.brand_ids.length, 'brand')}
          {addresses.length > 0 && <span className="block wrap-anywhere">only from {addresses.join(', ')}</span>}
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
            <ActionButton
              label="Rotate"
              operation="roll-key"
              input={{ key_id: key.id }}
              onDone={({ data }) => setRolled(data)}
            />
            <FormButton
              operation="update-key"
              of={key.name}
              version={versionOf(key)}
              ids={{ key_id: key.id }}
              initial={{ allowed_addresses: key.allowed_addresses }}
            />
            <ConfirmButton operation="revoke-key" of={key.name} input={{ key_id: key.id }} />
          </>
        ),
    ),
  ]
  return (
    <Page title="API keys" about="Keys for apps that use the API at /v1." actions={<IssueKey />}>
      {rolled && (
        <Secret label={`New secret of ${rolled.name}. The old one works for 24 more hours`} text={rolled.secret} />
      )}
      <ReadPanel read="list-keys" columns={columns} />
      <Usage />
    </Page>
  )
}

/** In addition to the line for all keys. */
const maxLines = 5

function Usage() {
  const keys = useRead('list-keys').data?.data ?? []
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
  brand_ids: [] as readonly string[],
  allowed_addresses: [] as readonly string[],
}

function IssueKey() {
  const brands = useRead('list-brands').data?.data ?? []
  return (
    <FormButton
      kind="main"
      operation="create-key"
      initial={initial}
      fields={{
        scopes: { options: optionsOf(scopeLabels) },
        brand_ids: { options: rowOptions(brands), isHidden: brands.length < 2 },
      }}
      isComplete
      isIncomplete={({ scopes }) => scopes.length === 0}
      input={(_, { brand_ids, ...given }) => {
        const chosen = brand_ids.filter((id) => brands.some((brand) => brand.id === id))
        return { ...given, brand_ids: chosen.length === 0 ? undefined : chosen }
      }}
      result={({ data: { secret } }, { name }) => secret && <Secret label={`Secret of ${name}`} text={secret} />}
    />
  )
}
