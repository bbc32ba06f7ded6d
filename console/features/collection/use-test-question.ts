import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, type Input, type Problem, type ResponseOf } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { isInProgress } from '../../frame/use-refetch-after-tasks.ts'
import { useDraft } from '../../ui/use-draft.ts'

export type Source = ResponseOf<'list-sources'>['data'][number]

/** It goes in the address of a request, which holds no more. */
export const maxPromptLength = 500
/** So long nobody types before the price is asked for. */
const settledMs = 300
const usualPrompt = 'Which are the best running shoes?'

const unasked = {
  ...{ prompt: '', country: 'US', engine: '' },
  /** The write that is tried until its answer has come; then what it began, and the question of it. */
  ...{ attempt: '', task: '', asked: '' },
}

/**
 * A question to a provider as a draft, what it costs at most, and what came of the one that was asked last. A retry finds the
 * first attempt, also after a reload, and is not paid for again.
 */
export function useTestQuestion(source: Source) {
  const { workspaceId } = useBrand()
  const { draft, change } = useDraft(`test question:${source.id}`, unasked)
  const suggested = useSuggestedPrompt(draft.country)
  const engine = source.engines.find((one) => one === draft.engine) ?? source.engines[0] ?? ''
  const { country } = draft
  const question = { source_id: source.id, prompt: draft.prompt.trim() || suggested, country, engine }
  const price = usePrice(question)
  const ask = useMutation<ResponseOf<'start-task'>, Problem, typeof question>({
    mutationFn(asked) {
      const attempt = draft.attempt || crypto.randomUUID()
      change({ attempt })
      const begun = { operation: 'test-source', input: JSON.stringify(asked) }
      return call('start-task', begun, { workspaceId, idempotencyKey: attempt })
    },
    onSuccess: ({ data }, { prompt }) => change({ attempt: '', task: data.id, asked: prompt }),
  })
  const { data: begun, error: unread } = useQuery({
    ...read(workspaceId, 'get-task', { task_id: draft.task }),
    enabled: draft.task !== '',
    refetchInterval: ({ state: { data, error } }) =>
      isForgotten(error) || (data !== undefined && !isInProgress(data.data)) ? false : 1000,
  })
  // Until the first word of a task the one before stands in its place.
  const task = begun?.data.id === draft.task ? begun.data : undefined
  const isUnknown = draft.task !== '' && task === undefined && !isForgotten(unread)
  return {
    draft,
    engine,
    /** What is asked where nothing is typed. */
    suggested,
    // Another question is another attempt.
    set: (changed: Partial<typeof draft>) => change({ ...changed, attempt: '' }),
    price,
    problem: ask.error ?? (isUnknown ? unread : null),
    ask: () => ask.mutate(question),
    isAsking: ask.isPending || isUnknown || (task !== undefined && isInProgress(task)),
    /** What was asked last, and how far that is. */
    asked: task && { prompt: draft.asked, task },
  }
}

/** What this very question costs; undefined until that is known. It is asked for once it stands, not at each letter. */
function usePrice(question: Input<'estimate-test-source'>) {
  const { workspaceId } = useBrand()
  const now = JSON.stringify(question)
  const [settled, setSettled] = useState(now)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), settledMs)
    return () => clearTimeout(timer)
  }, [now])
  const asked = JSON.parse(settled) as typeof question
  const { data, error, isPlaceholderData } = useQuery(read(workspaceId, 'estimate-test-source', asked))
  const isOfAnother = now !== settled || isPlaceholderData
  return isOfAnother ? { estimate: undefined, problem: null } : { estimate: data?.data, problem: error }
}

/** Tasks are not kept for good. */
const isForgotten = (problem: Problem | null) => problem?.code === 'not_found'

/** One that the brand asks in the market anyway, where there is one. */
function useSuggestedPrompt(country: string): string {
  const { workspaceId, brandId } = useBrand()
  const { data } = useQuery(read(workspaceId, 'list-prompts', { brand_id: brandId, limit: 20 }))
  const prompts = data?.data.filter(({ text }) => text.length <= maxPromptLength) ?? []
  return (prompts.find(({ countries }) => countries.includes(country)) ?? prompts[0])?.text ?? usualPrompt
}
