import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { read } from '../../api/queries.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { clockTime, readersZone, utcTime } from '../../format/times.ts'
import { Page } from '../../frame/page.tsx'
import { useBrand, useFilters } from '../../frame/use-brand.ts'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/states.tsx'
import { listSearch } from './answer-search.ts'
import { Facts, Mentions, Queries, Sources, WhyNotNamed } from './answer-side.tsx'
import { type Answer, AnswerText } from './answer-text.tsx'
import { CompareAnswerPicker } from './compare-answer.tsx'
import { AdjacentAnswers } from './neighbours.tsx'
import { RawBody } from './raw-body.tsx'

/** One answer, as the engine gave it: text alone, with names marked and sources where they stand. */
export function AnswerPage() {
  const { executionId } = useParams({ from: '/signed-in/$workspaceId/$brandId/answers/$executionId' })
  const { workspaceId, brandId } = useBrand()
  const { search } = useFilters()
  const query = useQuery(read(workspaceId, 'get-execution', { brand_id: brandId, execution_id: executionId }))
  const answer = query.data?.data
  return (
    <Page
      title={answer?.prompt ?? 'Answer'}
      about={answer && <Origin answer={answer} />}
      filters={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Link
            to="/$workspaceId/$brandId/answers"
            params={{ workspaceId, brandId }}
            search={listSearch(search) as never}
            className="text-sm text-accent hover:underline"
          >
            ← All answers
          </Link>
          <AdjacentAnswers executionId={executionId} />
        </div>
      }
    >
      <Loaded query={query} lines={12}>
        {({ data }) => (search.beside === undefined ? <One answer={data} /> : <Two answer={data} />)}
      </Loaded>
    </Page>
  )
}

const Origin = ({ answer }: { answer: Answer }) => (
  <>
    {engineName(answer.engine)} · {marketName(answer.country)} ·{' '}
    <time dateTime={answer.executed_at} title={utcTime(answer.executed_at)}>
      {clockTime(answer.executed_at, readersZone())}
    </time>
    {answer.prompt_id !== null && <PromptLink promptId={answer.prompt_id} />}
  </>
)

function PromptLink({ promptId }: { promptId: string }) {
  const { workspaceId, brandId } = useBrand()
  const { search } = useFilters()
  return (
    <>
      {' · '}
      <Link
        to="/$workspaceId/$brandId/prompts/$promptId"
        params={{ workspaceId, brandId, promptId }}
        search={listSearch(search) as never}
        className="text-accent underline"
      >
        This prompt over time
      </Link>
    </>
  )
}

function One({ answer }: { answer: Answer }) {
  return (
    <div className="grid gap-5 lg:grid-cols-[1fr_20rem]">
      <div className="min-w-0 space-y-5">
        <Panel title="Answer" actions={<HowShown answer={answer} />}>
          <Text answer={answer} />
        </Panel>
        <RawBody key={answer.id} executionId={answer.id} />
      </div>
      <div className="min-w-0 space-y-5">
        <WhyNotNamed answer={answer} />
        <Mentions answer={answer} />
        <Sources answer={answer} />
        <Facts answer={answer} />
        <Queries answer={answer} />
      </div>
    </div>
  )
}

/** The same prompt twice, each answer with its own names, sources and facts below. */
function Two({ answer }: { answer: Answer }) {
  const { workspaceId, brandId } = useBrand()
  const { search } = useFilters()
  const query = useQuery(
    read(workspaceId, 'get-execution', { brand_id: brandId, execution_id: search.beside ?? '' }),
  )
  return (
    <div className="space-y-5">
      <Panel title="Side by side" actions={<HowShown answer={answer} />}>
        <p className="text-sm text-muted">Whom each answer names and what it cites stands below it.</p>
      </Panel>
      <div className="grid gap-5 lg:grid-cols-2">
        <Whole answer={answer} sourceIds="source" />
        <Loaded query={query} lines={12}>
          {({ data }) => <Whole answer={data} sourceIds="other-source" />}
        </Loaded>
      </div>
    </div>
  )
}

const Whole = ({ answer, sourceIds }: { answer: Answer; sourceIds: string }) => (
  <div className="min-w-0 space-y-5">
    <Panel
      title={engineName(answer.engine)}
      about={`${marketName(answer.country)}, ${clockTime(answer.executed_at, readersZone())}`}
    >
      <Text answer={answer} sourceIds={sourceIds} />
    </Panel>
    <Mentions answer={answer} />
    <Sources answer={answer} sourceIds={sourceIds} />
    <Facts answer={answer} />
  </div>
)

function Text({ answer, sourceIds }: { answer: Answer; sourceIds?: string }) {
  const { search } = useFilters()
  const shown = new Set(search.show?.split(','))
  return (
    <AnswerText
      answer={answer}
      withTone={shown.has('tone')}
      asItCame={shown.has('marks')}
      {...(sourceIds === undefined ? {} : { sourceIds })}
    />
  )
}

const ways = {
  tone: { name: 'Tone', about: 'Underline the sentences that judge somebody: dashed where badly' },
  marks: { name: 'As it came', about: 'With the marks of its Markdown' },
} as const

/** How the text is shown, which stands in the address. */
function HowShown({ answer }: { answer: Answer }) {
  const { search } = useFilters()
  const navigate = useNavigate()
  const shown = new Set(search.show?.split(',') ?? [])
  const toggle = (way: string) => {
    const next = shown.has(way) ? [...shown].filter((one) => one !== way) : [...shown, way]
    void navigate({
      to: '.',
      search: { ...search, show: next.join(',') || undefined } as never,
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <CompareAnswerPicker answer={answer} />
      {(Object.keys(ways) as (keyof typeof ways)[]).map((way) => (
        <button
          key={way}
          type="button"
          aria-pressed={shown.has(way)}
          title={ways[way].about}
          className="rounded-md px-2.5 py-1 text-sm text-accent hover:bg-accent-soft aria-pressed:bg-accent-soft aria-pressed:font-semibold"
          onClick={() => toggle(way)}
        >
          {ways[way].name}
        </button>
      ))}
    </div>
  )
}
