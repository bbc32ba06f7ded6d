import { useRead } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { count, countOf, dollars, firstOf, percent } from '../../format/numbers.ts'
import { BrandLink, useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { AddSource } from '../collection/add-source.tsx'
import { Budget } from '../collection/budget.tsx'
import { PlanEngine } from '../collection/plan-engine.tsx'
import { TestQuestion } from '../collection/test-question.tsx'
import { CompetitorForm } from '../competitors/competitor-form.tsx'
import { AddPrompts } from '../prompts/add-prompts.tsx'
import { FirstRun, ImportFile } from './first-run.tsx'
import { Step } from './step.tsx'
import type { Progress } from './use-progress.ts'

/** Every part of a set-up as a step. Steps are optional and can be resumed at any time. */
export function HandSteps({ competitors, prompts, sources, plan, hasAnswers }: Progress) {
  const may = usePermission()
  const { brand } = useBrand()
  const engines = plan?.engines.map(({ engine }) => engineName(engine)) ?? []
  const steps = {
    competitors: competitors && competitors.length > 0,
    prompts: prompts === undefined ? undefined : prompts > 0,
    provider: sources && sources.length > 0,
    plan: plan && engines.length > 0 && plan.budget_usd !== null,
  }
  const next = Object.entries(steps).find(([, isDone]) => isDone === false)?.[0]
  const of = (name: keyof typeof steps) => ({ isDone: steps[name], isNext: next === name })
  return (
    <>
      <ol className="divide-y divide-line rounded-lg border border-line bg-panel">
        <Step
          step={1}
          isDone={undefined}
          isNext={false}
          title="Read from website (optional)"
          about={`Description, other names and products come from ${brand?.primary_domain ?? 'your website'}. Sightline searches answers for the names and suggests prompts from the products.`}
          to="analyse-brand"
          action={({ isHidden }) =>
            !isHidden && (
              <BrandLink to="content" search={{ tab: 'profile' }} className={buttonClass('plain')}>
                Open profile
              </BrandLink>
            )
          }
        />
        <Step
          step={2}
          {...of('competitors')}
          title="Add competitors"
          about={
            steps.competitors
              ? firstOf(competitors?.map(({ name }) => name) ?? [], 6)
              : 'Two or three are enough to start. Figures compare you with them.'
          }
          to="create-competitor"
          action={(look) => <CompetitorForm {...look} />}
        >
          {may('update-competitor-suggestion') && <SuggestedCompetitors />}
        </Step>
        <Step
          step={3}
          {...of('prompts')}
          title="Add prompts"
          about={
            steps.prompts
              ? `${countOf(prompts ?? 0, 'prompt')}. Use ten or more for stable figures.`
              : 'Such as “What is the best running shoe for beginners?”. Paste a list, one per line, without your brand’s name.'
          }
          to="create-prompt"
          action={(look) => <AddPrompts {...look} />}
        >
          <SuggestedPrompts />
        </Step>
        <Step
          step={4}
          {...of('provider')}
          title="Add a provider"
          about={
            steps.provider
              ? sources?.map(({ name }) => name).join(', ')
              : 'Sightline collects answers with your API key for OpenAI, Anthropic, Perplexity or a search data provider. Keys are stored encrypted.'
          }
          to="create-source"
          action={(look) => <AddSource {...look} />}
        >
          {may('test-source') && steps.provider && (
            <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
              Check that the key works:
              {sources?.map((source) => (
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
        <Step
          step={5}
          isDone={steps.plan}
          isNext={next === 'plan' && engines.length === 0}
          title="Choose engines and a budget"
          about={
            plan === undefined || engines.length === 0
              ? 'Select engines, countries, frequency and a monthly limit.'
              : `${engines.join(', ')}: ${count(plan.answers_per_month)} answers per month${plan.usd_per_month === null ? '' : `, about ${dollars(plan.usd_per_month)}`}.`
          }
          to="set-collection"
          action={(look) => (
            <DialogButton {...look} label="Add engine" isDisabled={plan === undefined} dialog={PlanEngine} />
          )}
        >
          {plan !== undefined && engines.length > 0 && (
            <div className="mt-4">
              <Budget estimate={plan} />
              <BrandLink to="collection" search={{ tab: 'plan' }} className="mt-3 inline-block text-accent underline">
                Estimate precision
              </BrandLink>
            </div>
          )}
        </Step>
        <FirstRun step={6} isDone={hasAnswers} isNext={next === undefined} />
      </ol>
      <ImportFile />
    </>
  )
}

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

const shown = 6

/** Brands mentioned in answers, each with a button to track it. Renders nothing without answers. */
function SuggestedCompetitors() {
  const { data, isPlaceholderData } = useRead('list-competitor-suggestions', { limit: shown })
  if (data === undefined || data.data.length === 0 || isPlaceholderData) return null
  return (
    <div className="mt-3">
      <p className="mb-2 text-sm text-muted">
        Mentioned in answers:{' '}
        <BrandLink to="competitors" search={{ tab: 'suggested' }} className="text-accent underline">
          View all
        </BrandLink>
      </p>
      <ul className="flex flex-wrap gap-2">
        {data.data.map(({ id, name, visibility_pct }) => (
          <li key={id}>
            <ActionButton operation="update-competitor-suggestion" input={{ suggestion_id: id, state: 'accepted' }}>
              Track <bdi>{name}</bdi> <span className="text-muted">mentioned in {percent(visibility_pct)}</span>
            </ActionButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
