import { useWrite } from '../../api/use-write.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { competitorReads } from './competitor-reads.ts'

/** Tracks or dismisses suggested competitors. */
export function useDecision() {
  const { brandId } = useBrand()
  const write = useWrite('update-competitor-suggestion', { changes: competitorReads })
  return {
    error: write.error,
    isPending: write.isPending,
    decide: (suggestion_id: string, state: 'accepted' | 'dismissed') =>
      write.mutate({ brand_id: brandId, suggestion_id, state }),
  }
}
