import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type RowOf, rowOf, usePages, useRead, useWrite } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { utcTime } from '../../format/times.ts'
import { Page } from '../../frame/page.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Button, WriteButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Export } from '../../ui/export.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded, Panel, ProblemNote } from '../../ui/panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { type Column, column, mainColumn, numberColumn } from '../../ui/table.tsx'
import { Clock } from '../../ui/time.tsx'
import { EditWebhook, type Webhook } from './webhook-form.tsx'
import { WebhookState } from './webhooks-page.tsx'

export function WebhookPage() {
  const { webhookId } = useParams({ strict: false }) as Record<'workspaceId' | 'webhookId', string>
  const query = useRead('list-webhooks')
  return (
    <Page title="Webhook" about="Settings and deliveries.">
      <Loaded query={query}>
        {(webhooks) => {
          const found = rowOf(webhooks, webhookId)
          if (found === undefined) return <Empty title="Webhook not found" />
          return (
            <div className="space-y-5">
              <Settings webhook={found.row} version={found.version} />
              <WebhookDeliveries webhook={found.row} />
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

function Settings({ webhook, version }: { webhook: Webhook; version: string | undefined }) {
  const { id: webhook_id, name, url, kind, events, is_active } = webhook
  // The version prevents a second click or another member from ending a secret that is in use.
  const roll = useWrite('roll-webhook-secret', { version })
  const navigate = useNavigate()
  return (
    <Panel
      title={name}
      actions={
        <span className="inline-flex flex-wrap justify-end gap-2">
          {is_active && <ActionButton label="Send test event" operation="test-webhook" input={{ webhook_id }} />}
          <EditWebhook webhook={webhook} version={version} />
          {kind === 'standard' && <WriteButton label="Rotate secret" write={roll} input={{ webhook_id }} />}
          <ActionButton
            label={is_active ? 'Disable' : 'Enable'}
            operation="update-webhook"
            input={{ webhook_id, is_active: !is_active }}
          />
          <ConfirmButton
            kind="danger"
            label="Delete"
            operation="delete-webhook"
            of={name}
            input={{ webhook_id }}
            onDone={() => void navigate({ to: '..' })}
          />
        </span>
      }
    >
      <ProblemNote problem={roll.error} />
      {roll.data?.data.secret != null && (
        <div className="mb-4">
          <Secret label="New secret. The old one also signs for 24 more hours" text={roll.data.data.secret} />
        </div>
      )}
      {roll.data !== undefined && roll.data.data.secret === undefined && (
        <p className="mb-4 text-sm text-warn">
          An earlier attempt rotated the secret, which cannot be shown again. The previous one signs for 24 more hours.
        </p>
      )}
      <Facts
        facts={[
          ['URL', <bdi key="url">{url}</bdi>],
          ['State', <State key="state" webhook={webhook} />],
          [
            'Events',
            <span key="events" className="font-mono text-sm">
              {events.join(', ')}
            </span>,
          ],
          ['Events sent', count(webhook.last_sequence)],
        ]}
      />
    </Panel>
  )
}

const State = ({ webhook }: { webhook: Webhook }) => (
  <>
    <WebhookState webhook={webhook} />
    {webhook.off_reason !== null && (
      <span className="block text-sm text-down">Disabled automatically: {webhook.off_reason}</span>
    )}
    {webhook.needs_secret && (
      <span className="block text-sm text-down">
        The stored value was encrypted with a key that is missing on this server:{' '}
        {webhook.kind === 'slack' ? 'enter the URL again' : 'rotate the secret'}.
      </span>
    )}
    {webhook.former_secret_until !== null && (
      <span className="block text-sm text-muted">
        The previous secret also signs until {utcTime(webhook.former_secret_until)}
      </span>
    )}
  </>
)

type Delivery = RowOf<'list-webhook-deliveries'>

/** Deliveries of a webhook with their status. Resends one event, or all since a day. */
function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const { id: webhook_id, is_active } = webhook
  const query = usePages('list-webhook-deliveries', { webhook_id, limit: 50 })
  const again = ({ id, status }: Delivery) =>
    is_active &&
    status !== 'waiting' && (
      <ActionButton
        label="Resend"
        className="mt-2"
        operation="replay-webhook-deliveries"
        input={{ webhook_id, delivery_id: id }}
      />
    )
  return (
    <ListPanel
      title="Deliveries"
      about="last 30 days, newest first"
      actions={
        <span className="inline-flex flex-wrap gap-2">
          <Button label="Refresh" onClick={() => void query.refetch()} />
          <FormButton
            isHidden={!is_active}
            operation="replay-webhook-deliveries"
            ids={{ webhook_id }}
            initial={{ since: '' }}
            input={({ since }) => ({ since: `${since}T00:00:00Z` })}
          >
            <p>Includes events from while the webhook was disabled. Your app can use event ids to skip duplicates.</p>
          </FormButton>
          <Export operation="list-webhook-deliveries" input={{ webhook_id }} name="deliveries" />
        </span>
      }
      list={pagedListOf(query)}
      columns={columns(again)}
      empty={<Empty title="No deliveries yet">Send a test event to check the webhook.</Empty>}
    />
  )
}

const none = <span className="text-muted">None</span>

const columns = (again: (delivery: Delivery) => ReactNode): readonly Column<Delivery>[] => [
  mainColumn('Event', (delivery) => (
    <>
      <span className="font-mono text-sm">{delivery.event_type}</span>{' '}
      <Clock at={delivery.created_at} className="text-sm whitespace-nowrap text-muted" />
      {delivery.problem !== null && <bdi className="block text-sm text-down">{delivery.problem}</bdi>}
      <details className="text-sm text-muted">
        <summary>Request body</summary>
        <p className="mt-1">
          No. {count(delivery.sequence)}, id <span className="font-mono text-xs">{delivery.event_id}</span>
        </p>
        <pre className="mt-1 max-w-full overflow-x-auto rounded bg-sunken p-2 text-xs whitespace-pre-wrap wrap-anywhere">
          {JSON.stringify(JSON.parse(delivery.body), null, 2)}
        </pre>
        {again(delivery)}
      </details>
    </>
  )),
  column('State', (delivery) => <DeliveryState {...delivery} />),
  numberColumn('Attempts', ({ attempts }) => count(attempts), 'minor'),
  numberColumn('Response', ({ response_status: status }) => status ?? none, 'minor'),
  numberColumn('Duration', ({ duration_ms: ms }) => (ms === null ? '' : `${count(ms)} ms`), 'minor'),
]

function DeliveryState({ status, next_attempt_at }: Delivery) {
  if (status === 'delivered') return <>Delivered</>
  if (status === 'failed') return <span className="text-down">Failed</span>
  return (
    <span className="text-muted">
      Pending
      {next_attempt_at !== null && (
        <span className="block text-sm">
          next <Clock at={next_attempt_at} className="sm:whitespace-nowrap" />
        </span>
      )}
    </span>
  )
}
