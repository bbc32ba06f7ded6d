import { useNavigate, useParams } from '@tanstack/react-router'
import { type DataOf, type Given, type RowOf, usePages, useRead } from '../../api/hooks.ts'
import { Bars } from '../../charts/bars.tsx'
import { visibilityPoints } from '../../charts/day-series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { engineName, marketName } from '../../copy/engines.ts'
import { count, percent, rank, score } from '../../format/numbers.ts'
import { BackLink, useBrand, useFilters } from '../../frame/brand.tsx'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty, Loaded, Panel } from '../../ui/panel.tsx'
import { type Column, column, mainColumn, numberColumn, Table } from '../../ui/table.tsx'
import { AnswerTable } from '../answers/answer-table.tsx'
import { siteColumn } from '../cited-sources/site-owner.tsx'
import { FigureTiles } from '../figures/figure-tiles.tsx'

type Prompt = DataOf<'get-prompt'>

/** One prompt: figures over time and by engine, mentions, cited sites and answers. */
export function PromptPage() {
  const { promptId } = useParams({ from: '/signed-in/$workspaceId/$brandId/prompts/$promptId' })
  const { input, search } = useFilters()
  const { start_date, end_date, engine, country } = input
  const overAnswers = { start_date, end_date, engine, country }
  const query = useRead('get-prompt', { prompt_id: promptId, ...overAnswers })
  const prompt = query.data?.data
  return (
    <Page
      title={prompt?.text ?? 'Prompt'}
      about={prompt && <About prompt={prompt} />}
      actions={prompt && <DeletePrompt prompt={prompt} />}
      filters={
        <div className="space-y-3">
          <BackLink to="prompts" search={search}>
            ← All prompts
          </BackLink>
          <FilterBar takes={['engine', 'country']} comparison={false} />
        </div>
      }
    >
      <Loaded query={query} lines={12}>
        {({ data }) => <PromptFigures prompt={data} />}
      </Loaded>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_24rem]">
        <Answers promptId={promptId} filters={overAnswers} />
        <CitedSites promptId={promptId} filters={overAnswers} />
      </div>
    </Page>
  )
}

const About = ({ prompt: { topic, tags, countries, is_active } }: { prompt: Prompt }) => (
  <>
    {[topic.name, ...tags.map(({ name }) => name), ...countries.map(marketName)].join(' · ')}
    {!is_active && <span className="text-warn"> · not active</span>}
  </>
)

function PromptFigures({ prompt }: { prompt: Prompt }) {
  return (
    <div className="space-y-5">
      <FigureTiles
        figures={[
          { name: 'Visibility', value: percent(prompt.visibility_pct) },
          { name: 'Share of voice', value: percent(prompt.market_share_pct) },
          { name: 'Sentiment', value: score(prompt.sentiment_score) },
          { name: 'Average position', value: rank(prompt.avg_rank) },
        ]}
      />
      <Panel title="Visibility over time" about={`over ${count(prompt.executions)} answers`}>
        <LineChart
          title="Visibility for this prompt"
          format={percent}
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
      <div className="grid gap-5 lg:grid-cols-2">
        <Panel title="Mentions" about="by visibility">
          <Table
            label="Mentions in answers to this prompt"
            columns={rankingColumns}
            rows={prompt.rankings}
            isOwn={({ is_our_brand }) => is_our_brand}
          />
        </Panel>
        <Panel title="By engine" about="share of answers that mention the brand">
          {prompt.engines.length === 0 ? (
            <Empty title="No answers in this period" />
          ) : (
            <Bars
              label="Visibility by engine"
              format={percent}
              bars={prompt.engines.map(({ engine, executions, visibility_pct }) => ({
                key: engine,
                name: engineName(engine),
                value: visibility_pct,
                aside: `${count(executions)} answers`,
              }))}
            />
          )}
        </Panel>
      </div>
    </div>
  )
}

const rankingColumns: readonly Column<Prompt['rankings'][number]>[] = [
  column('#', (row) => row.rank),
  mainColumn('Name', (row) => row.name),
  numberColumn('Visibility', (row) => percent(row.visibility_pct)),
  numberColumn('Share of voice', (row) => percent(row.market_share_pct), 'minor'),
  numberColumn('Position', (row) => rank(row.avg_rank)),
]

interface OfPrompt {
  promptId: string
  filters: Pick<Given<'get-prompt'>, 'start_date' | 'end_date' | 'engine' | 'country'>
}

function Answers({ promptId, filters }: OfPrompt) {
  const query = usePages('list-executions', { prompt_id: [promptId], ...filters, limit: 20 })
  return (
    <ListPanel
      title="Answers"
      about="newest first"
      list={pagedListOf(query)}
      empty={<Empty title="No answers in this period">Choose a longer period.</Empty>}
    >
      {(answers) => <AnswerTable answers={answers} prompt={promptId} />}
    </ListPanel>
  )
}

function CitedSites({ promptId, filters }: OfPrompt) {
  const query = usePages('list-cited-domains', { prompt_id: [promptId], ...filters, limit: 15 })
  return (
    <ListPanel
      title="Cited sites"
      about="by share of answers that cite them"
      list={pagedListOf(query)}
      columns={siteColumns}
      keyOf={({ domain }) => domain}
      empty={<Empty title="No citations" />}
    />
  )
}

const siteColumns: readonly Column<RowOf<'list-cited-domains'>>[] = [
  siteColumn(),
  numberColumn('Cited in', (row) => percent(row.share_of_answers_pct)),
]

/** Deletes a prompt after confirmation, then opens the prompt list. */
function DeletePrompt({ prompt }: { prompt: { id: string; text: string } }) {
  const { workspaceId, brandId } = useBrand()
  const { search } = useFilters()
  const navigate = useNavigate()
  if (!usePermission()('delete-prompt')) return null
  return (
    <ConfirmButton
      title="Delete this prompt?"
      operation="delete-prompt"
      input={{ prompt_id: prompt.id }}
      changes={['list-prompts', 'list-topics', 'estimate-collection', 'list-sample-sizes']}
      onDone={() =>
        void navigate({
          to: '/$workspaceId/$brandId/prompts',
          params: { workspaceId, brandId },
          search: search as never,
        })
      }
    >
      <p>“{prompt.text}”</p>
      <p>
        Its answers still count toward the brand’s totals, but no longer belong to a prompt or topic. To keep
        its history, pause it instead. You cannot undo this.
      </p>
    </ConfirmButton>
  )
}
