import { useEffect, useState } from 'react'
import { type Input, Problem, type ResponseOf } from '../../api/client.ts'
import { type RowOf, useRead } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { useKeptTask } from '../../frame/use-kept-task.ts'
import { isInProgress } from '../../frame/use-refetch-after-tasks.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FieldGrid } from '../../ui/edit-form.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Form } from '../../ui/form.tsx'
import { ProblemNote, Skeleton } from '../../ui/panel.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { describeOutcome, type Estimate, estimateWords, factsOf, isAffordable, type Tested } from './test-words.ts'

export type Source = RowOf<'list-sources'>

/** The prompt is part of a URL, which limits its length. */
const maxPromptLength = 500
const debounceMs = 300
const defaultPrompt = 'Which are the best running shoes?'

const emptyDraft = {
  ...{ prompt: '', country: 'US', engine: '' },
  /** Idempotency key of a pending write, then the task that it started and the task’s prompt. */
  ...{ attempt: '', task: '', asked: '' },
}

/** The price of the current prompt. Undefined until known; requested after typing stops. */
function usePrice(question: Input<'estimate-test-source'>) {
  const now = JSON.stringify(question)
  const [settled, setSettled] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), debounceMs)
    return () => clearTimeout(timer)
  }, [now])
  const asked = JSON.parse(settled) as typeof question
  const { data, error, isPlaceholderData } = useRead('estimate-test-source', asked)
  const isStale = now !== settled || isPlaceholderData
  return isStale ? { estimate: undefined, problem: null } : { estimate: data?.data, problem: error }
}

/** A prompt that the brand already runs in the market, if any. */
function useSuggestedPrompt(country: string): string {
  const { data } = useRead('list-prompts', { limit: 20 })
  const prompts = data?.data.filter(({ text }) => text.length <= maxPromptLength) ?? []
  return (prompts.find(({ countries }) => countries.includes(country)) ?? prompts[0])?.text ?? defaultPrompt
}

/**
 * Sends one test prompt to a provider and shows the answer. Shows the maximum cost before. A retry finds the first
 * attempt, even after a reload, and costs nothing extra.
 */
export function TestQuestion({ source, onClose }: { source: Source; onClose: () => void }) {
  const { draft, change } = useDraft(`test question:${source.id}`, emptyDraft)
  const { country } = draft
  const suggested = useSuggestedPrompt(country)
  const engine = source.engines.find((one) => one === draft.engine) ?? source.engines[0] ?? ''
  const question = { source_id: source.id, prompt: draft.prompt.trim() || suggested, country, engine }
  const price = usePrice(question)
  const ask = useKeptTask<typeof question>('test-source', draft, (changed, { prompt }) =>
    change({ ...changed, ...(changed.attempt === '' && { asked: prompt }) }),
  )
  return (
    <Dialog title={`Test ${source.name}`} isOpen onClose={onClose}>
      <Form problem={<ProblemNote problem={ask.problem} />} onSubmit={() => ask.start(question)}>
        <FieldGrid
          fields={{
            prompt: { label: 'Prompt', rows: 3, placeholder: suggested, maxLength: maxPromptLength },
            engine: {
              label: 'Engine',
              options: source.engines.map((value) => ({ value, name: engineName(value) })),
              isHidden: source.engines.length < 2,
            },
            country: {
              label: 'Market',
              hint: 'A country code, such as US',
              required: true,
              maxLength: 2,
              isUpperCase: true,
            },
          }}
          values={{ prompt: draft.prompt, engine, country }}
          // A changed prompt is a new attempt.
          onChange={(changed) => change({ ...changed, attempt: '' })}
        />
        <Price {...price} />
        <DialogActions
          cancel="Close"
          onCancel={onClose}
          isBusy={ask.isBusy}
          isIncomplete={!isAffordable(price.estimate)}
        >
          {ask.isBusy ? 'Running…' : 'Run test'}
        </DialogActions>
      </Form>
      {ask.task && <Outcome question={draft.asked} task={ask.task} />}
    </Dialog>
  )
}

function Price({ problem, estimate }: { problem: Problem | null; estimate: Estimate | undefined }) {
  if (problem !== null) return <ProblemNote problem={problem} />
  if (estimate === undefined) return <Skeleton lines={1} />
  return <p className={`text-sm ${isAffordable(estimate) ? 'text-muted' : 'text-down'}`}>{estimateWords(estimate)}</p>
}

function Outcome({ question, task }: { question: string; task: ResponseOf<'get-task'>['data'] }) {
  if (isInProgress(task))
    return (
      <p role="status" className="border-t border-line pt-4 text-muted">
        Running. Some providers take minutes. Continues if you close this dialog.
      </p>
    )
  if (task.error !== null) return <ProblemNote problem={new Problem(task.error.code, task.error.message, 409)} />
  return <Result question={question} result={task.result as Tested} />
}

function Result({ question, result }: { question: string; result: Tested }) {
  const { outcome, answer, citations } = result
  return (
    <section aria-label="Result" className="space-y-3 border-t border-line pt-4">
      <p className="text-sm text-muted">
        <q>
          <bdi>{question}</bdi>
        </q>
      </p>
      <p role="status" className={outcome === 'failed' || outcome === 'unreadable' ? 'text-down' : 'font-medium'}>
        <bdi>{describeOutcome(result)}</bdi>
      </p>
      <bdi className="block text-sm text-muted">{factsOf(result).join(' · ')}</bdi>
      {answer !== null && (
        <section
          aria-label="The answer"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
          tabIndex={0}
          dir="auto"
          className="max-h-72 overflow-y-auto rounded-lg bg-sunken px-3 py-2 whitespace-pre-line wrap-anywhere"
        >
          {answer}
        </section>
      )}
      {citations.length > 0 && (
        <ul aria-label="Sources of the answer" className="space-y-1 text-sm">
          {citations.map(({ url, title }) => (
            <li key={url}>
              <ExternalLink url={url} domain={url} title={title === '' ? null : title} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
