import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { read, whoami } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { EditProblem } from '../../ui/conflict.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useEdit } from '../../ui/use-edit.ts'

/** The workspace name. Owners can change it. */
export function WorkspaceName({ workspaceId }: { workspaceId: string }) {
  const query = useQuery(read(workspaceId, 'get-workspace', {}))
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
    workspaceId,
    version: edit.version,
    changes: ['get-workspace'],
    onDone() {
      edit.clear()
      void queries.invalidateQueries(whoami)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate({ name: edit.values.name })
  }
  return (
    <div className="space-y-4">
      <EditProblem edit={edit} names={{ name: 'Name' }} write={rename} />
      <form className="flex max-w-md items-end gap-3" onSubmit={submit}>
        <div className="flex-1">
          <Field
            label="Name"
            required
            value={edit.values.name}
            onChange={(event) => edit.set({ name: event.target.value })}
          />
        </div>
        <Button type="submit" disabled={rename.isPending || edit.changed.length === 0}>
          Save
        </Button>
      </form>
    </div>
  )
}
