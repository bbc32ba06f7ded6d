import { lazy, Suspense, useState } from 'react'
import { Whisker } from '../../charts/whisker.tsx'
import { endsOf } from '../../charts/whisker-scale.ts'
import { type Metric, metrics } from '../../copy/metrics.ts'
import { InfoPopover } from '../../ui/info-popover.tsx'
import { Skeleton } from '../../ui/panel.tsx'
import { Interval, type IntervalProps } from './interval.tsx'

/** The whisker of the brand's figure. Opens what it means and how the figure is calculated. */
export function FigureInfo({ metric, figure, meta }: IntervalProps) {
  const { name } = metrics[metric]
  const ends = endsOf([figure], metric === 'avg_rank')
  return (
    <InfoPopover
      label={`${name}: 95% interval and definition`}
      className="block w-full py-1"
      info={
        <>
          <Interval {...{ metric, figure, meta }} />
          <Calculation metric={metric} />
        </>
      }
    >
      <Whisker figure={figure} ends={ends} />
    </InfoPopover>
  )
}

const Explained = lazy(async () => ({ default: (await import('./metric-definition.tsx')).Explained }))

/** Asks the server only when opened. */
function Calculation({ metric }: { metric: Metric }) {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <div className="max-h-80 space-y-2 overflow-y-auto border-t border-line pt-2">
      <Suspense fallback={<Skeleton lines={6} />}>
        <Explained metric={metric} />
      </Suspense>
    </div>
  ) : (
    <button type="button" className="font-medium text-accent hover:underline" onClick={() => setOpen(true)}>
      How we calculate this
    </button>
  )
}
