import { Link } from '@tanstack/react-router'
import { countOf } from '../../format/numbers.ts'
import { Page } from '../../frame/page.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { type Column, column, mainColumn, numberColumn, rowLinkClass } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { AddWebhook, type Webhook } from './webhook-form.tsx'

export const WebhooksPage = () => (
  <Page
    title="Webhooks"
    about="Send events in this workspace to your apps or a Slack channel."
    actions={<AddWebhook />}
  >
    <ReadPanel read="list-webhooks" columns={columns} />
  </Page>
)

const columns: readonly Column<Webhook>[] = [
  mainColumn('Webhook', ({ id, name, url, kind }) => (
    <>
      <Link to={`./${id}` as '.'} className={rowLinkClass}>
        <bdi>{name}</bdi>
      </Link>
      <span className="block text-sm text-muted">
        {kind === 'slack' && 'Slack · '}
        <bdi>{url}</bdi>
      </span>
    </>
  )),
  numberColumn('Events', ({ events }) => countOf(events.length, 'type'), 'minor'),
  column('State', (webhook) => <WebhookState webhook={webhook} />),
]

/** Whether a webhook is enabled, and whether its deliveries succeed. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { is_active, off_at, failing_since, needs_secret } = webhook
  if (is_active && !needs_secret && failing_since === null) return 'Enabled'
  const since = is_active ? !needs_secret && failing_since : off_at
  return (
    <span className={is_active ? 'text-down' : 'text-muted'}>
      {!is_active ? 'Disabled' : needs_secret ? 'Secret required' : 'Failing'}
      {since && (
        <span className="block text-sm">
          {is_active && 'since '}
          <Ago at={since} />
        </span>
      )}
    </span>
  )
}
