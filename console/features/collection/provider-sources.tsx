import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shown } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { useMay } from '../../frame/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { engineName } from '../../words/engines.ts'
import { AddSource } from './add-source.tsx'
import { kindNames } from './provider-kinds.ts'
import { TestQuestion } from './test-question.tsx'

type Source = Shown<'list-sources'>['data'][number]

export function ProviderSources() {
  const { workspaceId } = useBrand()
  const may = useMay(workspaceId)
  const query = useQuery({
    ...read(workspaceId, 'list-sources', {}),
    enabled: may('list-sources'),
  })
  const [isAdding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Source>()
  const remove = useWrite('delete-source', {
    workspaceId,
    changes: ['list-sources', 'estimate-collection', 'list-sample-sizes'],
  })
  if (!may('list-sources'))
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
      cell: (source) => (
        <span className="flex flex-wrap justify-end gap-2 sm:flex-nowrap">
          {may('test-source') && (
            <Button aria-label={`Ask ${source.name} a test question`} onClick={() => setAsked(source)}>
              Test question
            </Button>
          )}
          {may('delete-source') && (
            <Button disabled={remove.isPending} onClick={() => remove.mutate({ source_id: source.id })}>
              Delete
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      {remove.error !== null && <ProblemNote problem={remove.error} />}
      <Panel
        title="Providers"
        about="whose keys Sightline asks with; a key is stored encrypted, and never shown again"
        actions={may('create-source') && <Button onClick={() => setAdding(true)}>Add a provider</Button>}
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
      {asked !== undefined && (
        <TestQuestion key={asked.id} source={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}
