import { useState } from 'react'
import { type RowOf, usePages, useRead, useWrite } from '../../api/hooks.ts'
import { visibilityPoints } from '../../charts/day-series.ts'
import { Spark } from '../../charts/spark.tsx'
import { engineName, marketName } from '../../copy/engines.ts'
import { count, countOf, percent, rank, score } from '../../format/numbers.ts'
import { BrandLink, useFilters } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RowList } from '../../ui/collapsible-rows.tsx'
import { Export } from '../../ui/export.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, LoadedPanel } from '../../ui/panel.tsx'
import { type Column, mainColumn, minorColumn, numberColumn } from '../../ui/table.tsx'
import { AddPrompts } from './add-prompts.tsx'
import { ChangeChosen } from './change-chosen.tsx'

export function PromptsPage() {
  const { input, filters } = useFilters()
  const isNarrowed = [filters.engine, filters.country, filters.topic, filters.tag].some(
    ({ length }) => length > 0,
  )
  const may = usePermission()
  const mayEdit = may('update-prompts')
  const { chosen, setChosen, choose } = useSelection()
  const query = usePages('list-prompts', { ...input, include: ['trend', 'engines'], limit: 100 })
  const total = query.data?.pages[0]?.meta.total
  const list = pagedListOf(query)
  const prompts = list.rows ?? []
  const update = useWrite('update-prompt', { changes: ['list-prompts', 'get-prompt'] })
  const selection: Column<Prompt> = {
    name: 'Select',
    isNameHidden: true,
    cell: ({ id, text }) => (
      <Checkbox name={`Select: ${text}`} isOn={chosen.has(id)} onChange={(isOn) => choose(id, isOn)} />
    ),
  }
  const active = numberColumn<Prompt>('Active', ({ id, text, is_active }) => (
    <Checkbox
      name={`Active: ${text}`}
      title={mayEdit ? undefined : 'Only editors can change this.'}
      isOn={is_active}
      isDisabled={!mayEdit || update.isPending}
      onChange={(isOn) => update.mutate({ prompt_id: id, is_active: isOn })}
    />
  ))
  return (
    <Page
      title="Prompts"
      about={total === undefined ? '…' : `${countOf(total, 'prompt')}`}
      filters={<FilterBar comparison={false} />}
      actions={<AddPrompts kind="main" isHidden={!may('create-prompts')} />}
    >
      <Suggestions />
      <ListPanel
        title="All prompts"
        about="newest first"
        label="Prompts"
        views={
          mayEdit &&
          prompts.length > 0 && (
            <Checkbox
              label={`Select all ${count(prompts.length)} shown`}
              isOn={chosen.size > 0 && prompts.every(({ id }) => chosen.has(id))}
              onChange={(isOn) => setChosen(new Set(isOn ? prompts.map(({ id }) => id) : []))}
            />
          )
        }
        actions={<Export operation="list-prompts" input={input} name="prompts" />}
        problem={update.error}
        list={list}
        columns={[...(mayEdit ? [selection] : []), ...columns, active]}
        empty={
          isNarrowed ? (
            <Empty title="No matching prompts">Clear some filters.</Empty>
          ) : (
            <Empty title="No prompts yet">
              Add questions that your customers ask AI engines. “Add prompts” accepts text or a file.
            </Empty>
          )
        }
      />
      {chosen.size > 0 && <ChangeChosen chosen={[...chosen]} onDone={() => setChosen(new Set())} />}
    </Page>
  )
}

/** The selected rows of a list. */
function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (key: string, isOn: boolean) =>
    setChosen((before) => new Set([...before].filter((one) => one !== key).concat(isOn ? [key] : [])))
  return { chosen, setChosen, choose }
}

type Suggestion = RowOf<'list-prompt-suggestions'>

const fewEngines = 2

