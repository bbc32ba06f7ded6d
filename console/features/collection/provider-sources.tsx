import { type RowOf, rowOf, useRead } from '../../api/hooks.ts'
import { providerNames } from '../../api/operations.gen.ts'
import { engineName } from '../../copy/engines.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { ListPanel, listOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, type Column, column, mainColumn } from '../../ui/table.tsx'
import { AddSource } from './add-source.tsx'
import { ChangeSource } from './change-source.tsx'
import { TestQuestion } from './test-question.tsx'

type Source = RowOf<'list-sources'>

export function ProviderSources() {
  const may = usePermission()
  const query = useRead('list-sources', {}, { enabled: may('list-sources') })
  if (!may('list-sources'))
    return <Empty title="Only editors and admins can see providers">Ask a workspace admin.</Empty>
  const versionOf = ({ id }: Source) => rowOf(query.data, id)?.version
  const columns: Column<Source>[] = [
    mainColumn('Provider', ({ name, kind, model, engines, base_url }) => (
      <>
        {name} <span className="text-sm text-muted">{providerNames[kind]}</span>
        <span className="block text-sm text-muted [overflow-wrap:anywhere]">
          {[model, engines.map(engineName).join(', '), base_url].filter(Boolean).join(' · ')}
        </span>
      </>
    )),
    column('State', ({ paused_reason, needs_api_key, failures }) =>
      paused_reason !== null ? (
        <span className="text-down">{paused_reason}</span>
      ) : needs_api_key ? (
        <span className="text-warn">API key required</span>
      ) : failures > 0 ? (
        `${failures} consecutive failures`
      ) : (
        'Ready'
      ),
    ),
    actionsColumn((source) => (
      <>
        <DialogButton
          isHidden={!may('test-source')}
          label="Test"
          name={`Test ${source.name}`}
          dialog={TestQuestion}
          given={{ source }}
        />
        <DialogButton
          isHidden={!may('update-source')}
          label="Edit"
          name={`Edit ${source.name}`}
          dialog={ChangeSource}
          given={{ source, version: versionOf(source) }}
        />
        {may('delete-source') && (
          <ConfirmButton
            name={`Delete ${source.name}`}
            title={`Delete “${source.name}”?`}
            operation="delete-source"
            input={{ source_id: source.id }}
            changes={['list-sources', 'get-collection', 'estimate-collection', 'list-sample-sizes']}
            version={versionOf(source)}
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
    <ListPanel
      title="Providers"
      about="services that return answers; keys are stored encrypted and never shown again"
      actions={<AddSource isHidden={!may('create-source')} />}
      list={listOf(query)}
      columns={columns}
      empty={<Empty title="No providers yet">One provider is enough to start.</Empty>}
    />
  )
}
