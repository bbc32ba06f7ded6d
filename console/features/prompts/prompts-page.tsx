import { usePages, useRead } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { useFilters } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { useView, Views } from '../../ui/views.tsx'
import { AddPrompts } from './add-prompts.tsx'
import { ChangeChosen } from './change-chosen.tsx'
import { PromptDrawer } from './prompt-drawer.tsx'
import { changeOfPrompt, type Prompt, usePromptColumns } from './prompt-table.tsx'
import { Suggestions } from './suggestions.tsx'
import { useSelection } from './use-selection.ts'
import views from './views.json' with { type: 'json' }

/** Whether a view holds a prompt. `suggested` lists other rows. */
const holds: Record<Exclude<keyof typeof views, 'suggested'>, (prompt: Prompt) => boolean> = {
  all: () => true,
  low: ({ visibility_pct: visibility }) => visibility !== null && visibility < 35,
  rising: (prompt) => changeOfPrompt(prompt)?.isReal === true && prompt.comparison?.verdict === 'up',
  falling: (prompt) => changeOfPrompt(prompt)?.isReal === true && prompt.comparison?.verdict === 'down',
  missing: ({ engines = [] }) => engines.some(({ visibility_pct: visibility }) => visibility === 0),
}

export function PromptsPage() {
  const { input, filters, search } = useFilters()
  const isNarrowed = [filters.engine, filters.country, filters.topic, filters.tag].some(({ length }) => length > 0)
  const may = usePermission()
  const { chosen, setChosen, choose } = useSelection()
  const view = useView('view', views)
  const listed = { ...input, compare_to_previous: filters.compare }
  const query = usePages('list-prompts', { ...listed, include: ['trend', 'engines'], limit: 100 })
  const suggestions = useRead('list-prompt-suggestions')
  const list = pagedListOf(query)
  const all = list.rows ?? []
  const rows = view === 'suggested' ? all : all.filter(holds[view])
  const words = (search.find ?? '').toLowerCase()
  const found = rows.filter(({ text }) => text.toLowerCase().includes(words))
  // Some of the rows would give wrong counts.
  const counts =
    list.rows === undefined || list.more !== undefined
      ? { all: query.data?.pages[0]?.meta.total }
      : Object.fromEntries(Object.entries(holds).map(([key, isIn]) => [key, all.filter(isIn).length]))
  const choice = (
    <Views label="Views" name="view" views={views} counts={{ ...counts, suggested: suggestions.data?.data.length }} />
  )
  const selection: Column<Prompt> = {
    name: 'Select',
    isNameHidden: true,
    heading: found.length > 0 && (
      <Checkbox
        name={`Select all ${count(found.length)} shown`}
        isOn={chosen.size > 0 && found.every(({ id }) => chosen.has(id))}
        onChange={(isOn) => setChosen(new Set(isOn ? found.map(({ id }) => id) : []))}
      />
    ),
    cell: ({ id, text }) => (
      <Checkbox name={`Select: ${text}`} isOn={chosen.has(id)} onChange={(isOn) => choose(id, isOn)} />
    ),
  }
  const columns = usePromptColumns(all)
  return (
    <Page
      title="Prompts"
      filters={<FilterBar />}
      actions={<AddPrompts kind="main" isHidden={!may('create-prompts')} />}
    >
      {view === 'suggested' ? (
        <>
          {choice}
          <Suggestions />
        </>
      ) : (
        <ListPanel
          label="Prompts"
          views={choice}
          actions={<Export operation="list-prompts" input={listed} name="prompts" />}
          list={{ ...list, rows: list.rows && rows }}
          columns={may('update-prompts') ? [selection, ...columns] : columns}
          searchText={({ text }) => text}
          defaultSort={{ by: 'Visibility', isDown: true }}
          needsAll={view !== 'all'}
          drawer={(shown) => <PromptDrawer rows={shown} />}
          footnote="Gray change: no clear change. J and K move, Enter opens, X selects."
          empty={
            isNarrowed || view !== 'all' ? (
              <Empty title="No matching prompts">Clear some filters, or choose another view.</Empty>
            ) : (
              <Empty title="No prompts yet">
                Add questions that your customers ask AI engines. “Add prompts” accepts text or a file.
              </Empty>
            )
          }
        />
      )}
      {chosen.size > 0 && <ChangeChosen chosen={[...chosen]} onDone={() => setChosen(new Set())} />}
    </Page>
  )
}
