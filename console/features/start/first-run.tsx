import { useRead } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { addDays, today } from '../../format/days.ts'
import { BrandLink, useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { isInProgress } from '../../frame/use-refetch-after-tasks.ts'
import { buttonClass } from '../../ui/button.tsx'
import { RunNow } from '../collection/run-now.tsx'
import { RunningTasks } from '../collection/running-tasks.tsx'
import { Step, type StepProps } from './step.tsx'

/** Starts the run of a plan, and leads to its figures. */
export function FirstRun(props: StepProps) {
  const may = usePermission()
  const { data } = useRead('estimate-collection')
  const engines = data?.data.engines.map(({ engine }) => engine) ?? []
  // The first answers are of today, which the default period leaves out.
  const day = today(new Date())
  const { brandId } = useBrand()
  const tasks = useRead('list-tasks', { of_brand_id: brandId, limit: 20 }).data?.data ?? []
  const isRunning = tasks.some((task) => task.operation === 'run-collection' && isInProgress(task))
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
      <div className="flex flex-wrap gap-2">
        {may('run-collection') &&
          !props.isDone &&
          !isRunning &&
          engines.map((engine) => (
            <RunNow
              key={engine}
              label={`Run ${engineName(engine)} now`}
              engine={engine}
              kind={props.isNext ? 'main' : 'plain'}
            />
          ))}
        {props.isDone && (
          <BrandLink to="overview" search={{ from: addDays(day, -29), to: day }} className={buttonClass('main')}>
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

export function ImportFile() {
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
