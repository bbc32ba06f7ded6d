import { useNavigate, useParams } from '@tanstack/react-router'
import { useRead } from '../../api/hooks.ts'
import { engineName, marketName } from '../../copy/engines.ts'
import { clockTime, readersZone } from '../../format/times.ts'
import { BrandLink } from '../../frame/brand-link.tsx'
import { Page } from '../../frame/page.tsx'
import { useFilters } from '../../frame/use-brand.ts'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { Clock } from '../../ui/time.tsx'
import { listSearch } from './answer-search.ts'
import { Details, Mentions, Queries, Sources, WhyNotNamed } from './answer-side.tsx'
import { type Answer, AnswerText } from './answer-text.tsx'
import { CompareAnswerPicker } from './compare-answer.tsx'
import { AdjacentAnswers } from './neighbours.tsx'
import { RawBody } from './raw-body.tsx'

/** One answer as plain text, with mentions highlighted and citations numbered inline. */
export function AnswerPage() {
  const { executionId } = useParams({ from: '/signed-in/$workspaceId/$brandId/answers/$executionId' })
  const { search } = useFilters()
  const query = useRead('get-execution', { execution_id: executionId })
  const answer = query.data?.data
  return (
    <Page
      title={answer?.prompt ?? 'Answer'}
      about={answer && <Origin answer={answer} />}
      filters={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <BrandLink to="answers" search={listSearch(search)} className="text-sm text-accent hover:underline">
            ← All answers
          </BrandLink>
          <AdjacentAnswers executionId={executionId} />
        </div>
      }
    >
      <Loaded query={query} lines={12}>
        {({ data }) =>
          search.beside === undefined ? <SingleAnswer answer={data} /> : <AnswerComparison answer={data} />
        }
      </Loaded>
    </Page>
  )
}

const Origin = ({ answer }: { answer: Answer }) => (
  <>
    {engineName(answer.engine)} · {marketName(answer.country)} · <Clock at={answer.executed_at} />
    {answer.prompt_id !== null && <PromptLink promptId={answer.prompt_id} />}
  </>
)

function PromptLink({ promptId }: { promptId: string }) {
  const { search } = useFilters()
  return (
    <>
      {' · '}
      <BrandLink to={`prompts/${promptId}`} search={listSearch(search)} className="text-accent underline">
        Prompt history
      </BrandLink>
    </>
  )
}

function SingleAnswer({ answer }: { answer: Answer }) {
  return (
    <div className="grid gap-5 lg:grid-cols-[1fr_20rem]">
      <div className="min-w-0 space-y-5">
        <Panel title="Answer" actions={<DisplayOptions answer={answer} />}>
          <Text answer={answer} />
        </Panel>
        <RawBody key={answer.id} executionId={answer.id} />
      </div>
      <div className="min-w-0 space-y-5">
        <WhyNotNamed answer={answer} />
        <Mentions answer={answer} />
        <Sources answer={answer} />
        <Details answer={answer} />
        <Queries answer={answer} />
      </div>
    </div>
  )
}

/** Two answers to the same prompt, each with its mentions, sources and details. */
function AnswerComparison({ answer }: { answer: Answer }) {
  const { search } = useFilters()
  const query = useRead('get-execution', { execution_id: search.beside ?? '' })
  return (
    <div className="space-y-5">
      <Panel title="Side by side" actions={<DisplayOptions answer={answer} />}>
        <p className="text-sm text-muted">Mentions and sources are below each answer.</p>
      </Panel>
      <div className="grid gap-5 lg:grid-cols-2">
        <AnswerColumn answer={answer} sourceIds="source" />
        <Loaded query={query} lines={12}>
          {({ data }) => <AnswerColumn answer={data} sourceIds="other-source" />}
        </Loaded>
      </div>
    </div>
  )
}

const AnswerColumn = ({ answer, sourceIds }: { answer: Answer; sourceIds: string }) => (
  <div className="min-w-0 space-y-5">
    <Panel
      title={engineName(answer.engine)}
      about={`${marketName(answer.country)}, ${clockTime(answer.executed_at, readersZone())}`}
    >
      <Text answer={answer} sourceIds={sourceIds} />
    </Panel>
    <Mentions answer={answer} />
    <Sources answer={answer} sourceIds={sourceIds} />
    <Details answer={answer} />
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

const displayOptions = {
  tone: { name: 'Sentiment', about: 'Underline sentences with sentiment; negative ones are dashed' },
  marks: { name: 'Raw', about: 'Show the Markdown source' },
} as const

/** Display options, stored in the URL. */
function DisplayOptions({ answer }: { answer: Answer }) {
  const { search } = useFilters()
  const navigate = useNavigate()
  const shown = new Set(search.show?.split(',') ?? [])
  const toggle = (option: string) => {
    const next = shown.has(option) ? [...shown].filter((one) => one !== option) : [...shown, option]
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
      {(Object.keys(displayOptions) as (keyof typeof displayOptions)[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={shown.has(option)}
          title={displayOptions[option].about}
          className="rounded-md px-2.5 py-1 text-sm text-accent hover:bg-accent-soft aria-pressed:bg-accent-soft aria-pressed:font-semibold"
          onClick={() => toggle(option)}
        >
          {displayOptions[option].name}
        </button>
      ))}
    </div>
  )
}
