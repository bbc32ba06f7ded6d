import { useWrite } from '../../api/hooks.ts'
import { competitorReads } from './competitor-form.tsx'

/** Tracks or dismisses suggested competitors. */
export function useDecision() {
  const write = useWrite('update-competitor-suggestion', { changes: competitorReads })
  return {
    error: write.error,
    isPending: write.isPending,
    decide: (suggestion_id: string, state: 'accepted' | 'dismissed') =>
      write.mutate({ suggestion_id, state }),
  }
}
