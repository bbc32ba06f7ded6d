import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { read, readAll } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { engineName } from '../../copy/engines.ts'
import { count, dollars } from '../../format/numbers.ts'
import { Page } from '../../frame/page.tsx'
import { useBrand } from '../../frame/use-brand.ts'
import { usePermission } from '../../frame/use-permission.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { AddSource } from '../collection/add-source.tsx'
import { Budget } from '../collection/budget.tsx'
import { PlanEngine } from '../collection/plan-engine.tsx'
import { RunningTasks } from '../collection/running-tasks.tsx'
import { TestQuestion } from '../collection/test-question.tsx'
import { CompetitorForm } from '../competitors/competitor-form.tsx'
import { AddPrompts } from '../prompts/add-prompts.tsx'
import { ReadSite } from './read-site.tsx'
import { PermissionHint, Step, type StepProps } from './step.tsx'
import { SuggestedCompetitors } from './suggested-competitors.tsx'
import { useSteps } from './use-steps.ts'

/** The way from a name to first figures. Each step can be left out, and taken up again whenever somebody comes back. */
export function StartPage() {
  const { brand } = useBrand()
  const { steps, hasAnswers } = useSteps()
  const next = Object.entries(steps).find(([, isDone]) => isDone === false)?.[0]
  return (
    <Page
      title={`Get started with ${brand?.name ?? '…'}`}
      about="From its name to first figures. Leave out what you like, and come back whenever you want."
    >
      <ol className="divide-y divide-line rounded-xl border border-line bg-panel">
        <ReadSite step={1} />
        <Competitors step={2} isDone={steps.competitors} isNext={next === 'competitors'} />
        <Prompts step={3} isDone={steps.prompts} isNext={next === 'prompts'} />
        <Provider step={4} isDone={steps.provider} isNext={next === 'provider'} />
        <PlanAndBudget step={5} isDone={steps.plan} isNext={next === 'plan'} />
        <FirstRound step={6} isDone={hasAnswers} isNext={next === undefined} />
      </ol>
      <BringFile />
    </Page>
  )
}

function Competitors(props: StepProps) {
  const { workspaceId, brandId } = useBrand()
  const may = usePermission(workspaceId)
  const [isAdding, setAdding] = useState(false)
  const { data } = useQuery(readAll(workspaceId, 'list-competitors', { brand_id: brandId }))
  const names = data?.data.map(({ name }) => name) ?? []
  return (
    <Step
      {...props}
      title="Name your competitors"
      about={
        names.length === 0
          ? 'Two or three are enough to begin with: figures compare you with them.'
          : names.slice(0, 6).join(', ') + (names.length > 6 ? ` and ${names.length - 6} more` : '')
      }
    >
      {may('create-competitor') ? (
        <Button kind={props.isNext ? 'main' : 'plain'} onClick={() => setAdding(true)}>
          Add a competitor
        </Button>
      ) : (
        <PermissionHint who="an editor" />
      )}
      {may('update-competitor-suggestion') && <SuggestedCompetitors />}
      {isAdding && <CompetitorForm onClose={() => setAdding(false)} />}
    </Step>
  )
}

function Prompts(props: StepProps) {
  const { workspaceId, brandId } = useBrand()
  const may = usePermission(workspaceId)
  const [isAdding, setAdding] = useState(false)
  const { data } = useQuery(read(workspaceId, 'list-prompts', { brand_id: brandId, limit: 1 }))
  const total = data?.meta.total ?? 0
  return (
    <Step
      {...props}
      title="Collect the questions that customers ask"
      about={
        total === 0
          ? 'Such as “What is the best running shoe for beginners?”. Paste a list, one a line; your brand’s name is best left out.'
          : `${count(total)} ${total === 1 ? 'prompt' : 'prompts'}. Ten or more make figures steadier.`
      }
    >
      {may('create-prompt') ? (
        <Button kind={props.isNext ? 'main' : 'plain'} onClick={() => setAdding(true)}>
          Add prompts
        </Button>
      ) : (
        <PermissionHint who="an editor" />
      )}
      <WorthAsking />
      <AddPrompts isOpen={isAdding} onClose={() => setAdding(false)} />
    </Step>
  )
}

/** The way to prompts that are suggested, where there are any. */
function WorthAsking() {
  const { workspaceId, brandId } = useBrand()
  const { data } = useQuery(read(workspaceId, 'list-prompt-suggestions', { brand_id: brandId }))
  const suggested = data?.data.length ?? 0
  if (suggested === 0) return null
  return (
    <p className="mt-2 text-sm text-muted">
      <Link
        to="/$workspaceId/$brandId/prompts"
        params={{ workspaceId, brandId }}
        className="text-accent underline"
      >
        {count(suggested)} {suggested === 1 ? 'is' : 'are'} suggested
      </Link>{' '}
      from your products, competitors and what engines searched for.
    </p>
  )
}

