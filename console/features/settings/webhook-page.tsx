import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { count } from '../../format/numbers.ts'
import { utcTime } from '../../format/times.ts'
import { Page } from '../../frame/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Secret } from '../../ui/secret.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { EditWebhook, type Webhook } from './webhook-form.tsx'
import { WebhookState } from './webhooks-page.tsx'

/** One webhook: where it leads, what is done with it, and the log of what it was sent. */
export function WebhookPage() {
  const { workspaceId, webhookId } = useParams({
    from: '/signed-in/$workspaceId/settings/webhooks/$webhookId',
  })
  const query = useQuery(read(workspaceId, 'list-webhooks', {}))
  return (
    <Page title="Webhook" about="Where it leads, and what it was sent.">
      <Loaded query={query}>
        {({ data, versions }) => {
          const at = data.findIndex(({ id }) => id === webhookId)
          const webhook = data[at]
          if (webhook === undefined) return <Empty title="There is no such webhook" />
          return (
            <div className="space-y-5">
              <Settings workspaceId={workspaceId} webhook={webhook} version={versions?.[at]} />
              <WebhookDeliveries workspaceId={workspaceId} webhook={webhook} />
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

interface SettingsProps {
  workspaceId: string
  webhook: Webhook
  version: string | undefined
}

function Settings({ workspaceId, webhook, version }: SettingsProps) {
  const { id: webhook_id, name, url, kind, events, is_active, off_reason, needs_secret } = webhook
  const changes = ['list-webhooks', 'list-webhook-deliveries'] as const
  const test = useWrite('test-webhook', { workspaceId, changes })
  const turn = useWrite('update-webhook', { workspaceId, changes })
  // Pressed twice, or beside somebody else, it would end the secret that receivers have.
  const roll = useWrite('roll-webhook-secret', { workspaceId, changes, version })
  const [asks, setAsks] = useState<'edit' | 'delete'>()
  const close = () => setAsks(undefined)
  const problem = test.error ?? turn.error ?? roll.error
  return (
    <Panel
      title={name}
      actions={
        <span className="inline-flex flex-wrap justify-end gap-2">
          {is_active && (
            <Button disabled={test.isPending} onClick={() => test.mutate({ webhook_id })}>
              Send a test event
            </Button>
          )}
          <Button onClick={() => setAsks('edit')}>Edit</Button>
          {kind === 'standard' && (
            <Button disabled={roll.isPending} onClick={() => roll.mutate({ webhook_id })}>
              New secret
            </Button>
          )}
          <Button
            disabled={turn.isPending}
            onClick={() => turn.mutate({ webhook_id, is_active: !is_active })}
          >
            {is_active ? 'Switch off' : 'Switch on'}
          </Button>
          <Button kind="danger" onClick={() => setAsks('delete')}>
            Delete
          </Button>
        </span>
      }
    >
      {problem !== null && <ProblemNote problem={problem} />}
      {roll.data?.data.secret != null && (
        <div className="mb-4">
          <Secret
            label="The new secret; the old one signs as well for 24 hours more"
            text={roll.data.data.secret}
          />
        </div>
      )}
      {roll.data !== undefined && roll.data.data.secret === undefined && (
        <p className="mb-4 text-sm text-warn">
          An earlier attempt has made a new secret, which is not shown again. The one before it signs for 24
          hours.
        </p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-muted">Address</dt>
        <dd className="[overflow-wrap:anywhere]">
          <bdi>{url}</bdi>
        </dd>
        <dt className="text-muted">State</dt>
        <dd>
          <WebhookState webhook={webhook} />
          {off_reason !== null && (
            <span className="block text-sm text-bad">Switched off by itself: {off_reason}</span>
          )}
          {needs_secret && (
            <span className="block text-sm text-bad">
              What was stored was encrypted with a key that is not here:{' '}
              {kind === 'slack' ? 'enter the address again' : 'make a new secret'}.
            </span>
          )}
          {webhook.former_secret_until !== null && (
            <span className="block text-sm text-muted">
              The secret before signs as well until {utcTime(webhook.former_secret_until)}
            </span>
          )}
        </dd>
        <dt className="text-muted">Told of</dt>
        <dd className="font-mono text-sm [overflow-wrap:anywhere]">{events.join(', ')}</dd>
        <dt className="text-muted">Events so far</dt>
        <dd>{count(webhook.last_sequence)}</dd>
      </dl>
      {asks === 'edit' && (
        <EditWebhook workspaceId={workspaceId} webhook={webhook} version={version} onClose={close} />
      )}
      {asks === 'delete' && <DeleteWebhook workspaceId={workspaceId} webhook={webhook} onClose={close} />}
    </Panel>
  )
}

interface DeleteWebhookProps {
  workspaceId: string
  webhook: Webhook
  onClose: () => void
}

function DeleteWebhook({ workspaceId, webhook: { id, name }, onClose }: DeleteWebhookProps) {
  const navigate = useNavigate()
  const remove = useWrite('delete-webhook', {
    workspaceId,
    changes: ['list-webhooks'],
    onDone: () => void navigate({ to: '/$workspaceId/settings/webhooks', params: { workspaceId } }),
  })
  return (
    <Dialog title={`Delete ${name}?`} isOpen onClose={onClose}>
      {remove.error !== null && <ProblemNote problem={remove.error} />}
      <p>Nothing more is sent there, and the log of what was sent goes with it.</p>
      <DialogActions
        onCancel={onClose}
        isBusy={remove.isPending}
        kind="danger"
        onAct={() => remove.mutate({ webhook_id: id })}
      >
        Delete it
      </DialogActions>
    </Dialog>
  )
}
