import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/queries.ts'
import { count } from '../../format/numbers.ts'
import { ago, utcTime } from '../../format/times.ts'
import { Page } from '../../frame/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Export } from '../../ui/export.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { AddWebhook, type Webhook } from './webhook-form.tsx'

/** The webhooks of a workspace. */
export function WebhooksPage() {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId/settings/webhooks' })
  const query = useQuery(read(workspaceId, 'list-webhooks', {}))
  const [isAdding, setAdding] = useState(false)
  const columns: Column<Webhook>[] = [
    {
      name: 'Webhook',
      className: 'w-full [overflow-wrap:anywhere]',
      cell: ({ id, name, url, kind }) => (
        <>
          <Link
            to="/$workspaceId/settings/webhooks/$webhookId"
            params={{ workspaceId, webhookId: id }}
            className="font-medium underline decoration-line-strong hover:decoration-accent"
          >
            <bdi>{name}</bdi>
          </Link>
          <span className="block text-sm text-muted">
            {kind === 'slack' && 'Slack · '}
            <bdi>{url}</bdi>
          </span>
        </>
      ),
    },
    { name: 'Events', isNumber: true, isMinor: true, cell: ({ events }) => `${count(events.length)} types` },
    { name: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
  ]
  return (
    <Page
      title="Webhooks"
      about="Send events in this workspace to your apps or a Slack channel."
      actions={
        <Button kind="main" onClick={() => setAdding(true)}>
          Add webhook
        </Button>
      }
    >
      <Panel
        title="Webhooks"
        actions={<Export workspaceId={workspaceId} operation="list-webhooks" input={{}} name="webhooks" />}
      >
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title="No webhooks yet">
                Add one to send events about runs, alerts, audits and budgets to your own tools.
              </Empty>
            ) : (
              <Table label="Webhooks" columns={columns} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Panel>
      <AddWebhook workspaceId={workspaceId} isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  )
}

/** Whether a webhook is enabled, and whether its deliveries succeed. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { is_active, off_at, failing_since, needs_secret } = webhook
  const now = new Date()
  if (!is_active)
    return (
      <span className="text-muted">
        Disabled
        {off_at !== null && (
          <time className="block text-sm whitespace-nowrap" title={utcTime(off_at)}>
            {ago(off_at, now)}
          </time>
        )}
      </span>
    )
  if (needs_secret) return <span className="text-bad">Secret required</span>
  if (failing_since !== null)
    return (
      <span className="text-bad">
        Failing
        <time className="block text-sm whitespace-nowrap" title={utcTime(failing_since)}>
          since {ago(failing_since, now)}
        </time>
      </span>
    )
  return <>Enabled</>
}
