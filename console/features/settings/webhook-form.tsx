import { type FormEvent, useState } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { useRead, useWrite } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Choice } from '../../ui/choice.tsx'
import { EditProblem } from '../../ui/conflict.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Secret } from '../../ui/secret.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useEdit } from '../../ui/use-edit.ts'

export type Webhook = ResponseOf<'list-webhooks'>['data'][number]

const kinds = { standard: 'HTTP endpoint (signed JSON)', slack: 'Slack channel' } as const

interface AddWebhookProps {
  workspaceId: string
  isOpen: boolean
  onClose: () => void
}

/** Creates a webhook. Shows its secret only once. */
export function AddWebhook({ workspaceId, isOpen, onClose }: AddWebhookProps) {
  const { draft, change, clear } = useDraft(`webhook:${workspaceId}`, {
    name: '',
    kind: 'standard' as keyof typeof kinds,
    events: [] as readonly string[],
  })
  // A Slack webhook URL is a secret: anyone who has it can post. Never stored in drafts.
  const [url, setUrl] = useState('')
  const { name, kind, events } = draft
  const create = useWrite('create-webhook', { changes: ['list-webhooks'] })
  const close = () => {
    create.reset()
    clear()
    setUrl('')
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ name, kind, url, events: [...events] })
  }
  const created = create.data?.data
  return (
    <Dialog title="Add webhook" isOpen={isOpen} onClose={close}>
      {created === undefined ? (
        <form className="space-y-4" onSubmit={submit}>
          <ProblemNote problem={create.error} />
          <Choice label="Type" options={kinds} chosen={kind} onChoose={(next) => change({ kind: next })} />
          <Field
            label="Name"
            required
            placeholder="Data warehouse"
            value={name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Address kind={kind} url={url} onChange={setUrl} />
          <Events chosen={events} onChoose={(next) => change({ events: next })} />
          <DialogActions onCancel={close} isBusy={create.isPending} isIncomplete={events.length === 0}>
            Add
          </DialogActions>
        </form>
      ) : (
        <div className="space-y-4">
          {created.secret === null ? (
            <p>Webhook added. Send a test event to check the channel.</p>
          ) : created.secret === undefined ? (
            <p>
              An earlier attempt added this webhook, and its secret cannot be shown again. Rotate the secret.
            </p>
          ) : (
            <Secret label="Secret for verifying event signatures" text={created.secret} />
          )}
          <div className="text-right">
            <Button onClick={close}>Done</Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

interface EditWebhookProps {
  webhook: Webhook
  version: string | undefined
  onClose: () => void
}

const fieldNames = { name: 'Name', url: 'URL', events: 'Events' }

/** Edits the name, URL and events of a webhook. */
export function EditWebhook({ webhook, version, onClose }: EditWebhookProps) {
  const isSlack = webhook.kind === 'slack'
  const shown = {
    name: webhook.name,
    url: isSlack ? '' : webhook.url,
    events: webhook.events as readonly string[],
  }
  const edit = useEdit(`webhook:${webhook.id}`, shown, version, isSlack ? ['url'] : [])
  const { name, url, events } = edit.values
  const close = () => {
    edit.clear()
    onClose()
  }
  const update = useWrite('update-webhook', {
    changes: ['list-webhooks'],
    onDone: close,
    version: edit.version,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const has = (field: keyof typeof shown) => edit.changed.includes(field)
    update.mutate({
      webhook_id: webhook.id,
      ...(has('name') ? { name } : {}),
      ...(has('url') ? { url } : {}),
      ...(has('events') ? { events: [...events] } : {}),
    })
  }
  return (
    <Dialog title="Edit webhook" isOpen onClose={onClose}>
      <form className="space-y-4" onSubmit={submit}>
        <EditProblem
          edit={edit}
          names={fieldNames}
          write={update}
          inWords={(values) => ({ ...values, url: values.url || webhook.url })}
        />
        <Field
          label={fieldNames.name}
          required
          value={name}
          onChange={(event) => edit.set({ name: event.target.value })}
        />
        <Address
          kind={webhook.kind}
          url={url}
          onChange={(address) => edit.set({ url: address })}
          isKept={isSlack}
        />
        <Events chosen={events} onChoose={(chosen) => edit.set({ events: chosen })} />
        <DialogActions
          onCancel={close}
          isBusy={update.isPending}
          isIncomplete={events.length === 0 || edit.changed.length === 0}
        >
          Save
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface AddressProps {
  kind: keyof typeof kinds
  url: string
  onChange: (url: string) => void
  /** Whether an empty input keeps the current URL. */
  isKept?: boolean
}

function Address({ kind, url, onChange, isKept = false }: AddressProps) {
  const isSlack = kind === 'slack'
  const how = isSlack
    ? 'Copy it from Incoming Webhooks in Slack. It posts to one channel.'
    : 'Must be an https URL.'
  return (
    <Field
      label="URL"
      type="url"
      required={!isKept}
      hint={isKept ? `${how} Leave empty to keep the current URL.` : how}
      placeholder={isSlack ? 'https://hooks.slack.com/services/…' : 'https://example.com/sightline'}
      value={url}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface EventsProps {
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
}

function Events({ chosen, onChoose }: EventsProps) {
  const query = useRead('list-webhook-events')
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Events</legend>
      <Loaded query={query} lines={8}>
        {({ data }) => (
          <div className="space-y-2">
            {data.map(({ type, summary }) => (
              <Checkbox
                key={type}
                label={
                  <>
                    {summary} <span className="font-mono text-xs text-muted">{type}</span>
                  </>
                }
                isOn={chosen.includes(type)}
                onChange={(isOn) =>
                  onChoose(
                    data.flatMap((one) =>
                      (one.type === type ? isOn : chosen.includes(one.type)) ? one.type : [],
                    ),
                  )
                }
              />
            ))}
          </div>
        )}
      </Loaded>
    </fieldset>
  )
}
