import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Problem, type ResponseOf } from '../../api/client.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Panel, ProblemNote } from '../../ui/panel.tsx'
import { RunningTasks } from './running-tasks.tsx'

const kinds = {
  'import-answers': {
    name: 'Answers',
    about: 'JSON Lines. See docs/importing-answers.md for the fields.',
  },
  'import-crawler-logs': { name: 'Web server logs', about: 'Web server log files, compressed or not.' },
} as const

/** File imports of answers and logs: uploaded, then processed in the background. */
export function Imports() {
  const may = usePermission()
  return (
    <>
      {(Object.keys(kinds) as (keyof typeof kinds)[]).map((operation) => (
        <div key={operation} className="space-y-5">
          {may(operation) && <Upload operation={operation} />}
          <RunningTasks operation={operation} />
        </div>
      ))}
    </>
  )
}

function Upload({ operation }: { operation: keyof typeof kinds }) {
  const { workspaceId, brandId } = useBrand()
  const queries = useQueryClient()
  const [file, setFile] = useState<File>()
  const upload = useMutation<ResponseOf<'start-task'>, Problem, File>({
    mutationFn: (chosen) =>
      call('start-task', { operation, brand_id: brandId }, { workspaceId, file: chosen }),
    async onSuccess() {
      setFile(undefined)
      await queries.invalidateQueries({ queryKey: [workspaceId, 'list-tasks'] })
    },
  })
  const { name, about } = kinds[operation]
  return (
    <Panel title={name} about={about}>
      <ProblemNote problem={upload.error} />
      <FileDrop label={name} file={file} onChoose={setFile}>
        <Button
          kind="main"
          disabled={file === undefined || upload.isPending}
          onClick={() => file !== undefined && upload.mutate(file)}
        >
          {upload.isPending ? 'Uploading…' : file === undefined ? 'Import' : `Import ${file.name}`}
        </Button>
      </FileDrop>
    </Panel>
  )
}
