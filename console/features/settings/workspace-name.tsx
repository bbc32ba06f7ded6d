import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../api/hooks.ts'
import { whoami } from '../../api/queries.ts'
import { EditForm } from '../../ui/edit-form.tsx'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

/** The workspace name. Owners can change it. */
export function WorkspaceName() {
  const query = useRead('get-workspace')
  return (
    <Panel title="Workspace" about="name in the console and in invitations">
      <Loaded query={query} lines={2}>
        {({ data, version }) => <NameForm name={data.name} version={version} />}
      </Loaded>
    </Panel>
  )
}

function NameForm({ name, version }: { name: string; version: string | undefined }) {
  const { workspaceId } = useParams({ from: '/signed-in/$workspaceId' })
  const queries = useQueryClient()
  const edit = useEdit(`workspace:${workspaceId}`, { name }, version)
  const rename = useSave('rename-workspace', edit, {
    changes: ['get-workspace'],
    onDone: () => void queries.invalidateQueries(whoami),
  })
  return (
    <EditForm
      edit={edit}
      fields={{ name: { label: 'Name', required: true } }}
      write={rename}
      onSave={(_, given) => rename.mutate(given)}
    />
  )
}
