import type { RowOf } from '../../api/hooks.ts'
import { visibilityPoints } from '../../charts/day-series.ts'
import { pooled } from '../../charts/smooth.ts'
import { Spark } from '../../charts/spark.tsx'
import { engineName } from '../../copy/engines.ts'
import { changeOf, isReal } from '../../copy/intervals.ts'
import { decimal, percent, rank, score } from '../../format/numbers.ts'
import { useFilters, ViewLink } from '../../frame/brand.tsx'
import { BarCell } from '../../ui/bar-cell.tsx'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { type Column, column, minorColumn, numberColumn, rowLinkClass } from '../../ui/table.tsx'
import { EngineTile, MarketTag } from '../../ui/tiles.tsx'

export type Prompt = RowOf<'list-prompts'>

/** The change of visibility as shown. Undefined if the page does not compare. */
export function changeOfPrompt({ comparison }: Prompt) {
  if (!comparison) return undefined
  const points = changeOf(comparison, 'visibility_pct')
  return points === null ? undefined : { points, isReal: isReal(comparison, 'visibility_pct') }
}

const figureColumn = (
  name: string,
  of: (prompt: Prompt) => number | null,
  format: (value: number | null) => string,
): Column<Prompt> =>
  numberColumn({ name, sort: of, className: 'min-w-17 max-lg:hidden' }, (prompt) => format(of(prompt)), 'minor')

/** Single days of one prompt have too few answers to show a trend. */
function trendOf(trend: NonNullable<Prompt['trend']>) {
  const points = visibilityPoints(trend)
  return points.some(({ weight }) => weight !== undefined) ? pooled(points) : points
}

/** @param prompts all loaded prompts, whose engines the last column shows */
export function usePromptColumns(prompts: readonly Prompt[]): readonly Column<Prompt>[] {
  const { filters } = useFilters()
  const engines = [...new Set(prompts.flatMap(({ engines = [] }) => engines.map(({ engine }) => engine)))].sort()
  const strip = 'grid grid-flow-col auto-cols-[26px] justify-end gap-0.5'
  const change = numberColumn<Prompt>(
    { name: 'Change', sort: (prompt) => changeOfPrompt(prompt)?.points ?? null },
    ({ comparison }) => (comparison ? <DeltaChip tested={comparison} isCell /> : <span className="text-muted">–</span>),
  )
  return [
    column({ name: 'Prompt', className: 'w-full', sort: ({ text }) => text }, (prompt) => (
      <PromptName prompt={prompt} />
    )),
    numberColumn({ name: 'Visibility', sort: (prompt) => prompt.visibility_pct }, ({ visibility_pct: visibility }) => (
      <span className="block w-33 max-md:w-auto">
        <BarCell value={visibility} text={percent(visibility)} />
      </span>
    )),
    ...(filters.compare ? [change] : []),
    minorColumn({ name: 'Trend', className: 'max-xl:hidden' }, ({ text, trend = [] }) => (
      <Spark name={`Visibility of “${text}” in the period`} points={trendOf(trend)} />
    )),
    figureColumn('Share of voice', ({ market_share_pct: share }) => share, percent),
    figureColumn('Position', ({ avg_rank: position }) => position, rank),
    figureColumn('Sentiment', ({ sentiment_score: sentiment }) => sentiment, score),
    {
      ...minorColumn('By engine', ({ engines: own = [] }) => (
        <span className={strip}>
          {engines.map((engine) => (
            <HeatCell
              key={engine}
              name={engineName(engine)}
              value={own.find((one) => one.engine === engine)?.visibility_pct}
            />
          ))}
        </span>
      )),
      heading: (
        <span className={`${strip} justify-items-center`}>
          {engines.map((engine) => (
            <EngineTile key={engine} engine={engine} isAlone />
          ))}
        </span>
      ),
      className: 'max-lg:hidden',
    },
  ]
}

function PromptName({ prompt }: { prompt: Prompt }) {
  const { id, text, topic, tags, countries, is_active } = prompt
  return (
    <>
      <ViewLink change={{ open: id }} data-opens={id} className={rowLinkClass}>
        <bdi className="line-clamp-1 max-md:line-clamp-2">{text}</bdi>
      </ViewLink>
      <span className="flex items-center gap-1.5 text-sm leading-4 text-muted">
        <bdi className="line-clamp-1">{[topic.name, ...tags.map(({ name }) => name)].join(' · ')}</bdi>
        {countries.map((country) => (
          <MarketTag key={country} country={country} />
        ))}
        {!is_active && <span className="text-warn">Paused</span>}
      </span>
    </>
  )
}

/** A share as one of six steps of blue, always with its number. */
function HeatCell({ name, value }: { name: string; value: number | null | undefined }) {
  const label = `${name}: ${value == null ? 'no answers' : `${decimal(value, 0)}%`}`
  const step = value == null || value === 0 ? 0 : Math.min(5, 1 + Math.floor(value / 20))
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="grid h-5 min-w-[26px] place-items-center rounded-[3px] text-xs font-medium"
      style={
        value == null
          ? { color: 'var(--muted)', boxShadow: 'inset 0 0 0 1px var(--line)' }
          : { background: `var(--h${step})`, color: `var(--h-ink-${step > 3 ? 'hi' : 'lo'})` }
      }
    >
      {value == null ? '–' : decimal(value, 0)}
    </span>
  )
}
