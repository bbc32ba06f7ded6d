import { usePages } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { NoAnswers } from '../../frame/no-answers.tsx'
import { Page } from '../../frame/page.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { answerFilters } from './answer-search.ts'
import { AnswerTable } from './answer-table.tsx'

export function AnswersPage() {
  const { input, search } = useFilters()
  const listed = { ...answerFilters(input, search) }
  const query = usePages('list-executions', { ...listed, limit: 50 })
  // The total of the previous search does not apply to this one.
  const total = query.isPlaceholderData ? undefined : query.data?.pages[0]?.meta.total
  return (
    <Page
      title="Answers"
      about={
        total === undefined
          ? '…'
          : search.search === undefined
            ? `${count(total)} answers, newest first.`
            : `${count(total)} answers contain “${search.search}” in the prompt or the text.`
      }
      filters={
        <div className="space-y-2">
          <FilterBar comparison={false} />
          <SearchForm
            param="search"
            label="Search prompts and answers"
            minLength={2}
            maxLength={200}
            className="w-full max-w-sm rounded-full border border-line-strong bg-panel px-4 py-1 text-sm text-ink placeholder:text-muted"
          />
        </div>
      }
    >
      <ListPanel
        title="Latest answers"
        actions={<Export operation="list-executions" input={listed} name="answers" />}
        list={pagedListOf(query)}
        empty={
          <NoAnswers>
            Choose a longer period or clear some filters
            {search.search === undefined ? '' : ', or shorten the search'}.
          </NoAnswers>
        }
      >
        {(answers) => <AnswerTable answers={answers} />}
      </ListPanel>
    </Page>
  )
}
