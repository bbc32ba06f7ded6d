import { type ReactNode, useState } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { usePages, useWrite } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { clockTime, readersZone, utcTime } from '../../format/times.ts'
import { Button, WriteButton } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Export } from '../../ui/export.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, ProblemNote } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { Clock } from '../../ui/time.tsx'
import type { Webhook } from './webhook-form.tsx'

type Delivery = ResponseOf<'list-webhook-deliveries'>['data'][number]

const changes = ['list-webhook-deliveries', 'list-webhooks'] as const

/** Deliveries of a webhook with their status. Resends one event, or all since a day. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const { id: webhook_id, is_active } = webhook
  const query = usePages('list-webhook-deliveries', { webhook_id, limit: 50 })
  const replay = useWrite('replay-webhook-deliveries', { changes })
  const [isReplaying, setReplaying] = useState(false)
  const again = ({ id, status }: Delivery) =>
    is_active &&
    status !== 'waiting' && (
      <WriteButton className="mt-2" write={replay} input={{ webhook_id, delivery_id: id }}>
        Resend
      </WriteButton>
    )
  return (
    <>
      <ListPanel
        title="Deliveries"
        about="last 30 days, newest first"
        actions={
          <span className="inline-flex flex-wrap gap-2">
            <Button onClick={() => void query.refetch()}>Refresh</Button>
            {is_active && <Button onClick={() => setReplaying(true)}>Resend since…</Button>}
            <Export operation="list-webhook-deliveries" input={{ webhook_id }} name="deliveries" />
          </span>
        }
        problem={replay.error}
        list={pagedListOf(query)}
        columns={columns(again)}
        empty={<Empty title="No deliveries yet">Send a test event to check the webhook.</Empty>}
      />
      {isReplaying && <ReplaySince webhookId={webhook_id} onClose={() => setReplaying(false)} />}
    </>
  )
}

/** @param again renders the resend button */
const columns = (again: (delivery: Delivery) => ReactNode): readonly Column<Delivery>[] => [
  {
    name: 'Event',
    className: 'w-full [overflow-wrap:anywhere]',
    cell: (delivery) => (
      <>
        <span className="font-mono text-sm">{delivery.event_type}</span>{' '}
        <Clock at={delivery.created_at} className="text-sm whitespace-nowrap text-muted" />
        {delivery.problem !== null && <bdi className="block text-sm text-down">{delivery.problem}</bdi>}
        <details className="text-sm text-muted">
          <summary>Request body</summary>
          <p className="mt-1">
            No. {count(delivery.sequence)}, id <span className="font-mono text-xs">{delivery.event_id}</span>
          </p>
          <pre className="mt-1 max-w-full overflow-x-auto rounded bg-sunken p-2 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
            {JSON.stringify(JSON.parse(delivery.body), null, 2)}
          </pre>
          {again(delivery)}
        </details>
      </>
    ),
  },
  { name: 'State', cell: (delivery) => <DeliveryState delivery={delivery} /> },
  { name: 'Attempts', isNumber: true, isMinor: true, cell: ({ attempts }) => count(attempts) },
  {
    name: 'Response',
    isNumber: true,
    isMinor: true,
    cell: ({ response_status }) => response_status ?? <span className="text-muted">None</span>,
  },
  {
    name: 'Duration',
    isNumber: true,
    isMinor: true,
    cell: ({ duration_ms }) => (duration_ms === null ? '' : `${count(duration_ms)} ms`),
  },
]

function DeliveryState({ delivery: { status, next_attempt_at } }: { delivery: Delivery }) {
  if (status === 'delivered') return <>Delivered</>
  if (status === 'failed') return <span className="text-down">Failed</span>
  return (
    <span className="text-muted">
      Pending
      {next_attempt_at !== null && (
        <time className="block text-sm sm:whitespace-nowrap" title={utcTime(next_attempt_at)}>
          next {clockTime(next_attempt_at, readersZone())}
        </time>
      )}
    </span>
  )
}

interface ReplaySinceProps {
  webhookId: string
  onClose: () => void
}

function ReplaySince({ webhookId, onClose }: ReplaySinceProps) {
  const [day, setDay] = useState('')
  const replay = useWrite('replay-webhook-deliveries', { changes, onDone: onClose })
  const send = () => replay.mutate({ webhook_id: webhookId, since: `${day}T00:00:00Z` })
  return (
    <Dialog title="Resend events" isOpen onClose={onClose}>
      <Form problem={<ProblemNote problem={replay.error} />} onSubmit={send}>
        <p>
          Includes events from while the webhook was disabled. Your app can use event ids to skip duplicates.
        </p>
        <Field
          label="Since (UTC)"
          type="date"
          required
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <DialogActions onCancel={onClose} isBusy={replay.isPending}>
          Resend
        </DialogActions>
      </Form>
    </Dialog>
  )
}
