import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Input, Shown } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { count } from '../../format/numbers.ts'
import { ago, utcTime } from '../../format/times.ts'
import { Page } from '../../frame/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Secret } from '../../ui/copied.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'

type Key = Shown<'list-keys'>['data'][number]
type Scope = NonNullable<Input<'create-key'>['scopes']>[number]

const changes = ['list-keys'] as const

export function KeysPage() {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId/settings/keys' })
  const query = useQuery(read(workspaceId, 'list-keys', {}))
  const [isIssuing, setIssuing] = useState(false)
  const [ending, setEnding] = useState<Key>()
  const roll = useWrite('roll-key', { workspaceId, changes })
  const revoke = useWrite('revoke-key', { workspaceId, changes, onDone: () => setEnding(undefined) })
  const now = new Date()
  const columns: Column<Key>[] = [
    {
      name: 'Key',
      className: 'w-full',
      cell: ({ name, display, scopes, brand_access }) => (
        <>
          {name} <span className="font-mono text-sm text-muted">{display}</span>
          <span className="block text-sm text-muted">
            {scopes.length} scopes ·{' '}
            {brand_access.all ? 'all brands' : `${brand_access.brand_ids.length} brands`}
          </span>
        </>
      ),
    },
    {
      name: 'State',
      cell: ({ status, expires_at }) => (
        <span className={status === 'active' ? '' : 'text-muted'}>
          {status}
          {expires_at !== null && (
            <span className="block text-sm text-muted">until {utcTime(expires_at)}</span>
          )}
        </span>
      ),
    },
    {
      name: 'Last used',
      isMinor: true,
      cell: ({ last_used_at }) =>
        last_used_at === null ? (
          'never'
        ) : (
          <time className="whitespace-nowrap" title={utcTime(last_used_at)}>
            {ago(last_used_at, now)}
          </time>
        ),
    },
    {
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: (key) =>
        key.status === 'active' && (
          <span className="inline-flex gap-2">
            <Button disabled={roll.isPending} onClick={() => roll.mutate({ key_id: key.id })}>
              Roll
            </Button>
            <Button onClick={() => setEnding(key)}>Revoke</Button>
          </span>
        ),
    },
  ]
  return (
    <Page
      title="API keys"
      about="What programs read and write with, at /v1."
      actions={
        <Button kind="main" onClick={() => setIssuing(true)}>
          Issue a key
        </Button>
      }
    >
      {roll.error !== null && <ProblemNote problem={roll.error} />}
      {roll.data !== undefined && (
        <Secret
          label={`The new secret of ${roll.data.data.name}; the old one works for 24 hours more`}
          text={roll.data.data.secret}
        />
      )}
      <Panel title="Keys">
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title="No key yet">Issue one for each program, so that each can be revoked alone.</Empty>
            ) : (
              <Table label="API keys" columns={columns} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Panel>
      <Usage workspaceId={workspaceId} />
      <Issue workspaceId={workspaceId} isOpen={isIssuing} onClose={() => setIssuing(false)} />
      <Dialog
        title={`Revoke ${ending?.name ?? ''}?`}
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
      >
        {revoke.error !== null && <ProblemNote problem={revoke.error} />}
        <p>What uses it is refused at once, and for good.</p>
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={() => setEnding(undefined)}>Cancel</Button>
          <Button
            kind="danger"
            disabled={revoke.isPending}
            onClick={() => ending !== undefined && revoke.mutate({ key_id: ending.id })}
          >
            Revoke
          </Button>
        </div>
      </Dialog>
    </Page>
  )
}

function Usage({ workspaceId }: { workspaceId: string }) {
  const query = useQuery(read(workspaceId, 'get-usage', { days: 30 }))
  return (
    <Panel title="Requests" about="in the last 30 days">
      <Loaded query={query} lines={2}>
        {({ data: { totals } }) => (
          <p>
            {count(totals.requests)} requests, {count(totals.client_errors)} refused,{' '}
            {count(totals.server_errors)} failed on the server.
          </p>
        )}
      </Loaded>
    </Panel>
  )
}

const scopes: Record<Scope, string> = {
  'read:basic': 'Read brands, topics, tags, engines, profile',
  'read:visibility': 'Read rankings and visibility',
  'read:citations': 'Read citations and earned mentions',
  'read:prompts': 'Read prompts, answers and collection',
  'read:opportunities': 'Read issues, audits and opportunities',
  'read:website': 'Read visits of AI bots',
  'read:content': 'Read writing styles and knowledge',
  'write:competitors': 'Add competitors',
  'write:alignment': 'Edit alignment',
  'write:website': 'Start audits, resolve issues',
  'write:brand_profile': 'Change profile, products and writing styles',
  'write:prompts': 'Create and change prompts',
  'write:knowledge_base': 'Resynchronise documents',
}
const readScopes = (Object.keys(scopes) as Scope[]).filter((scope) => scope.startsWith('read:'))

function Issue({
  workspaceId,
  isOpen,
  onClose,
}: {
  workspaceId: string
  isOpen: boolean
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>(readScopes)
  const create = useWrite('create-key', { workspaceId, changes })
  const close = () => {
    create.reset()
    setName('')
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ name, scopes: chosen })
  }
  const secret = create.data?.data.secret
  return (
    <Dialog title="Issue a key" isOpen={isOpen} onClose={close}>
      {secret !== undefined ? (
        <div className="space-y-4">
          <Secret label={`The secret of ${name}`} text={secret} />
          <div className="text-right">
            <Button onClick={close}>Done</Button>
          </div>
        </div>
      ) : (
        <form className="space-y-4" onSubmit={submit}>
          {create.error !== null && <ProblemNote problem={create.error} />}
          <Field
            label="What it is for"
            required
            placeholder="Dashboard"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <fieldset className="space-y-1">
            <legend className="mb-1 text-sm font-medium">What it may do</legend>
            {(Object.keys(scopes) as Scope[]).map((scope) => (
              <label key={scope} className="flex items-center gap-2">
                <input
                  type="checkbox"
                  className="accent-[var(--accent)]"
                  checked={chosen.includes(scope)}
                  onChange={(event) =>
                    setChosen(
                      event.target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope),
                    )
                  }
                />
                {scopes[scope]}
              </label>
            ))}
          </fieldset>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button kind="main" type="submit" disabled={create.isPending || chosen.length === 0}>
              Issue it
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
