import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePages } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { count } from '../../format/numbers.ts'
import { BackLink, BrandLink, useFilters } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { NoAnswers } from '../../frame/no-answers.tsx'
import { Page } from '../../frame/page.tsx'
import { Export } from '../../ui/export.tsx'
import { inputClass } from '../../ui/field.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { EngineTile, MarketTag } from '../../ui/tiles.tsx'
import { answerFilters, listSearch, withoutReading } from './answer-search.ts'
import { type ListedAnswer, Position } from './answer-table.tsx'
import { ReadingView } from './reading-view.tsx'

/** Answers at the left, and the chosen one at the right: at first the newest. Phones show one of them. */
export function AnswersPage() {
  const { input, search } = useFilters()
  const { executionId } = useParams({ strict: false }) as { executionId?: string }
  const listed = { ...answerFilters(input, search) }
  const query = usePages('list-executions', { ...listed, limit: 50 })
  const list = pagedListOf(query)
  const shown = executionId ?? list.rows?.[0]?.id
  // The total of the previous search does not apply to this one.
  const total = query.isPlaceholderData ? undefined : query.data?.pages[0]?.meta.total
  return (
    <Page
      title="Answers"
      filters={<FilterBar comparison={false} />}
      actions={<Export operation="list-executions" input={listed} name="answers" />}
    >
      <div
        className={`grid items-start gap-4 ${list.rows?.length === 0 && shown === undefined ? '' : 'min-[1000px]:grid-cols-[308px_minmax(0,1fr)]'}`}
      >
        <div
          className={`min-w-0 min-[1000px]:sticky min-[1000px]:top-12 min-[1000px]:max-h-[calc(100dvh-60px)] min-[1000px]:overflow-y-auto ${executionId === undefined ? '' : 'max-[1000px]:hidden'}`}
        >
          <SearchForm
            param="search"
            label="Search prompts and answers"
            minLength={2}
            maxLength={200}
            className={inputClass}
          />
          <p className="py-2 text-sm text-muted">
            {count(total)} answers
            {search.search === undefined ? ', newest first' : ` contain “${search.search}” in the prompt or the text`}
          </p>
          <ListPanel
            label="Answers"
            list={list}
            isFlush
            empty={
              <NoAnswers>
                Choose a longer period or clear some filters
                {search.search === undefined ? '' : ', or shorten the search'}.
              </NoAnswers>
            }
          >
            {(answers) => <AnswerList answers={answers} shown={shown} />}
          </ListPanel>
        </div>
        {shown !== undefined && (
          <div className={`min-w-0 space-y-3 ${executionId === undefined ? 'max-[1000px]:hidden' : ''}`}>
            <div className="min-[1000px]:hidden">
              <BackLink to="answers" search={listSearch(search)}>
                ← All answers
              </BackLink>
            </div>
            <ReadingView executionId={shown} />
          </div>
        )}
      </div>
    </Page>
  )
}

function AnswerList({ answers, shown }: { answers: readonly ListedAnswer[]; shown: string | undefined }) {
  const { search } = useFilters()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-shown]')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <ul ref={list} className="divide-y divide-line">
      {answers.map((answer) => (
        <li key={answer.id} data-shown={answer.id === shown || undefined} className="data-shown:bg-selected">
          <BrandLink
            to={`answers/${answer.id}`}
            search={withoutReading(search)}
            className="block px-3.5 py-2 hover:bg-hover"
          >
            <bdi className="block truncate font-medium">{answer.prompt ?? 'Deleted prompt'}</bdi>
            <span className="mt-px flex items-center gap-2 text-sm text-muted">
              <EngineTile engine={answer.engine} />
              {engineName(answer.engine)}
              <MarketTag country={answer.country} />
              <span className="ml-auto">
                <Position answer={answer} isText />
              </span>
            </span>
          </BrandLink>
        </li>
      ))}
    </ul>
  )
}
