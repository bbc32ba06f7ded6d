import { useRead } from '../../api/hooks.ts'
import { useHasAnswers } from '../../frame/use-has-answers.ts'
import { usePermission } from '../../frame/use-permission.ts'

/** Onboarding progress of a brand. Undefined until known. */
export function useSteps() {
  const may = usePermission()
  const competitors = useRead('list-competitors', { limit: 1 })
  const prompts = useRead('list-prompts', { limit: 1 })
  const sources = useRead('list-sources', {}, { enabled: may('list-sources') })
  const plan = useRead('estimate-collection')
  const hasAnswers = useHasAnswers()
  const estimate = plan.data?.data
  return {
    hasAnswers,
    steps: {
      competitors: has(competitors.data?.data),
      prompts: prompts.data === undefined ? undefined : prompts.data.meta.total > 0,
      provider: has(sources.data?.data),
      plan: estimate === undefined ? undefined : estimate.engines.length > 0 && estimate.budget_usd !== null,
    },
  }
}

const has = (list: readonly unknown[] | undefined) => (list === undefined ? undefined : list.length > 0)
