import { useRead, useReadAll, useWrite } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { count, countOf, dollars, firstOf, percent } from '../../format/numbers.ts'
import { BrandLink, useBrand } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { useHasAnswers } from '../../frame/use-has-answers.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { buttonClass, WriteButton } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { AddSource } from '../collection/add-source.tsx'
import { Budget } from '../collection/budget.tsx'
import { PlanEngine } from '../collection/plan-engine.tsx'
import { RunNow } from '../collection/run-now.tsx'
import { RunningTasks } from '../collection/running-tasks.tsx'
import { TestQuestion } from '../collection/test-question.tsx'
import { CompetitorForm } from '../competitors/competitor-form.tsx'
import { AddPrompts } from '../prompts/add-prompts.tsx'
import { Allowed, Step, type StepProps } from './step.tsx'

/** Onboarding from a brand name to its first figures. Steps are optional and can be resumed at any time. */
export function StartPage() {
  const { brand } = useBrand()
  const { steps, hasAnswers } = useSteps()
  const next = Object.entries(steps).find(([, isDone]) => isDone === false)?.[0]
  return (
    <Page
      title={`Get started with ${brand?.name ?? '…'}`}
      about="Set up your first figures. Every step is optional, and you can come back at any time."
    >
      <ol className="divide-y divide-line rounded-lg border border-line bg-panel">
        <ReadSite step={1} />
        <Competitors step={2} isDone={steps.competitors} isNext={next === 'competitors'} />
        <Prompts step={3} isDone={steps.prompts} isNext={next === 'prompts'} />
        <Provider step={4} isDone={steps.provider} isNext={next === 'provider'} />
        <PlanAndBudget step={5} isDone={steps.plan} isNext={next === 'plan'} />
        <FirstRun step={6} isDone={hasAnswers} isNext={next === undefined} />
      </ol>
      <ImportFile />
    </Page>
  )
}

function Competitors(props: StepProps) {
  const may = usePermission()
  const { data } = useReadAll('list-competitors')
  const names = data?.data.map(({ name }) => name) ?? []
  return (
    <Step
      {...props}
      title="Add competitors"
      about={
        names.length === 0 ? 'Two or three are enough to start. Figures compare you with them.' : firstOf(names, 6)
      }
    >
      <Allowed to="create-competitor" ask="an editor">
        {(isAllowed) => <CompetitorForm isHidden={!isAllowed} kind={props.isNext ? 'main' : 'plain'} />}
      </Allowed>
      {may('update-competitor-suggestion') && <SuggestedCompetitors />}
    </Step>
  )
}

function Prompts(props: StepProps) {
  const { data } = useRead('list-prompts', { limit: 1 })
  const total = data?.meta.total ?? 0
  return (
    <Step
      {...props}
      title="Add prompts"
      about={
        total === 0
          ? 'Such as “What is the best running shoe for beginners?”. Paste a list, one per line, without your brand’s name.'
          : `${countOf(total, 'prompt')}. Use ten or more for stable figures.`
      }
    >
      <Allowed to="create-prompt" ask="an editor">
        {(isAllowed) => <AddPrompts isHidden={!isAllowed} kind={props.isNext ? 'main' : 'plain'} />}
      </Allowed>
      <SuggestedPrompts />
    </Step>
  )
}

/** A link to suggested prompts, if any. */
function SuggestedPrompts() {
  const { data } = useRead('list-prompt-suggestions')
  const suggested = data?.data.length ?? 0
  if (suggested === 0) return null
  return (
    <p className="mt-2 text-sm text-muted">
      <BrandLink to="prompts" className="text-accent underline">
        {countOf(suggested, 'suggestion')}
      </BrandLink>{' '}
      from your products, competitors and search queries of engines.
    </p>
  )
}

function Provider(props: StepProps) {
  const may = usePermission()
  const { data } = useRead('list-sources', {}, { enabled: may('list-sources') })
  const sources = data?.data ?? []
  return (
    <Step
      {...props}
      title="Add a provider"
      about={
        sources.length === 0
          ? 'Sightline collects answers with your API key for OpenAI, Anthropic, Perplexity or a search data provider. Keys are stored encrypted.'
          : sources.map(({ name }) => name).join(', ')
      }
    >
      <Allowed to="create-source" ask="an admin">
        {(isAllowed) => <AddSource isHidden={!isAllowed} kind={props.isNext ? 'main' : 'plain'} />}
      </Allowed>
      {may('test-source') && sources.length > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
          Check that the key works:
          {sources.map((source) => (
            <DialogButton
              key={source.id}
              kind="quiet"
              label={`Test ${source.name}`}
              dialog={TestQuestion}
              given={{ source }}
            />
          ))}
        </p>
      )}
    </Step>
  )
}

