import { useParams } from '@tanstack/react-router'
import { type RowOf, useRead, useWrite } from '../../api/hooks.ts'
import { Choice } from '../../ui/choice.tsx'
import { Choices } from '../../ui/choices.tsx'
import type { FormField } from '../../ui/edit-form.tsx'
import { type EditDialogProps, FormDialog } from '../../ui/form-dialog.tsx'
import { Loaded } from '../../ui/panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

export type Webhook = RowOf<'list-webhooks'>

const kinds = { standard: 'HTTP endpoint (signed JSON)', slack: 'Slack channel' } as const
type Kind = keyof typeof kinds

const events: FormField<readonly string[]> = {
  label: 'Events',
  input: (chosen, onChoose) => <Events chosen={chosen} onChoose={onChoose} />,
}

/** @param current the URL that an empty input keeps */
const urlField = (kind: Kind, current?: string): FormField<string> => {
  const how =
    kind === 'slack' ? 'Copy it from Incoming Webhooks in Slack. It posts to one channel.' : 'Must be an https URL.'
  return {
    label: 'URL',
    type: 'url',
    required: current === undefined,
    hint: current === undefined ? how : `${how} Leave empty to keep the current URL.`,
    placeholder: kind === 'slack' ? 'https://hooks.slack.com/services/…' : 'https://example.com/sightline',
    words: (url) => url || (current ?? ''),
  }
}

const initial = { kind: 'standard' as Kind, name: '', url: '', events: [] as readonly string[] }

/** Creates a webhook. Shows its secret only once. */
export function AddWebhook({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId' })
  // A Slack webhook URL is a secret: anyone who has it can post. Never stored in drafts.
  const edit = useEdit(`webhook:${workspaceId}`, initial, undefined, ['url'])
  const create = useWrite('create-webhook', { changes: ['list-webhooks'] })
  return (
    <FormDialog
      title="Add webhook"
      action="Add"
      edit={edit}
      fields={{
        kind: {
          label: 'Type',
          input: (kind, onChoose) => <Choice label="Type" options={kinds} chosen={kind} onChoose={onChoose} />,
        },
        name: { label: 'Name', required: true, placeholder: 'Data warehouse' },
        url: urlField(edit.values.kind),
        events,
      }}
      write={create}
      isIncomplete={edit.values.events.length === 0}
      onSave={(_, given) => create.mutate({ ...given, events: [...given.events] })}
      onClose={onClose}
      result={create.data && <Created secret={create.data.data.secret} />}
    />
  )
}

function Created({ secret }: { secret: string | null | undefined }) {
  if (secret === null) return <p>Webhook added. Send a test event to check the channel.</p>
  if (secret === undefined)
    return <p>An earlier attempt added this webhook, and its secret cannot be shown again. Rotate the secret.</p>
  return <Secret label="Secret for verifying event signatures" text={secret} />
}

/** Edits the name, URL and events of a webhook. */
export function EditWebhook({ webhook, version, onClose }: EditDialogProps<{ webhook: Webhook }>) {
  const isSlack = webhook.kind === 'slack'
  const shown = {
    name: webhook.name,
    url: isSlack ? '' : webhook.url,
    events: webhook.events as readonly string[],
  }
  const edit = useEdit(`webhook:${webhook.id}`, shown, version, isSlack ? ['url'] : [])
  const update = useSave('update-webhook', edit, { changes: ['list-webhooks'], onDone: onClose })
  return (
    <FormDialog
      title="Edit webhook"
      edit={edit}
      fields={{
        name: { label: 'Name', required: true },
        url: urlField(webhook.kind, isSlack ? webhook.url : undefined),
        events,
      }}
      write={update}
      isIncomplete={edit.values.events.length === 0}
      onSave={({ events, ...changes }) =>
        update.mutate({ webhook_id: webhook.id, ...changes, ...(events && { events: [...events] }) })
      }
      onClose={onClose}
    />
  )
}

const nameOf = (type: string, summary: string) => (
  <>
    {summary} <span className="font-mono text-xs text-muted">{type}</span>
  </>
)

function Events({ chosen, onChoose }: { chosen: readonly string[]; onChoose: (chosen: string[]) => void }) {
  const query = useRead('list-webhook-events')
  return (
    <Loaded query={query} lines={8}>
      {({ data }) => (
        <Choices
          legend="Events"
          names={Object.fromEntries(data.map(({ type, summary }) => [type, nameOf(type, summary)]))}
          chosen={chosen}
          // In the order of the list, so that a choice and its undo change nothing.
          onChoose={(next) => onChoose(data.flatMap(({ type }) => (next.includes(type) ? type : [])))}
        />
      )}
    </Loaded>
  )
}
