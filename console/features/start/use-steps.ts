import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { useHasAnswers } from '../../frame/use-has-answers.ts'
import { usePermission } from '../../frame/use-permission.ts'

/** Onboarding progress of a brand. Undefined until known. */
export function useSteps() {
  const { workspaceId, brandId } = useBrand()
  const may = usePermission(workspaceId)
  const ofBrand = { brand_id: brandId }
  const competitors = useQuery(read(workspaceId, 'list-competitors', { ...ofBrand, limit: 1 }))
  const prompts = useQuery(read(workspaceId, 'list-prompts', { ...ofBrand, limit: 1 }))
  const sources = useQuery({ ...read(workspaceId, 'list-sources', {}), enabled: may('list-sources') })
  const plan = useQuery(read(workspaceId, 'estimate-collection', ofBrand))
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
