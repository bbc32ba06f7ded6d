import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { rowOf, useRead, useWrite } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { utcTime } from '../../format/times.ts'
import { Page } from '../../frame/page.tsx'
import { Button, WriteButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Empty, Loaded, Panel, ProblemNote } from '../../ui/panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { EditWebhook, type Webhook } from './webhook-form.tsx'
import { WebhookState } from './webhooks-page.tsx'

/** One webhook: settings, actions and deliveries. */
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

interface SettingsProps {
  webhook: Webhook
  version: string | undefined
}

function Settings({ webhook, version }: SettingsProps) {
  const { id: webhook_id, name, url, kind, events, is_active, off_reason, needs_secret } = webhook
  const changes = ['list-webhooks', 'list-webhook-deliveries'] as const
  const test = useWrite('test-webhook', { changes })
  const turn = useWrite('update-webhook', { changes })
  // The version prevents a second click or another member from ending a secret that is in use.
  const roll = useWrite('roll-webhook-secret', { changes, version })
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const problem = test.error ?? turn.error ?? roll.error
  return (
    <Panel
      title={name}
      actions={
        <span className="inline-flex flex-wrap justify-end gap-2">
          {is_active && (
            <WriteButton write={test} input={{ webhook_id }}>
              Send test event
            </WriteButton>
          )}
          <Button onClick={() => setEditing(true)}>Edit</Button>
          {kind === 'standard' && (
            <WriteButton write={roll} input={{ webhook_id }}>
              Rotate secret
            </WriteButton>
          )}
          <WriteButton write={turn} input={{ webhook_id, is_active: !is_active }}>
            {is_active ? 'Disable' : 'Enable'}
          </WriteButton>
          <ConfirmButton
            kind="danger"
            label="Delete"
            title={`Delete ${name}?`}
            action="Delete webhook"
            operation="delete-webhook"
            input={{ webhook_id }}
            changes={['list-webhooks']}
            onDone={() => void navigate({ to: '..' })}
          >
            <p>Sightline stops sending events and deletes the delivery log.</p>
          </ConfirmButton>
        </span>
      }
    >
      <ProblemNote problem={problem} />
      {roll.data?.data.secret != null && (
        <div className="mb-4">
          <Secret label="New secret. The old one also signs for 24 more hours" text={roll.data.data.secret} />
        </div>
      )}
      {roll.data !== undefined && roll.data.data.secret === undefined && (
        <p className="mb-4 text-sm text-warn">
          An earlier attempt rotated the secret, which cannot be shown again. The previous one signs for 24
          more hours.
        </p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-muted">URL</dt>
        <dd className="[overflow-wrap:anywhere]">
          <bdi>{url}</bdi>
        </dd>
        <dt className="text-muted">State</dt>
        <dd>
          <WebhookState webhook={webhook} />
          {off_reason !== null && (
            <span className="block text-sm text-down">Disabled automatically: {off_reason}</span>
          )}
          {needs_secret && (
            <span className="block text-sm text-down">
              The stored value was encrypted with a key that is missing on this server:{' '}
              {kind === 'slack' ? 'enter the URL again' : 'rotate the secret'}.
            </span>
          )}
          {webhook.former_secret_until !== null && (
            <span className="block text-sm text-muted">
              The previous secret also signs until {utcTime(webhook.former_secret_until)}
            </span>
          )}
        </dd>
        <dt className="text-muted">Events</dt>
        <dd className="font-mono text-sm [overflow-wrap:anywhere]">{events.join(', ')}</dd>
        <dt className="text-muted">Events sent</dt>
        <dd>{count(webhook.last_sequence)}</dd>
      </dl>
      {isEditing && <EditWebhook webhook={webhook} version={version} onClose={() => setEditing(false)} />}
    </Panel>
  )
}
