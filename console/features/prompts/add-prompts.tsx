import { type ChangeEvent, useState } from 'react'
import { type DataOf, useReadAll, useWrite } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useOpen } from '../../ui/use-open.ts'
import { batchesOf, type PromptLine, readPromptLines } from './prompt-lines.ts'

const unsorted = { value: '', name: 'No topic' }
const maxFileBytes = 2_000_000

interface RejectedLine {
  line: PromptLine
  problem: string
}

/** The result of the sent lines, before any are sent. */
const noOutcome = { addedCount: 0, rejected: [] as readonly RejectedLine[] }

interface AddPromptsProps {
  kind: 'main' | 'plain'
  /** Hides the button. An open form stays, and with it the input and its error. */
  isHidden?: boolean
}

/** A button that opens a form for prompts from text or a file. Rejected lines show the reason and stay editable. */
export function AddPrompts({ kind, isHidden = false }: AddPromptsProps) {
  const { value: opened, open, close: closeDialog } = useOpen('add')
  const { brandId } = useBrand()
  const topics = useReadAll('list-topics')
  const { draft, change } = useDraft(`prompts:${brandId}`, { text: '', topic: '' })
  const { text, topic } = draft
  const [outcome, setOutcome] = useState(noOutcome)
  const [fileProblem, setFileProblem] = useState<string>()
  const create = useWrite('create-prompts')
  const { lines, head } = readPromptLines(text)
  const edit = (next: string) => {
    change({ text: next })
    setOutcome(noOutcome)
  }
  const takeFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (file === undefined) return
    const isTooLong = file.size > maxFileBytes
    setFileProblem(isTooLong ? `${file.name} is too large. The limit is 2 MB.` : undefined)
    if (!isTooLong) edit(await file.text())
  }
  const submit = async () => {
    const failed: RejectedLine[] = []
    let done = 0
    for (const batch of batchesOf(lines)) {
      const { data } = await create.mutateAsync({
        prompts: batch.map((line) => ({
          text: line.text,
          tags: line.tags,
          countries: line.countries,
          ...(line.topic === undefined && topic === '' ? {} : { topic: line.topic ?? topic }),
        })),
      })
      for (const [place, { problem }] of data.entries())
        if (problem !== null) failed.push({ line: batch[place] as PromptLine, problem })
      done += data.length
      // Remove added lines after each batch, so that a failure never sends them twice.
      const left = [...failed.map(({ line }) => line), ...lines.slice(done)].map(({ raw }) => raw)
      change({ text: left.length === 0 ? '' : [...(head === undefined ? [] : [head]), ...left].join('\n') })
      setOutcome({ addedCount: done - failed.length, rejected: [...failed] })
    }
    if (failed.length === 0) close()
  }
  const close = () => {
    setOutcome(noOutcome)
    closeDialog()
  }
  return (
    <>
      {!isHidden && <Button label="Add prompts" kind={kind} onClick={() => open('prompts')} />}
      <Dialog title="Add prompts" isOpen={opened === 'prompts'} onClose={close}>
        <Form problem={<ProblemNote problem={create.error} />} onSubmit={() => void submit().catch(() => {})}>
          {outcome.rejected.length > 0 && <RejectedLines {...outcome} />}
          <TextArea
            label="One per line, or a table with the column names prompt, topic, tags, markets"
            required
            rows={8}
            value={text}
            onChange={(event) => edit(event.target.value)}
          />
          <Field
            label="Or a file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            className="block w-full text-sm text-muted file:mr-3 file:rounded-md file:border file:border-line-strong file:bg-panel file:px-3 file:py-1.5 file:text-ink"
            onChange={(event) => void takeFile(event)}
          />
          {fileProblem !== undefined && (
            <p role="alert" className="text-sm text-down">
              {fileProblem}
            </p>
          )}
          <Select
            label={head === undefined ? 'Topic' : 'Topic for lines without one'}
            value={topic}
            onChange={(event) => change({ topic: event.target.value })}
            options={[unsorted, ...topicOptions(topics.data?.data ?? [])]}
          />
          <DialogActions
            onCancel={close}
            cancel={outcome.rejected.length > 0 ? 'Close' : 'Cancel'}
            isBusy={create.isPending}
            isIncomplete={lines.length === 0}
          >
            Add {lines.length > 1 ? count(lines.length) : ''}
          </DialogActions>
        </Form>
      </Dialog>
    </>
  )
}

/** Topics by path, as the server identifies them. */
function topicOptions(topics: DataOf<'list-topics'>) {
  const nameOf = new Map(topics.map(({ id, name }) => [id, name]))
  return topics.map(({ name, parent_topic_id: parent }) => {
    const path = parent === null ? name : `${nameOf.get(parent)} / ${name}`
    return { value: path, name: path }
  })
}

function RejectedLines({ rejected, addedCount }: typeof noOutcome) {
  return (
    <div role="alert" className="rounded-lg bg-warn-soft px-4 py-3 text-sm">
      <p className="font-semibold text-warn">
        {addedCount === 0 ? 'None added' : `${count(addedCount)} added`}. {count(rejected.length)} rejected; fix the{' '}
        {rejected.length === 1 ? 'line' : 'lines'} below
      </p>
      <ul className="mt-2 max-h-40 space-y-1 overflow-y-auto">
        {rejected.slice(0, 100).map(({ line, problem }) => (
          <li key={line.number} className="wrap-anywhere">
            <span className="text-muted">Line {count(line.number)}:</span> <bdi>{shortened(line.text)}</bdi> – {problem}
          </li>
        ))}
      </ul>
      {rejected.length > 100 && <p className="mt-1">and {count(rejected.length - 100)} more</p>}
    </div>
  )
}

const shortened = (text: string) => (text.length <= 80 ? text : `${text.slice(0, 80)}…`)
