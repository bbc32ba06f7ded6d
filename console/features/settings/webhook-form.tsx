import { type RowOf, useRead } from '../../api/hooks.ts'
import { Choice } from '../../ui/choice.tsx'
import { Choices } from '../../ui/choices.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { Loaded } from '../../ui/panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import type { FormField } from '../../ui/use-form.ts'

export type Webhook = RowOf<'list-webhooks'>

const kinds = { standard: 'HTTP endpoint (signed JSON)', slack: 'Slack channel' } as const
type Kind = keyof typeof kinds

const events: Partial<FormField<readonly string[]>> = {
  input: (chosen, onChoose) => <Events chosen={chosen} onChoose={onChoose} />,
}

/** @param current the URL that an empty input keeps */
const urlField = (kind: Kind, current?: string): Partial<FormField<string>> => {
  const how =
    kind === 'slack' ? 'Copy it from Incoming Webhooks in Slack. It posts to one channel.' : 'Must be an https URL.'
  return {
    // A Slack webhook URL is a secret: anyone who has it can post.
    isSecret: kind === 'slack',
    required: current === undefined,
    hint: current === undefined ? how : `${how} Leave empty to keep the current URL.`,
    placeholder: kind === 'slack' ? 'https://hooks.slack.com/services/…' : 'https://example.com/sightline',
    words: (url) => url || (current ?? ''),
  }
}

const initial = { kind: 'standard' as Kind, name: '', url: '', events: [] as readonly string[] }

export const AddWebhook = () => (
  <FormButton
    kind="main"
    operation="create-webhook"
    initial={initial}
    fields={({ kind }) => ({
      kind: {
        input: (chosen, onChoose) => <Choice label="Type" options={kinds} chosen={chosen} onChoose={onChoose} />,
      },
      // The type can still change.
      url: { ...urlField(kind), isSecret: true },
      events,
    })}
    isIncomplete={(values) => values.events.length === 0}
    result={({ data: { secret } }) => <Created secret={secret} />}
  />
)

function Created({ secret }: { secret: string | null | undefined }) {
  if (secret === null) return <p>Webhook added. Send a test event to check the channel.</p>
  if (secret === undefined)
    return <p>An earlier attempt added this webhook, and its secret cannot be shown again. Rotate the secret.</p>
  return <Secret label="Secret for verifying event signatures" text={secret} />
}

export function EditWebhook({ webhook, version }: { webhook: Webhook; version: string | undefined }) {
  const isSlack = webhook.kind === 'slack'
  return (
    <FormButton
      operation="update-webhook"
      version={version}
      ids={{ webhook_id: webhook.id }}
      initial={{ name: webhook.name, url: isSlack ? '' : webhook.url, events: webhook.events as readonly string[] }}
      fields={{ url: urlField(webhook.kind, isSlack ? webhook.url : undefined), events }}
      isIncomplete={(values) => values.events.length === 0}
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
