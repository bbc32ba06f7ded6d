import { useBrand } from '../../frame/brand.tsx'
import { Page } from '../../frame/page.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { useParam } from '../../search/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { AskModel } from './ask-model.tsx'
import { FirstRun, ImportFile } from './first-run.tsx'
import { HandSteps } from './hand-steps.tsx'
import { Review } from './review.tsx'
import { useProgress } from './use-progress.ts'
import { useSetUp } from './use-set-up.ts'

/** Onboarding from a domain to the first figures: by one request to a model, or step by step. */
export function StartPage() {
  const { brand } = useBrand()
  const [by, setBy] = useParam('by')
  const setUp = useSetUp()
  const progress = useProgress()
  const { competitors, prompts = 0, plan } = progress
  const isActive = plan !== undefined && plan.engines.length > 0
  const isPlanned = isActive || (plan?.paused.length ?? 0) > 0
  const isEmpty = prompts === 0 && competitors?.length === 0
  const maySuggest = usePermission()('suggest-setup') && brand?.primary_domain != null && !isPlanned
  const { failure, suggested, proposal } = setUp
  const domain = brand?.primary_domain ?? ''
  const title = `Get started with ${brand?.name ?? '…'}`
  const isByHand = by === 'hand' || failure !== undefined || !(isEmpty || by === 'site')
  if (plan === undefined || competitors === undefined || progress.prompts === undefined)
    return <Page title={title}>{null}</Page>
  if (isActive && plan.budget_usd !== null && prompts > 0 && by !== 'hand')
    return (
      <Page
        title={title}
        about="Runs continue on schedule, also if you leave this page."
        actions={<Button kind="quiet" label="All steps" onClick={() => setBy('hand')} />}
      >
        <div className={columns}>
          <Rail domain={domain} at={2} />
          <ol className="rounded-lg border border-line bg-panel">
            <FirstRun step={3} isDone={progress.hasAnswers} isNext />
          </ol>
        </div>
      </Page>
    )
  if (!maySuggest || isByHand)
    return (
      <Page
        title={title}
        about="Set up your first figures. Every step is optional, and you can come back at any time."
        actions={
          maySuggest && (
            <Button
              label="Suggest from website"
              onClick={() => {
                if (failure !== undefined) setUp.clear()
                setBy('site')
              }}
            />
          )
        }
      >
        {failure !== undefined && maySuggest && <Failure failure={failure} />}
        <HandSteps {...progress} />
      </Page>
    )
  const isReviewed = suggested !== undefined && proposal !== undefined
  return (
    <Page
      title={isReviewed ? `We read ${domain}. Does this look right?` : title}
      about={
        isReviewed
          ? 'Keep what your customers would ask and who they’d compare you with. You can change everything later.'
          : 'From your website to your first figures.'
      }
      actions={<Button kind="quiet" label="Set up by hand" onClick={() => setBy('hand')} />}
    >
      <div className={columns}>
        <Rail domain={domain} at={isReviewed ? 1 : 0} />
        {isReviewed ? <Review {...{ setUp, suggested, proposal }} /> : <AskModel setUp={setUp} />}
      </div>
      <ImportFile />
    </Page>
  )
}

const columns =
  'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_300px] xl:grid-cols-[170px_minmax(0,1fr)_300px] xl:gap-8'

/** Why there is no proposal, above the steps that do the same by hand. */
const Failure = ({ failure }: { failure: string }) => (
  <div role="alert" className="rounded-lg bg-down-soft px-4 py-3 text-down">
    <p className="font-semibold">No suggestions</p>
    <p className="text-sm wrap-anywhere">
      <bdi>{failure}</bdi>. Set up by hand below, or try again.
    </p>
  </div>
)

function Rail({ domain, at }: { domain: string; at: number }) {
  const steps = [
    ['Website', domain],
    ['Prompts and competitors', 'Keep what fits'],
    ['First answers', 'Within minutes'],
  ] as const
  return (
    <ol aria-label="Steps" className="hidden space-y-4 xl:block">
      {steps.map(([name, about], place) => (
        <li key={name} aria-current={place === at ? 'step' : undefined} className="flex gap-3">
          <span
            aria-hidden="true"
            className={`flex size-[22px] flex-none items-center justify-center rounded-full text-sm font-semibold ${place < at ? 'bg-up-soft text-up' : place === at ? 'bg-accent text-on-accent' : 'border border-field text-muted'}`}
          >
            {place < at ? '✓' : place + 1}
          </span>
          <span className="min-w-0">
            <span className="block font-medium">{name}</span>
            <span className="block truncate text-sm text-muted">{about}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