function Provider(props: StepProps) {
  const { workspaceId } = useBrand()
  const may = usePermission(workspaceId)
  const [isAdding, setAdding] = useState(false)
  const { data } = useQuery({ ...read(workspaceId, 'list-sources', {}), enabled: may('list-sources') })
  const sources = data?.data ?? []
  const [asked, setAsked] = useState<(typeof sources)[number]>()
  return (
    <Step
      {...props}
      title="Give a provider’s key"
      about={
        sources.length === 0
          ? 'With a key of OpenAI, Anthropic, Perplexity or a vendor of search results, Sightline asks the engines itself. It is stored encrypted.'
          : sources.map(({ name }) => name).join(', ')
      }
    >
      {may('create-source') ? (
        <Button kind={props.isNext ? 'main' : 'plain'} onClick={() => setAdding(true)}>
          Add a provider
        </Button>
      ) : (
        <PermissionHint who="an admin" />
      )}
      {may('test-source') && sources.length > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
          Does the key work?
          {sources.map((source) => (
            <Button key={source.id} kind="quiet" onClick={() => setAsked(source)}>
              Ask {source.name} a test question
            </Button>
          ))}
        </p>
      )}
      <AddSource isOpen={isAdding} onClose={() => setAdding(false)} />
      {asked !== undefined && (
        <TestQuestion key={asked.id} source={asked} onClose={() => setAsked(undefined)} />
      )}
    </Step>
  )
}

function PlanAndBudget(props: StepProps) {
  const { workspaceId, brandId } = useBrand()
  const may = usePermission(workspaceId)
  const [isPlanning, setPlanning] = useState(false)
  const { data } = useQuery(read(workspaceId, 'estimate-collection', { brand_id: brandId }))
  const plan = data?.data
  const engines = plan?.engines.map(({ engine }) => engineName(engine)) ?? []
  return (
    <Step
      {...props}
      title="Choose engines and a budget"
      about={
        plan === undefined || engines.length === 0
          ? 'Which engines are asked, in which countries, how often; and what it may cost in a month at most.'
          : `${engines.join(', ')}: ${count(plan.answers_per_month)} answers a month${plan.usd_per_month === null ? '' : `, about ${dollars(plan.usd_per_month)}`}.`
      }
    >
      {may('set-collection') ? (
        <Button
          kind={props.isNext && engines.length === 0 ? 'main' : 'plain'}
          disabled={plan === undefined}
          onClick={() => setPlanning(true)}
        >
          Plan an engine
        </Button>
      ) : (
        <PermissionHint who="an editor" />
      )}
      {plan !== undefined && engines.length > 0 && (
        <div className="mt-4">
          <Budget estimate={plan} />
          <Link
            to="/$workspaceId/$brandId/collection"
            params={{ workspaceId, brandId }}
            className="mt-3 inline-block text-accent underline"
          >
            How sure will that make the figures?
          </Link>
        </div>
      )}
      <PlanEngine isOpen={isPlanning} onClose={() => setPlanning(false)} />
    </Step>
  )
}

function FirstRound(props: StepProps) {
  const { workspaceId, brandId } = useBrand()
  const may = usePermission(workspaceId)
  const { data } = useQuery(read(workspaceId, 'estimate-collection', { brand_id: brandId }))
  const engines = data?.data.engines.map(({ engine }) => engine) ?? []
  const run = useWrite('start-task', { workspaceId, changes: ['list-tasks'] })
  return (
    <Step
      {...props}
      title="Ask for the first time"
      about={
        props.isDone
          ? 'Answers have come; they go on coming as planned.'
          : engines.length === 0
            ? 'A round asks each prompt once: as soon as an engine is planned, it can begin here.'
            : 'A round asks each prompt once. Figures are there as soon as answers are.'
      }
    >
      {run.error !== null && <ProblemNote problem={run.error} />}
      <div className="flex flex-wrap gap-2">
        {may('run-collection') &&
          !props.isDone &&
          engines.map((engine) => (
            <Button
              key={engine}
              kind={props.isNext ? 'main' : 'plain'}
              disabled={run.isPending}
              onClick={() =>
                run.mutate({
                  operation: 'run-collection',
                  brand_id: brandId,
                  input: JSON.stringify({ engine }),
                })
              }
            >
              Ask {engineName(engine)} now
            </Button>
          ))}
        {props.isDone && (
          <Link
            to="/$workspaceId/$brandId/overview"
            params={{ workspaceId, brandId }}
            className={buttonClass('main')}
          >
            See the figures
          </Link>
        )}
      </div>
      <div className="mt-3">
        <RunningTasks operation="run-collection" />
      </div>
    </Step>
  )
}

function BringFile() {
  const { workspaceId, brandId } = useBrand()
  return (
    <p className="text-muted">
      You have answers already?{' '}
      <Link
        to="/$workspaceId/$brandId/collection"
        params={{ workspaceId, brandId }}
        search={{ tab: 'imports' } as never}
        className="text-accent underline"
      >
        Bring a file
      </Link>{' '}
      in place of a provider and a plan.
    </p>
  )
}