/** Suggested prompts, each with a reason. Add one or several at a time. */
function Suggestions() {
  const mayEdit = usePermission()('create-prompt')
  const { chosen, choose } = useSelection()
  const query = useRead('list-prompt-suggestions')
  const create = useWrite('create-prompt', {
    changes: ['list-prompts', 'list-prompt-suggestions', 'list-topics'],
  })
  const all = query.data?.data ?? []
  const selected = all.filter(({ text }) => chosen.has(text))
  const add = async (suggestions: readonly Suggestion[]) => {
    for (const suggestion of suggestions) {
      await create.mutateAsync(promptOf(suggestion))
      // Keep a rejected suggestion and the ones after it selected.
      choose(suggestion.text, false)
    }
  }
  const parts = { mayEdit, isAdding: create.isPending, chosen, choose }
  return (
    <LoadedPanel
      query={query}
      lines={3}
      problem={create.error}
      title="Suggested"
      about="from search queries, answers and the profile"
      actions={
        selected.length > 0 && (
          <Button
            label={`Add ${count(selected.length)} selected`}
            kind="main"
            disabled={create.isPending}
            onClick={() => void add(selected).catch(() => {})}
          />
        )
      }
    >
      {({ data, meta }) =>
        data.length === 0 ? (
          <p className="text-sm text-muted">
            No suggestions yet. They come from answers, competitors and products.
          </p>
        ) : (
          <>
            <RowList rows={data} most={3}>
              {(suggestion) => (
                <Row
                  key={suggestion.text}
                  suggestion={suggestion}
                  onAdd={() => void add([suggestion]).catch(() => {})}
                  {...parts}
                />
              )}
            </RowList>
            {meta.model_problem !== null && (
              <p className="py-2 text-sm text-muted">
                The language model returned nothing new: <bdi>{meta.model_problem}</bdi>.
              </p>
            )}
          </>
        )
      }
    </LoadedPanel>
  )
}

interface RowProps {
  suggestion: Suggestion
  mayEdit: boolean
  isAdding: boolean
  chosen: ReadonlySet<string>
  choose: (text: string, isChosen: boolean) => void
  onAdd: () => void
}

function Row({ suggestion, mayEdit, isAdding, chosen, choose, onAdd }: RowProps) {
  const { text, reason, topic, countries, evidence } = suggestion
  // With many engines, the reason already states their number.
  const engines = evidence.engines.length > fewEngines ? [] : evidence.engines.map(engineName)
  const place = [topic?.name, ...countries.map(marketName), ...engines]
  return (
    <li className="flex items-start gap-3 py-3">
      {mayEdit && (
        <Checkbox name={`Select: ${text}`} isOn={chosen.has(text)} onChange={(isOn) => choose(text, isOn)} />
      )}
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-medium">
          <bdi>{text}</bdi>
        </p>
        <p className="text-sm text-muted">
          <bdi>{reason}</bdi>
        </p>
        <p className="text-sm text-muted">
          <bdi>{place.filter((part) => part !== undefined).join(' · ')}</bdi>
        </p>
      </div>
      {mayEdit && <Button label="Add" aria-label={`Add: ${text}`} disabled={isAdding} onClick={onAdd} />}
    </li>
  )
}

const promptOf = ({ text, topic, countries }: Suggestion) => ({
  text,
  countries,
  topic_id: topic?.id,
})

type Prompt = RowOf<'list-prompts'>

const columns: readonly Column<Prompt>[] = [
  mainColumn('Prompt', (prompt) => <PromptName prompt={prompt} />),
  minorColumn('Trend', ({ text, trend = [] }) => (
    <Spark name={`Visibility of “${text}” in the period`} points={visibilityPoints(trend)} />
  )),
  numberColumn('Visibility', ({ visibility_pct }) => percent(visibility_pct)),
  numberColumn('Share of voice', ({ market_share_pct }) => percent(market_share_pct), 'minor'),
  numberColumn('Sentiment', ({ sentiment_score }) => score(sentiment_score), 'minor'),
  numberColumn('Position', ({ avg_rank }) => rank(avg_rank), 'minor'),
  minorColumn('Mentioned by', ({ engines = [] }) => <MentionedBy engines={engines} />),
]

function PromptName({ prompt: { id, text, topic, tags, countries } }: { prompt: Prompt }) {
  const { search } = useFilters()
  return (
    <>
      <BrandLink to={`prompts/${id}`} search={search} className="hover:underline">
        <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{text}</bdi>
      </BrandLink>
      <span className="block text-sm text-muted">
        {[topic.name, ...tags.map(({ name }) => name), ...countries.map(marketName)].join(' · ')}
      </span>
    </>
  )
}

function MentionedBy({ engines }: { engines: NonNullable<Prompt['engines']> }) {
  if (engines.length === 0) return <span className="text-muted">–</span>
  const naming = engines.filter(({ visibility_pct }) => (visibility_pct ?? 0) > 0)
  const others = engines.filter((engine) => !naming.includes(engine))
  return (
    <span
      className="text-sm whitespace-nowrap"
      title={naming.map(({ engine }) => engineName(engine)).join(', ')}
    >
      {count(naming.length)} of {count(engines.length)}
      {others.length > 0 && others.length <= 2 && (
        <span className="block text-muted">
          not {others.map(({ engine }) => engineName(engine)).join(', ')}
        </span>
      )}
    </span>
  )
}
