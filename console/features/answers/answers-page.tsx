import { usePages } from '../../api/use-pages.ts'
import { count } from '../../format/numbers.ts'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { Pages } from '../../ui/pages.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { AnswerTable } from './answer-table.tsx'

export function AnswersPage() {
  const { workspaceId, brandId } = useBrand()
  const { input, search } = useFilters()
  const query = usePages(workspaceId, 'list-executions', {
    brand_id: brandId,
    ...input,
    ...(search.prompt === undefined ? {} : { prompt_id: [search.prompt] }),
    limit: 50,
  })
  const total = query.data?.pages[0]?.meta.total
  return (
    <Page
      title="Answers"
      about={total === undefined ? '…' : `${count(total)} answers of engines, the newest first.`}
      filters={<FilterBar comparison={false} />}
    >
      <Panel title="Newest first">
        <Pages
          query={query}
          rowsOf={({ data }) => data}
          empty={<Empty title="No answer fits">Widen the period, or take filters away.</Empty>}
        >
          {(answers) => <AnswerTable answers={answers} />}
        </Pages>
      </Panel>
    </Page>
  )
}
