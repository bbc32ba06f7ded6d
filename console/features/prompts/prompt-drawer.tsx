import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { type KeyboardEvent, useState } from 'react'
import { type DataOf, type RowOf, usePages, useRead, useWrite } from '../../api/hooks.ts'
import { visibilityPoints } from '../../charts/day-series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { engineName } from '../../copy/engines.ts'
import { count, countOf, percent, rank, score } from '../../format/numbers.ts'
import { PanelLink, useColors, useFilters } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { sharedFilters } from '../../search/filters.ts'
import { BarCell } from '../../ui/bar-cell.tsx'
import { Button, WriteButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded, Panel, ProblemNote } from '../../ui/panel.tsx'
import { type Column, column, mainColumn, numberColumn, Table } from '../../ui/table.tsx'
import { EngineTile, MarketTag, Swatch } from '../../ui/tiles.tsx'
import { useOpen } from '../../ui/use-open.ts'
import { AnswerTable } from '../answers/answer-table.tsx'
import { siteColumn } from '../cited-sources/site-owner.tsx'
import { FigureTiles } from '../figures/figure-tiles.tsx'
import type { Prompt as Listed } from './prompt-table.tsx'

type Prompt = DataOf<'get-prompt'>

/** One prompt over the table. The arrow keys step through the table's rows. */
export function PromptDrawer({ rows }: { rows: readonly Listed[] }) {
  const { value: opened, open } = useOpen('open')
  // Kept while the drawer closes, so that the focus returns to its row.
  const [id, setId] = useState(opened)
  if (opened !== undefined && opened !== id) setId(opened)
  const place = rows.findIndex((row) => row.id === id)
  const step = (by: 1 | -1, name: string, Icon: typeof ChevronUp) => {
    const next = place < 0 ? undefined : rows[place + by]
    return (
      <Button
        kind="quiet"
        className="px-1.5!"
        aria-label={name}
        title={`${name} (arrow key)`}
        aria-keyshortcuts={by > 0 ? 'ArrowDown' : 'ArrowUp'}
        disabled={next === undefined}
        onClick={() => next && open(next.id)}
      >
        <Icon aria-hidden="true" />
      </Button>
    )
  }
  const onKeyDown = ({ key, target, currentTarget, defaultPrevented }: KeyboardEvent) => {
    // Events of menus and dialogs that the drawer opens arrive here too.
    if (!defaultPrevented && currentTarget.contains(target as Node))
      currentTarget.querySelector<HTMLElement>(`[aria-keyshortcuts=${CSS.escape(key)}]`)?.click()
  }
  if (id === undefined) return null
  return (
    <Drawer
      param="open"
      value={id}
      title={place < 0 ? 'Prompt' : `Prompt ${count(place + 1)} of ${count(rows.length)}`}
      actions={
        <>
          {step(-1, 'Previous prompt', ChevronUp)}
          {step(1, 'Next prompt', ChevronDown)}
        </>
      }
      onKeyDown={onKeyDown}
    >
      <PromptDetails key={id} id={id} listed={rows[place]} />
    </Drawer>
  )
}

function PromptDetails({ id, listed }: { id: string; listed: Listed | undefined }) {
  const { start_date, end_date, engine, country } = useFilters().input
  const query = useRead('get-prompt', { prompt_id: id, start_date, end_date, engine, country })
  return (
    <Loaded query={query} lines={16}>
      {({ data }) => (
        <div className="space-y-4">
          <About prompt={data} />
          <Figures prompt={data} listed={listed} />
          <LatestAnswers promptId={id} />
          <Sites promptId={id} />
        </div>
      )}
    </Loaded>
  )
}

function About({ prompt }: { prompt: Prompt }) {
  const { id, text, topic, tags, countries, is_active: isActive, executions } = prompt
  const may = usePermission()
  const { close } = useOpen('open')
  const update = useWrite('update-prompt', { changes: ['list-prompts', 'get-prompt'] })
  return (
    <header>
      <h3 className="text-xl leading-[25px] font-bold tracking-[-0.014em]">
        <bdi>{text}</bdi>
      </h3>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-muted">
        {[topic, ...tags].map(({ name }) => (
          <bdi key={name} className="rounded-sm bg-sunken px-[7px] py-px font-medium text-ink-2">
            {name}
          </bdi>
        ))}
        {countries.map((one) => (
          <MarketTag key={one} country={one} />
        ))}
        {countOf(executions, 'answer')}
        {!isActive && <span className="text-warn">Paused</span>}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {may('update-prompt') && (
          <WriteButton
            label={isActive ? 'Pause' : 'Activate'}
            write={update}
            input={{ prompt_id: id, is_active: !isActive }}
          />
        )}
        {may('delete-prompt') && (
          <ConfirmButton
            title="Delete this prompt?"
            kind="quiet"
            operation="delete-prompt"
            input={{ prompt_id: id }}
            changes={['list-prompts', 'list-topics', 'estimate-collection', 'list-sample-sizes']}
            onDone={close}
          >
            <p>“{text}”</p>
            <p>
              Its answers still count toward the brand’s totals, but no longer belong to a prompt or topic. To
              keep its history, pause it instead. You cannot undo this.
            </p>
          </ConfirmButton>
        )}
      </div>
      <ProblemNote problem={update.error} />
    </header>
  )
}