function PlanAndBudget(props: StepProps) {
  const { data } = useRead('estimate-collection')
  const plan = data?.data
  const engines = plan?.engines.map(({ engine }) => engineName(engine)) ?? []
  return (
    <Step
      {...props}
      title="Choose engines and a budget"
      about={
        plan === undefined || engines.length === 0
          ? 'Select engines, countries, frequency and a monthly limit.'
          : `${engines.join(', ')}: ${count(plan.answers_per_month)} answers per month${plan.usd_per_month === null ? '' : `, about ${dollars(plan.usd_per_month)}`}.`
      }
    >
      <Allowed to="set-collection" ask="an editor">
        {(isAllowed) => (
          <DialogButton
            isHidden={!isAllowed}
            kind={props.isNext && engines.length === 0 ? 'main' : 'plain'}
            label="Add engine"
            isDisabled={plan === undefined}
            dialog={PlanEngine}
          />
        )}
      </Allowed>
      {plan !== undefined && engines.length > 0 && (
        <div className="mt-4">
          <Budget estimate={plan} />
          <BrandLink to="collection" search={{ tab: 'plan' }} className="mt-3 inline-block text-accent underline">
            Estimate precision
          </BrandLink>
        </div>
      )}
    </Step>
  )
}

function FirstRun(props: StepProps) {
  const may = usePermission()
  const { data } = useRead('estimate-collection')
  const engines = data?.data.engines.map(({ engine }) => engine) ?? []
  const run = useWrite('start-task')
  return (
    <Step
      {...props}
      title="Start the first run"
      about={
        props.isDone
          ? 'Answers collected. Runs continue on schedule.'
          : engines.length === 0
            ? 'A run asks each prompt once. Add an engine to start.'
            : 'A run asks each prompt once. Figures appear as soon as answers arrive.'
      }
    >
      <ProblemNote problem={run.error} />
      <div className="flex flex-wrap gap-2">
        {may('run-collection') &&
          !props.isDone &&
          engines.map((engine) => (
            <RunNow key={engine} write={run} engine={engine} kind={props.isNext ? 'main' : 'plain'}>
              Run {engineName(engine)} now
            </RunNow>
          ))}
        {props.isDone && (
          <BrandLink to="overview" className={buttonClass('main')}>
            View overview
          </BrandLink>
        )}
      </div>
      <div className="mt-3">
        <RunningTasks operation="run-collection" />
      </div>
    </Step>
  )
}

function ImportFile() {
  return (
    <p className="text-muted">
      Already have answers?{' '}
      <BrandLink to="collection" search={{ tab: 'imports' }} className="text-accent underline">
        Import a file
      </BrandLink>{' '}
      instead of adding a provider.
    </p>
  )
}

/** Links to the profile, where the website is read and reviewed. */
function ReadSite({ step }: { step: number }) {
  const { brand } = useBrand()
  return (
    <Step
      step={step}
      isDone={undefined}
      title="Read from website (optional)"
      about={`Description, other names and products come from ${brand?.primary_domain ?? 'your website'}. Sightline searches answers for the names and suggests prompts from the products.`}
    >
      <Allowed to="analyse-brand" ask="an editor">
        {(isAllowed) =>
          isAllowed && (
            <BrandLink to="content" search={{ tab: 'profile' }} className={buttonClass('plain')}>
              Open profile
            </BrandLink>
          )
        }
      </Allowed>
    </Step>
  )
}

const shown = 6

/** Brands mentioned in answers, each with a button to track it. Renders nothing without answers. */
function SuggestedCompetitors() {
  const decision = useWrite('update-competitor-suggestion')
  const input = { limit: shown }
  const { data, isPlaceholderData } = useRead('list-competitor-suggestions', input)
  if (data === undefined || data.data.length === 0 || isPlaceholderData) return null
  return (
    <div className="mt-3">
      <p className="mb-2 text-sm text-muted">
        Mentioned in answers:{' '}
        <BrandLink to="competitors" search={{ tab: 'suggested' }} className="text-accent underline">
          View all
        </BrandLink>
      </p>
      <ProblemNote problem={decision.error} />
      <ul className="flex flex-wrap gap-2">
        {data.data.map(({ id, name, visibility_pct }) => (
          <li key={id}>
            <WriteButton write={decision} input={{ suggestion_id: id, state: 'accepted' }}>
              Track <bdi>{name}</bdi> <span className="text-muted">mentioned in {percent(visibility_pct)}</span>
            </WriteButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Onboarding progress of a brand. Undefined until known. */
function useSteps() {
  const may = usePermission()
  const competitors = useRead('list-competitors', { limit: 1 })
  const prompts = useRead('list-prompts', { limit: 1 })
  const sources = useRead('list-sources', {}, { enabled: may('list-sources') })
  const plan = useRead('estimate-collection')
  const hasAnswers = useHasAnswers()
  const estimate = plan.data?.data
  return {
    hasAnswers,
    steps: {
      competitors: has(competitors.data?.data),
      prompts: prompts.data === undefined ? undefined : prompts.data.meta.total > 0,
      provider: has(sources.data?.data),
      plan: estimate === undefined ? undefined : estimate.engines.length > 0 && estimate.budget_usd !== null,
    },
  }
}

const has = (list: readonly unknown[] | undefined) => (list === undefined ? undefined : list.length > 0)
