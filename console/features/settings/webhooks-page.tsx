import { useRead } from '../../api/hooks.ts'
import { countOf } from '../../format/numbers.ts'
import { Page } from '../../frame/page.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { type Column, column, numberColumn, RowLink } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { AddWebhook, type Webhook } from './webhook-form.tsx'

/** The webhooks of a workspace. */
export function WebhooksPage() {
  const query = useRead('list-webhooks')
  const columns: Column<Webhook>[] = [
    {
      name: 'Webhook',
      className: 'w-full [overflow-wrap:anywhere]',
      cell: ({ id, name, url, kind }) => (
        <>
          <RowLink to={`./${id}`}>
            <bdi>{name}</bdi>
          </RowLink>
          <span className="block text-sm text-muted">
            {kind === 'slack' && 'Slack · '}
            <bdi>{url}</bdi>
          </span>
        </>
      ),
    },
    numberColumn('Events', ({ events }) => countOf(events.length, 'type'), 'minor'),
    column('State', (webhook) => <WebhookState webhook={webhook} />),
  ]
  return (
    <Page
      title="Webhooks"
      about="Send events in this workspace to your apps or a Slack channel."
      actions={<AddWebhook />}
    >
      <ListPanel
        label="Webhooks"
        list={listOf(query)}
        columns={columns}
        actions={<Export operation="list-webhooks" name="webhooks" />}
        empty={
          <Empty title="No webhooks yet">
            Add one to send events about runs, alerts, audits and budgets to your own tools.
          </Empty>
        }
      />
    </Page>
  )
}

/** Whether a webhook is enabled, and whether its deliveries succeed. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { is_active, off_at, failing_since, needs_secret } = webhook
  if (!is_active)
    return (
      <span className="text-muted">
        Disabled
        {off_at !== null && (
          <span className="block text-sm">
            <Ago at={off_at} />
          </span>
        )}
      </span>
    )
  if (needs_secret) return <span className="text-down">Secret required</span>
  if (failing_since !== null)
    return (
      <span className="text-down">
        Failing
        <span className="block text-sm">
          since <Ago at={failing_since} />
        </span>
      </span>
    )
  return <>Enabled</>
}