function Figures({ prompt, listed }: { prompt: Prompt; listed: Listed | undefined }) {
  const color = useColors()
  const ranking: readonly Column<Prompt['rankings'][number]>[] = [
    column('#', (row) => row.rank),
    mainColumn('Name', ({ id, name, is_our_brand: isOwn }) => (
      <span className={`flex items-center gap-2 ${isOwn ? 'font-semibold' : ''}`}>
        <Swatch color={color(id)} />
        <bdi>{name}</bdi>
      </span>
    )),
    numberColumn('Visibility', ({ id, visibility_pct: share }) => (
      <span className="block w-40 max-md:w-auto">
        <BarCell value={share} text={percent(share)} color={color(id)} />
      </span>
    )),
    {
      ...numberColumn('Share of voice', (row) => percent(row.market_share_pct), 'minor'),
      className: 'min-w-17',
    },
    numberColumn('Position', (row) => rank(row.avg_rank)),
  ]
  const { comparison } = listed ?? {}
  const { rankings, market_share_pct: share } = prompt
  const place = 1 + rankings.filter((row) => (row.market_share_pct ?? 0) > (share ?? 0)).length
  return (
    <>
      <FigureTiles
        figures={[
          {
            name: 'Visibility',
            value: percent(prompt.visibility_pct),
            about: comparison && <DeltaChip tested={comparison} />,
          },
          {
            name: 'Share of voice',
            value: percent(share),
            about: share !== null && `#${place} of ${rankings.length}`,
          },
          { name: 'Average position', value: rank(prompt.avg_rank) },
          { name: 'Sentiment', value: score(prompt.sentiment_score), about: 'of 100' },
        ]}
      />
      <Panel title="Visibility over time">
        <LineChart
          title="Visibility for this prompt"
          format={percent}
          height={168}
          series={[
            {
              id: prompt.id,
              name: 'Visibility',
              color: 'var(--accent)',
              isOwn: true,
              points: visibilityPoints(prompt.trend),
            },
          ]}
        />
      </Panel>
      <Panel title="By engine" isFlush>
        <Table
          label="Visibility by engine"
          columns={engineColumns}
          rows={prompt.engines}
          keyOf={({ engine }) => engine}
          isDense
          isHeadHidden
          empty={<Empty title="No answers in this period" />}
        />
      </Panel>
      <Panel title="Mentions" about="by visibility" isFlush>
        <Table
          label="Mentions in answers to this prompt"
          columns={ranking}
          rows={prompt.rankings}
          isOwn={({ is_our_brand }) => is_our_brand}
          isDense
        />
      </Panel>
    </>
  )
}

const engineColumns: readonly Column<Prompt['engines'][number]>[] = [
  column('Engine', ({ engine }) => (
    <span className="flex items-center gap-2 font-medium whitespace-nowrap">
      <EngineTile engine={engine} />
      {engineName(engine)}
    </span>
  )),
  {
    ...column('Visibility', ({ visibility_pct: share }) => <BarCell value={share} text={percent(share)} />),
    className: 'w-full',
  },
  numberColumn('Answers', ({ executions }) => (
    <span className="text-muted">{countOf(executions, 'answer')}</span>
  )),
]

function LatestAnswers({ promptId }: { promptId: string }) {
  const { input, search } = useFilters()
  const { start_date, end_date, engine, country } = input
  const query = useRead('list-executions', {
    ...{ prompt_id: [promptId], start_date, end_date, engine, country },
    limit: 5,
  })
  const found = { ...sharedFilters(search), topic: undefined, tag: undefined, prompt: promptId }
  return (
    <Panel
      title="Latest answers"
      isFlush
      actions={
        <PanelLink to="answers" search={found}>
          All {count(query.data?.meta.total)}
        </PanelLink>
      }
    >
      <Loaded query={query} lines={5}>
        {({ data }) => <AnswerTable answers={data} search={found} isOfPrompt />}
      </Loaded>
    </Panel>
  )
}

function Sites({ promptId }: { promptId: string }) {
  const { start_date, end_date, engine, country } = useFilters().input
  const query = usePages('list-cited-domains', {
    ...{ prompt_id: [promptId], start_date, end_date, engine, country },
    limit: 10,
  })
  return (
    <ListPanel
      title="Top sources"
      param="site"
      about="by share of answers that cite them"
      list={pagedListOf(query)}
      isFlush
      empty={<Empty title="No citations" />}
    >
      {(rows) => (
        <Table
          label="Cited sites"
          columns={siteColumns}
          rows={rows}
          keyOf={({ domain }) => domain}
          isDense
          isHeadHidden
        />
      )}
    </ListPanel>
  )
}

const siteColumns: readonly Column<RowOf<'list-cited-domains'>>[] = [
  siteColumn(),
  numberColumn('Cited in', (row) => percent(row.share_of_answers_pct)),
]
