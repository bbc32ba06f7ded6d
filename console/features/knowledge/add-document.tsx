import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Problem, type ResponseOf } from '../../api/client.ts'
import { webAddress } from '../../format/web-address.ts'
import { useBrand } from '../../frame/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, ProblemNote } from '../../ui/panel.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { RunningTasks } from '../collection/running-tasks.tsx'

/** A document to add, as a file or URL. */
/** Adds a document from a file or URL. It is processed in the background. */
export function AddDocument() {
  const { workspaceId, brandId } = useBrand()
  const queries = useQueryClient()
  const { draft, change, clear } = useDraft(`document:${brandId}`, { title: '', url: '' })
  const { title, url } = draft
  const [file, setFile] = useState<File>()
  const add = useMutation<ResponseOf<'start-task'>, Problem, { title: string; file?: File; url?: string }>({
    mutationFn: ({ file, ...input }) =>
      call(
        'start-task',
        { operation: 'add-knowledge-document', brand_id: brandId, input: JSON.stringify(input) },
        { workspaceId, ...(file === undefined ? {} : { file }) },
      ),
    async onSuccess() {
      clear()
      setFile(undefined)
      await queries.invalidateQueries({ queryKey: [workspaceId, 'list-tasks'] })
    },
  })
  return (
    <>
      <RunningTasks operation="add-knowledge-document" doneWords={() => 'Done: added to the list'} />
      <Panel title="Add a document" about="PDF, HTML, Markdown, DOCX, or text">
        <ProblemNote problem={add.error} />
        <Form
          className="grid gap-4 md:grid-cols-2"
          onSubmit={() => add.mutate(file === undefined ? { title, url: webAddress(url) } : { title, file })}
        >
          <FileDrop
            label="File"
            className="md:row-span-2"
            file={file}
            isDisabled={url !== ''}
            onChoose={(chosen) => {
              setFile(chosen)
              if (title === '') change({ title: titleOf(chosen?.name ?? '') })
            }}
          />
          <Field
            label="Or a URL"
            placeholder="www.example.com/about"
            hint="Fetched once"
            disabled={file !== undefined}
            value={url}
            onChange={(event) => change({ url: event.target.value })}
          />
          <div className="flex items-end gap-3">
            <div className="flex-1">
              <Field
                label="Title"
                required
                maxLength={200}
                value={title}
                onChange={(event) => change({ title: event.target.value })}
              />
            </div>
            <Button kind="main" type="submit" disabled={add.isPending || (file === undefined && url === '')}>
              {add.isPending ? 'Uploading…' : 'Add'}
            </Button>
          </div>
        </Form>
      </Panel>
    </>
  )
}

/** A readable title from a file name. */
const titleOf = (name: string) => name.replace(/\.[^.]+$/, '').replace(/[_-]+/g, ' ')
