import type { DataOf } from '../../api/hooks.ts'
import { type Metric, metrics } from '../../copy/metrics.ts'
import { decimal, signed } from '../../format/numbers.ts'

export type Result = DataOf<'get-experiment'>

const verdicts: Record<Result['verdict'], readonly [word: string, look: string]> = {
  worked: ['Worked', 'bg-up-soft text-up'],
  backfired: ['Backfired', 'bg-down-soft text-down'],
  no_clear_effect: ['No clear effect', 'bg-flat-soft text-flat'],
  running: ['Running', 'bg-accent-soft text-accent'],
  not_comparable: ['Not comparable', 'border border-dashed border-line-strong text-muted'],
}

/** Green or red only for a verdict. */
export const verdictTone = (verdict: Result['verdict']) =>
  verdict === 'worked' ? 'var(--up)' : verdict === 'backfired' ? 'var(--down)' : 'var(--flat)'

export function Verdict({ verdict }: Pick<Result, 'verdict'>) {
  const [word, look] = verdicts[verdict]
  return <span className={`rounded-full px-2 py-0.5 text-sm font-semibold whitespace-nowrap ${look}`}>{word}</span>
}

/** “+21.3 points”; undefined as long as nothing can be said. */
export function effectText({ effect, metric }: Pick<Result, 'effect' | 'metric'>): string | undefined {
  if (effect === null) return undefined
  const { digits } = metrics[metric as Metric]
  return `${signed(effect.value, digits)}${metric === 'avg_rank' ? '' : ' points'}`
}

/** “95% interval: +15.0 to +27.6”. */
export function intervalText({ effect, metric }: Pick<Result, 'effect' | 'metric'>): string {
  if (effect === null) return ''
  const { digits } = metrics[metric as Metric]
  const [low, high] = [effect.low, effect.high].map((value) => signed(value, digits))
  return `95% interval: ${low} to ${high}`
}

export function detectableText({ smallest_detectable: value, metric }: Result): string {
  if (value === null) return ''
  const unit = metric === 'avg_rank' ? 'positions' : 'points'
  return `An effect below ${decimal(value, 1)} ${unit} could go unseen.`
}
