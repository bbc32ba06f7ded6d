import { useQuery } from '@tanstack/react-query'
import { read } from '../api/queries.ts'
import { addDays, today } from '../format/days.ts'
import { useBrand } from './use-brand.ts'

/** The longest period that the server accepts. */
const maxDays = 400

/** Whether a brand has any answers. Undefined until known. Polls until the first answer arrives. */
export function useHasAnswers(): boolean | undefined {
  const { workspaceId, brandId } = useBrand()
  const end_date = today(new Date())
  const start_date = addDays(end_date, 1 - maxDays)
  const input = { brand_id: brandId, start_date, end_date, limit: 1 }
  const { data } = useQuery({
    ...read(workspaceId, 'list-executions', input),
    refetchInterval: ({ state }) => (state.data?.meta.total === 0 ? 5000 : false),
  })
  return data === undefined ? undefined : data.meta.total > 0
}
