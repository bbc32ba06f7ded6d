import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { readAll } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { count } from '../../format/numbers.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { inputClass } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { batchesOf, type PromptLine, readPromptLines } from './prompt-lines.ts'

const unsorted = { value: '', name: 'Without a topic' }
const maxFileBytes = 2_000_000

interface Refused {
  line: PromptLine
  problem: string
}

/** Prompts that are pasted or come from a file. What is refused says why, and stays to be mended. */
export function AddPrompts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { workspaceId, brandId } = useBrand()
  const topics = useQuery(readAll(workspaceId, 'list-topics', { brand_id: brandId }))
  const { draft, change } = useDraft(`prompts:${brandId}`, { text: '', topic: '' })
  const { text, topic } = draft
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [made, setMade] = useState(0)
  const [fileProblem, setFileProblem] = useState<string>()
  const create = useWrite('create-prompts', {
    workspaceId,
    changes: ['list-prompts', 'list-topics', 'list-tags'],
  })
  const { lines, head } = readPromptLines(text)
  const edit = (next: string) => {
    change({ text: next })
    setRefused([])
    setMade(0)
  }
  const takeFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (file === undefined) return
    const isTooLong = file.size > maxFileBytes
    setFileProblem(isTooLong ? `${file.name} is too long: take a part of it, up to 2 MB.` : undefined)
    if (!isTooLong) edit(await file.text())
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const kept: Refused[] = []
    let done = 0
    for (const batch of batchesOf(lines)) {
      const { data } = await create.mutateAsync({
        brand_id: brandId,
        prompts: batch.map((line) => ({
          text: line.text,
          tags: line.tags,
          countries: line.countries,
          ...(line.topic === undefined && topic === '' ? {} : { topic: line.topic ?? topic }),
        })),
      })
      for (const [place, { problem }] of data.entries())
        if (problem !== null) kept.push({ line: batch[place] as PromptLine, problem })
      done += data.length
      // What was taken goes, so that nothing is sent twice when the next part fails.
      const left = [...kept.map(({ line }) => line), ...lines.slice(done)].map(({ raw }) => raw)
      change({ text: left.length === 0 ? '' : [...(head === undefined ? [] : [head]), ...left].join('\n') })
      setMade(done - kept.length)
      setRefused([...kept])
    }
    if (kept.length === 0) close()
  }
  const close = () => {
    setMade(0)
    setRefused([])
    onClose()
  }
  return (
    <Dialog title="Add prompts" isOpen={isOpen} onClose={close}>
      <form className="space-y-4" onSubmit={(event) => void submit(event).catch(() => {})}>
        {create.error !== null && <ProblemNote problem={create.error} />}
        {refused.length > 0 && <RefusedLines refused={refused} made={made} />}
        <label className="block text-sm font-medium">
          One a line, or a table whose first line names its columns: prompt, topic, tags, markets
          <textarea
            required
            rows={8}
            className={`mt-1 font-normal ${inputClass}`}
            value={text}
            onChange={(event) => edit(event.target.value)}
          />
        </label>
        <label className="block text-sm font-medium">
          Or a file
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            className="mt-1 block w-full text-sm font-normal text-muted file:mr-3 file:rounded-md file:border file:border-line-strong file:bg-panel file:px-3 file:py-1.5 file:text-ink"
            onChange={(event) => void takeFile(event)}
          />
        </label>
        {fileProblem !== undefined && (
          <p role="alert" className="text-sm text-bad">
            {fileProblem}
          </p>
        )}
        <Select
          label={head === undefined ? 'Topic' : 'Topic of lines without one'}
          value={topic}
          onChange={(event) => change({ topic: event.target.value })}
          options={[unsorted, ...topicOptions(topics.data?.data ?? [])]}
        />
        <DialogActions
          onCancel={close}
          cancel={refused.length > 0 ? 'Close' : 'Cancel'}
          isBusy={create.isPending}
          isIncomplete={lines.length === 0}
        >
          Add {lines.length > 1 ? count(lines.length) : ''}
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Topics by the path that the server knows them by. */
function topicOptions(topics: ResponseOf<'list-topics'>['data']) {
  const nameOf = new Map(topics.map(({ id, name }) => [id, name]))
  return topics.map(({ name, parent_topic_id: parent }) => {
    const path = parent === null ? name : `${nameOf.get(parent)} / ${name}`
    return { value: path, name: path }
  })
}

function RefusedLines({ refused, made }: { refused: readonly Refused[]; made: number }) {
  return (
    <div role="alert" className="rounded-lg bg-warn-soft px-4 py-3 text-sm">
      <p className="font-semibold text-warn">
        {made === 0 ? 'None was added' : `${count(made)} added`}; {count(refused.length)} could not be, and{' '}
        {refused.length === 1 ? 'stands' : 'stand'} below
      </p>
      <ul className="mt-2 max-h-40 space-y-1 overflow-y-auto">
        {refused.slice(0, 100).map(({ line, problem }) => (
          <li key={line.number} className="[overflow-wrap:anywhere]">
            <span className="text-muted">Line {count(line.number)}:</span> <bdi>{shortened(line.text)}</bdi> –{' '}
            {problem}
          </li>
        ))}
      </ul>
      {refused.length > 100 && <p className="mt-1">and {count(refused.length - 100)} more</p>}
    </div>
  )
}

const shortened = (text: string) => (text.length <= 80 ? text : `${text.slice(0, 80)}…`)
