import { lazy, Suspense, useState } from 'react'
import { Whisker } from '../../charts/whisker.tsx'
import { endsOf } from '../../charts/whisker-scale.ts'
import { type Certainty, describeInterval, populationLabel, type SpeaksOf } from '../../copy/intervals.ts'
import { formatExact, type Metric, metrics } from '../../copy/metrics.ts'
import { InfoPopover } from '../../ui/info-popover.tsx'
import { Skeleton } from '../../ui/panel.tsx'

interface FigureInfoProps {
  metric: Metric
  figure: Certainty
  /** Prompts behind the figure. */
  prompts: number
  speaksOf: SpeaksOf
}

/** The whisker of the brand's figure. Opens what it means and how the figure is calculated. */
export function FigureInfo({ metric, figure, prompts, speaksOf }: FigureInfoProps) {
  const { name } = metrics[metric]
  const ends = endsOf([figure], metric === 'avg_rank')
  return (
    <InfoPopover
      label={`${name}: 95% interval and definition`}
      className="block w-full py-1"
      info={<Meaning {...{ metric, figure, prompts, speaksOf }} />}
    >
      <Whisker figure={figure} ends={ends} />
    </InfoPopover>
  )
}

function Meaning({ metric, figure, prompts, speaksOf }: FigureInfoProps) {
  const { these_prompts: these, prompts_like_these: like } = figure
  const range = ({ low, high }: { low: number; high: number }) =>
    `${formatExact(metric, low)} to ${formatExact(metric, high)}`
  return (
    <>
      {these === null ? (
        <p>{describeInterval(metric, figure, prompts, speaksOf)}</p>
      ) : (
        <>
          <p className="font-semibold text-ink">{range(these)}</p>
          <p>Ask the same prompts again and you’d expect a figure in this range, 19 times out of 20.</p>
        </>
      )}
      {these !== null && like !== null && (
        <p className="text-xs text-muted">
          For {populationLabel(speaksOf)}: {range(like)}
        </p>
      )}
      <Calculation metric={metric} />
    </>
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
