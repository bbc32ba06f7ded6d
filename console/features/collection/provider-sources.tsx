import { useState } from 'react'
import { type RowOf, rowOf, useRead } from '../../api/hooks.ts'
import { providerNames } from '../../api/operations.gen.ts'
import { engineName } from '../../copy/engines.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, type Column } from '../../ui/table.tsx'
import { AddSource } from './add-source.tsx'
import { ChangeSource } from './change-source.tsx'
import { TestQuestion } from './test-question.tsx'

type Source = RowOf<'list-sources'>
type Dialog = 'test' | 'change'

export function ProviderSources() {
  const may = usePermission()
  const query = useRead('list-sources', {}, { enabled: may('list-sources') })
  const [opened, setOpened] = useState<{ id: string; dialog: Dialog }>()
  if (!may('list-sources'))
    return <Empty title="Only editors and admins can see providers">Ask a workspace admin.</Empty>
  const found = rowOf(query.data, opened?.id)
  const close = () => setOpened(undefined)
  const columns: Column<Source>[] = [
    {
      name: 'Provider',
      className: 'w-full',
      cell: ({ name, kind, model, engines, base_url }) => (
        <>
          {name} <span className="text-sm text-muted">{providerNames[kind]}</span>
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
          <span className="text-down">{paused_reason}</span>
        ) : needs_api_key ? (
          <span className="text-warn">API key required</span>
        ) : failures > 0 ? (
          `${failures} consecutive failures`
        ) : (
          'Ready'
        ),
    },
    actionsColumn((source) => (
      <>
        {may('test-source') && (
          <Button
            aria-label={`Test ${source.name}`}
            onClick={() => setOpened({ id: source.id, dialog: 'test' })}
          >
            Test
          </Button>
        )}
        {may('update-source') && (
          <Button
            aria-label={`Edit ${source.name}`}
            onClick={() => setOpened({ id: source.id, dialog: 'change' })}
          >
            Edit
          </Button>
        )}
        {may('delete-source') && (
          <ConfirmButton
            name={`Delete ${source.name}`}
            title={`Delete “${source.name}”?`}
            operation="delete-source"
            input={{ source_id: source.id }}
            changes={['list-sources', 'get-collection', 'estimate-collection', 'list-sample-sizes']}
            version={rowOf(query.data, source.id)?.version}
          >
            <p>
              This deletes its API key. Plans that use it stop until you select another provider. Its answers
              are kept. You cannot undo this.
            </p>
          </ConfirmButton>
        )}
      </>
    )),
  ]
  return (
    <>
      <ListPanel
        title="Providers"
        about="services that return answers; keys are stored encrypted and never shown again"
        actions={<AddSource isHidden={!may('create-source')} />}
        list={listOf(query)}
        columns={columns}
        empty={<Empty title="No providers yet">One provider is enough to start.</Empty>}
      />
      {found !== undefined && opened?.dialog === 'test' && (
        <TestQuestion key={found.row.id} source={found.row} onClose={close} />
      )}
      {found !== undefined && opened?.dialog === 'change' && (
        <ChangeSource key={found.row.id} source={found.row} version={found.version} onClose={close} />
      )}
    </>
  )
}
