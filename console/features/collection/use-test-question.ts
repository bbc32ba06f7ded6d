import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, type Input, type Problem, type ResponseOf } from '../../api/client.ts'
import { type RowOf, useRead } from '../../api/hooks.ts'
import { useBrand } from '../../frame/brand.tsx'
import { isInProgress } from '../../frame/use-refetch-after-tasks.ts'
import { useDraft } from '../../ui/use-draft.ts'

export type Source = RowOf<'list-sources'>

/** The prompt is part of a URL, which limits its length. */
export const maxPromptLength = 500
/** Debounces typing before requesting the price. */
const debounceMs = 300
const defaultPrompt = 'Which are the best running shoes?'

const emptyDraft = {
  ...{ prompt: '', country: 'US', engine: '' },
  /** Idempotency key of a pending write, then the task that it started and the task’s prompt. */
  ...{ attempt: '', task: '', asked: '' },
}

/**
 * A test prompt as a draft, its maximum cost, and the result of the last one. A retry finds the first attempt, even
 * after a reload, and costs nothing extra.
 */
export function useTestQuestion(source: Source) {
  const { workspaceId } = useBrand()
  const { draft, change } = useDraft(`test question:${source.id}`, emptyDraft)
  const suggested = useSuggestedPrompt(draft.country)
  const engine = source.engines.find((one) => one === draft.engine) ?? source.engines[0] ?? ''
  const { country } = draft
  const question = { source_id: source.id, prompt: draft.prompt.trim() || suggested, country, engine }
  const price = usePrice(question)
  const ask = useMutation<ResponseOf<'start-task'>, Problem, typeof question>({
    mutationFn(asked) {
      const attempt = draft.attempt || crypto.randomUUID()
      change({ attempt })
      const started = { operation: 'test-source', input: JSON.stringify(asked) }
      return call('start-task', started, { workspaceId, idempotencyKey: attempt })
    },
    onSuccess: ({ data }, { prompt }) => change({ attempt: '', task: data.id, asked: prompt }),
  })
  const { data: started, error: unread } = useRead(
    'get-task',
    { task_id: draft.task },
    {
      enabled: draft.task !== '',
      refetchInterval: ({ state: { data, error } }) =>
        isDeletedTask(error) || (data !== undefined && !isInProgress(data.data)) ? false : 1000,
    },
  )
  // Ignore the previous task until the new one is loaded.
  const task = started?.data.id === draft.task ? started.data : undefined
  const isUnknown = draft.task !== '' && task === undefined && !isDeletedTask(unread)
  return {
    draft,
    engine,
    /** Used if the prompt is empty. */
    suggested,
    // A changed prompt is a new attempt.
    set: (changed: Partial<typeof draft>) => change({ ...changed, attempt: '' }),
    price,
    problem: ask.error ?? (isUnknown ? unread : null),
    ask: () => ask.mutate(question),
    isAsking: ask.isPending || isUnknown || (task !== undefined && isInProgress(task)),
    /** The last prompt and its task. */
    asked: task && { prompt: draft.asked, task },
  }
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

/** Tasks are deleted after a while. */
const isDeletedTask = (problem: Problem | null) => problem?.code === 'not_found'

/** A prompt that the brand already runs in the market, if any. */
function useSuggestedPrompt(country: string): string {
  const { data } = useRead('list-prompts', { limit: 20 })
  const prompts = data?.data.filter(({ text }) => text.length <= maxPromptLength) ?? []
  return (prompts.find(({ countries }) => countries.includes(country)) ?? prompts[0])?.text ?? defaultPrompt
}
