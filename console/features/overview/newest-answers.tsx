import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AnswerTable } from '../answers/answer-table.tsx'

export function NewestAnswers() {
  const { workspaceId, brandId } = useBrand()
  const { input } = useFilters()
  const query = useQuery(read(workspaceId, 'list-executions', { brand_id: brandId, ...input, limit: 6 }))
  return (
    <Panel title="Latest answers">
      <Loaded query={query} lines={6}>
        {({ data }) => <AnswerTable answers={data} />}
      </Loaded>
    </Panel>
  )
}
