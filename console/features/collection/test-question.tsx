import { Problem, type ResponseOf } from '../../api/client.ts'
import { engineName } from '../../copy/engines.ts'
import { isInProgress } from '../../frame/use-refetch-after-tasks.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { ProblemNote, Skeleton } from '../../ui/panel.tsx'
import {
  describeOutcome,
  type Estimate,
  estimateWords,
  factsOf,
  isAffordable,
  type Tested,
} from './test-words.ts'
import { maxPromptLength, type Source, useTestQuestion } from './use-test-question.ts'

/** Sends one test prompt to a provider and shows the answer. Shows the maximum cost before. */
export function TestQuestion({ source, onClose }: { source: Source; onClose: () => void }) {
  const { draft, engine, suggested, set, price, problem, ask, isAsking, asked } = useTestQuestion(source)
  return (
    <Dialog title={`Test ${source.name}`} isOpen onClose={onClose}>
      <Form problem={<ProblemNote problem={problem} />} onSubmit={ask}>
        <TextArea
          label="Prompt"
          placeholder={suggested}
          maxLength={maxPromptLength}
          value={draft.prompt}
          onChange={({ target }) => set({ prompt: target.value })}
        />
        {source.engines.length > 1 && (
          <Select
            label="Engine"
            value={engine}
            onChange={({ target }) => set({ engine: target.value })}
            options={source.engines.map((value) => ({ value, name: engineName(value) }))}
          />
        )}
        <Field
          label="Market"
          hint="A country code, such as US"
          required
          maxLength={2}
          value={draft.country}
          onChange={({ target }) => set({ country: target.value.toUpperCase() })}
        />
        <Price {...price} />
        <DialogActions
          cancel="Close"
          onCancel={onClose}
          isBusy={isAsking}
          isIncomplete={!isAffordable(price.estimate)}
        >
          {isAsking ? 'Running…' : 'Run test'}
        </DialogActions>
      </Form>
      {asked !== undefined && <Outcome question={asked.prompt} task={asked.task} />}
    </Dialog>
  )
}

/** The maximum cost before the request, or why it is not possible. */
function Price({ problem, estimate }: { problem: Problem | null; estimate: Estimate | undefined }) {
  if (problem !== null) return <ProblemNote problem={problem} />
  if (estimate === undefined) return <Skeleton lines={1} />
  return (
    <p className={`text-sm ${isAffordable(estimate) ? 'text-muted' : 'text-down'}`}>
      {estimateWords(estimate)}
    </p>
  )
}

function Outcome({ question, task }: { question: string; task: ResponseOf<'get-task'>['data'] }) {
  if (isInProgress(task))
    return (
      <p role="status" className="border-t border-line pt-4 text-muted">
        Running. Some providers take minutes. Continues if you close this dialog.
      </p>
    )
  if (task.error !== null)
    return <ProblemNote problem={new Problem(task.error.code, task.error.message, 409)} />
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
      <p
        role="status"
        className={outcome === 'failed' || outcome === 'unreadable' ? 'text-down' : 'font-medium'}
      >
        <bdi>{describeOutcome(result)}</bdi>
      </p>
      <p className="text-sm text-muted">
        <bdi>{factsOf(result).join(' · ')}</bdi>
      </p>
      {answer !== null && <AnswerText text={answer} />}
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

function AnswerText({ text }: { text: string }) {
  return (
    <section
      aria-label="The answer"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      dir="auto"
      className="max-h-72 overflow-y-auto rounded-lg bg-sunken px-3 py-2 whitespace-pre-line [overflow-wrap:anywhere]"
    >
      {text}
    </section>
  )
}
