import { useRead } from '../api/hooks.ts'
import { addDays, today } from '../format/days.ts'

const maxDays = 400

/** Whether a brand has any answers. Undefined until known. Polls until the first answer arrives. */
export function useHasAnswers(): boolean | undefined {
  const end_date = today(new Date())
  const start_date = addDays(end_date, 1 - maxDays)
  const input = { start_date, end_date, limit: 1 }
  const { data } = useRead('list-executions', input, {
    refetchInterval: ({ state }) => (state.data?.meta.total === 0 ? 5000 : false),
  })
  return data === undefined ? undefined : data.meta.total > 0
}
