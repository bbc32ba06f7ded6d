import { useQueryClient } from '@tanstack/react-query'
import { useRead, useWrite } from '../../api/hooks.ts'
import { whoami } from '../../api/queries.ts'
import { EditForm } from '../../ui/edit-form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useEdit } from '../../ui/use-edit.ts'

/** The workspace name. Owners can change it. */
export function WorkspaceName({ workspaceId }: { workspaceId: string }) {
  const query = useRead('get-workspace')
  return (
    <Panel title="Workspace" about="name in the console and in invitations">
      <Loaded query={query} lines={2}>
        {({ data, version }) => <NameForm workspaceId={workspaceId} name={data.name} version={version} />}
      </Loaded>
    </Panel>
  )
}

interface NameFormProps {
  workspaceId: string
  name: string
  version: string | undefined
}

function NameForm({ workspaceId, name, version }: NameFormProps) {
  const queries = useQueryClient()
  const edit = useEdit(`workspace:${workspaceId}`, { name }, version)
  const rename = useWrite('rename-workspace', {
    version: edit.version,
    changes: ['get-workspace'],
    onDone() {
      edit.clear()
      void queries.invalidateQueries(whoami)
    },
  })
  return (
    <EditForm
      edit={edit}
      fields={{ name: { label: 'Name', required: true } }}
      write={rename}
      onSave={(_, { name }) => rename.mutate({ name })}
    />
  )
}
