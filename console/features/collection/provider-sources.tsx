import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Input, Shown } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useBrand, useRole } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { engineName } from '../../words/engines.ts'

type Source = Shown<'list-sources'>['data'][number]
type Kind = Input<'create-source'>['kind']

const kindNames: Record<Kind, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Google Gemini',
  xai: 'xAI',
  perplexity: 'Perplexity',
  mistral: 'Mistral',
  openrouter: 'OpenRouter',
  cloro: 'Cloro',
  dataforseo: 'DataForSEO',
  brightdata: 'Bright Data',
  oxylabs: 'Oxylabs',
  serpapi: 'SerpApi',
}

export function ProviderSources() {
  const { workspaceId } = useBrand()
  const role = useRole(workspaceId)
  const isAdmin = role === 'admin' || role === 'owner'
  const query = useQuery({
    ...read(workspaceId, 'list-sources', {}),
    enabled: role !== undefined && role !== 'viewer',
  })
  const [isAdding, setAdding] = useState(false)
  const remove = useWrite('delete-source', { workspaceId, changes: ['list-sources', 'estimate-collection'] })
  if (role === 'viewer')
    return <Empty title="Providers are shown to editors and admins">Ask an admin of the workspace.</Empty>
  const columns: Column<Source>[] = [
    {
      name: 'Provider',
      className: 'w-full',
      cell: ({ name, kind, model, engines, base_url }) => (
        <>
          {name} <span className="text-sm text-muted">{kindNames[kind]}</span>
          <span className="block text-sm text-muted [overflow-wrap:anywhere]">
            {[model, engines.map(engineName).join(', '), base_url].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    {
      name: 'State',
      cell: ({ paused_reason, needs_api_key, failures }) =>
        paused_reason !== null ? (
          <span className="text-bad">{paused_reason}</span>
        ) : needs_api_key ? (
          <span className="text-warn">needs its key again</span>
        ) : failures > 0 ? (
          `${failures} failures in a row`
        ) : (
          'ready'
        ),
    },
    {
      name: 'Actions',
      isNameHidden: true,
      isNumber: true,
      cell: ({ id }) =>
        isAdmin && (
          <Button disabled={remove.isPending} onClick={() => remove.mutate({ source_id: id })}>
            Delete
          </Button>
        ),
    },
  ]
  return (
    <>
      {remove.error !== null && <ProblemNote problem={remove.error} />}
      <Panel
        title="Providers"
        about="whose keys Sightline asks with; a key is stored encrypted, and never shown again"
        actions={isAdmin && <Button onClick={() => setAdding(true)}>Add a provider</Button>}
      >
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title="None yet">Any one of them is enough to begin with.</Empty>
            ) : (
              <Table label="Providers" columns={columns} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Panel>
      <AddSource isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}

function AddSource({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { workspaceId } = useBrand()
  const empty = { kind: 'openai' as Kind, name: '', api_key: '', model: '', base_url: '' }
  const [form, setForm] = useState(empty)
  const [isConfirmed, setConfirmed] = useState(false)
  const create = useWrite('create-source', {
    workspaceId,
    changes: ['list-sources'],
    onDone() {
      setForm(empty)
      onClose()
    },
  })
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { kind, name, api_key, model, base_url } = form
    create.mutate({
      kind,
      name: name === '' ? kindNames[kind] : name,
      api_key,
      ...(model === '' ? {} : { model }),
      ...(base_url === '' ? {} : { base_url }),
      ...(isConfirmed ? { terms_confirmed: true } : {}),
    })
  }
  return (
    <Dialog title="Add a provider" isOpen={isOpen} onClose={onClose}>
      <form className="space-y-4" onSubmit={submit} autoComplete="off">
        {create.error !== null && <ProblemNote problem={create.error} />}
        <Select
          label="Provider"
          {...field('kind')}
          options={(Object.keys(kindNames) as Kind[]).map((value) => ({ value, name: kindNames[value] }))}
        />
        <Field label="Name" placeholder={kindNames[form.kind]} {...field('name')} />
        <Field label="API key" type="password" autoComplete="off" required {...field('api_key')} />
        <Field
          label="Model"
          hint="Empty for the provider's usual one, where it has one"
          {...field('model')}
        />
        <Field label="Base address" hint="Empty for the provider's own" {...field('base_url')} />
        {form.kind === 'gemini' && (
          <label className="flex gap-2 text-sm">
            <input
              type="checkbox"
              className="accent-[var(--accent)]"
              checked={isConfirmed}
              onChange={(event) => setConfirmed(event.target.checked)}
            />
            We have read Google’s terms of grounding, and may keep and analyse these answers.
          </label>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" disabled={create.isPending}>
            Add it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
