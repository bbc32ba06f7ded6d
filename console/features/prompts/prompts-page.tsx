import { useState } from 'react'
import { usePages } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { useFilters } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Export } from '../../ui/export.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { AddPrompts } from './add-prompts.tsx'
import { ChangeChosen } from './change-chosen.tsx'
import { PromptTable } from './prompt-table.tsx'
import { Suggestions } from './suggestions.tsx'

export function PromptsPage() {
  const { input, filters } = useFilters()
  const isNarrowed = [filters.engine, filters.country, filters.topic, filters.tag].some(
    ({ length }) => length > 0,
  )
  const may = usePermission()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const listed = { ...input }
  const query = usePages('list-prompts', {
    ...listed,
    include: ['trend', 'engines'],
    limit: 100,
  })
  const total = query.data?.pages[0]?.meta.total
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return (
    <Page
      title="Prompts"
      about={total === undefined ? '…' : `${count(total)} ${total === 1 ? 'prompt' : 'prompts'}`}
      filters={<FilterBar comparison={false} />}
      actions={may('create-prompts') && <AddPrompts kind="main" />}
    >
      <Suggestions />
      <Panel
        title="All prompts"
        about="newest first"
        actions={<Export operation="list-prompts" input={listed} name="prompts" />}
      >
        <Pages
          query={query}
          empty={
            isNarrowed ? (
              <Empty title="No matching prompts">Clear some filters.</Empty>
            ) : (
              <Empty title="No prompts yet">
                Add questions that your customers ask AI engines. “Add prompts” accepts text or a file.
              </Empty>
            )
          }
        >
          {(prompts) => (
            <PromptTable
              prompts={prompts}
              mayEdit={may('update-prompts')}
              chosen={chosen}
              onChoose={setChosen}
              onEnd={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
            />
          )}
        </Pages>
      </Panel>
      {chosen.size > 0 && <ChangeChosen chosen={[...chosen]} onDone={() => setChosen(new Set())} />}
    </Page>
  )
}
