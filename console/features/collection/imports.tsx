import { useState } from 'react'
import { useWrite } from '../../api/hooks.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { WriteButton } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Panel, ProblemNote } from '../../ui/panel.tsx'
import { RunningTasks } from './running-tasks.tsx'
import words from './words.json' with { type: 'json' }

const kinds = words.imports

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
  const { brandId } = useBrand()
  const [file, setFile] = useState<File>()
  const upload = useWrite('start-task', { onDone: () => setFile(undefined) })
  const { name, about } = kinds[operation]
  return (
    <Panel title={name} about={about}>
      <ProblemNote problem={upload.error} />
      <FileDrop label={name} file={file} onChoose={setFile}>
        <WriteButton
          label={upload.isPending ? 'Uploading…' : file === undefined ? 'Import' : `Import ${file.name}`}
          kind="main"
          disabled={file === undefined || upload.isPending}
          write={upload}
          input={{ operation, brand_id: brandId, file }}
        />
      </FileDrop>
    </Panel>
  )
}
