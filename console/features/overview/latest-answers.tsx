import { useRead } from '../../api/hooks.ts'
import { PanelLink, useFilters } from '../../frame/brand.tsx'
import { LoadedPanel } from '../../ui/panel.tsx'
import { AnswerTable } from '../answers/answer-table.tsx'

/** The newest answers of the current filters. */
export function LatestAnswers() {
  const { input, search } = useFilters()
  const query = useRead('list-executions', { ...input, limit: 6 })
  return (
    <LoadedPanel
      query={query}
      lines={6}
      title="Latest answers"
      isFlush
      actions={
        <PanelLink to="answers" search={search}>
          All answers
        </PanelLink>
      }
    >
      {({ data }) => <AnswerTable answers={data} search={search} />}
    </LoadedPanel>
  )
}
