import { useRead, useReadAll } from '../../api/hooks.ts'
import { useHasAnswers } from '../../frame/use-has-answers.ts'
import { usePermission } from '../../frame/use-permission.ts'

export type Progress = ReturnType<typeof useProgress>

/** How far a brand is set up. Parts are undefined until known. */
export function useProgress() {
  const may = usePermission()
  const competitors = useReadAll('list-competitors').data?.data
  const prompts = useRead('list-prompts', { limit: 1 }).data?.meta.total
  const sources = useRead('list-sources', {}, { enabled: may('list-sources') }).data?.data
  const plan = useRead('estimate-collection').data?.data
  return { competitors, prompts, sources, plan, hasAnswers: useHasAnswers() }
}
