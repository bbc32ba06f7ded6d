import type { DataOf } from '../../api/hooks.ts'
import { visibilityPoints } from '../../charts/day-series.ts'
import { LineChart } from '../../charts/line-chart.tsx'
import { countOf, percent, rank, score } from '../../format/numbers.ts'
import { useColors } from '../../frame/brand.tsx'
import { BarCell } from '../../ui/bar-cell.tsx'
import { DeltaChip } from '../../ui/delta-chip.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Stats } from '../../ui/stats.tsx'
import { type Column, column, mainColumn, numberColumn, Table } from '../../ui/table.tsx'
import { EngineName, Swatch } from '../../ui/tiles.tsx'
import type { Prompt as Listed } from './prompt-table.tsx'

export type Prompt = DataOf<'get-prompt'>

interface PromptFiguresProps {
  prompt: Prompt
  /** The tested change, which only the table knows. */
  comparison: Listed['comparison']
}

const line = { name: 'Visibility', color: 'var(--accent)', isOwn: true }

export function PromptFigures({ prompt, comparison }: PromptFiguresProps) {
  const color = useColors()
  const ranking: readonly Column<Prompt['rankings'][number]>[] = [
    column('#', (row) => row.rank),
    mainColumn('Name', ({ id, name, is_our_brand: isOwn }) => (
      <span className={`flex items-center gap-2 ${isOwn ? 'font-semibold' : ''}`}>
        <Swatch color={color(id)} />
        <bdi>{name}</bdi>
      </span>
    )),
    numberColumn('Visibility', ({ id, visibility_pct: share }) => (
      <span className="block w-40 max-md:w-auto">
        <BarCell value={share} text={percent(share)} color={color(id)} />
      </span>
    )),
    numberColumn({ name: 'Share of voice', className: 'min-w-17' }, (row) => percent(row.market_share_pct), 'minor'),
    numberColumn('Position', (row) => rank(row.avg_rank)),
  ]
  const { rankings, market_share_pct: share } = prompt
  const place = 1 + rankings.filter((row) => (row.market_share_pct ?? 0) > (share ?? 0)).length
  return (
    <>
      <Stats
        stats={[
          {
            label: 'Visibility',
            value: percent(prompt.visibility_pct),
            detail: comparison && <DeltaChip tested={comparison} />,
          },
          {
            label: 'Share of voice',
            value: percent(share),
            detail: share !== null && `#${place} of ${rankings.length}`,
          },
          { label: 'Average position', value: rank(prompt.avg_rank) },
          {
            label: 'Sentiment',
            value: score(prompt.sentiment_score),
            detail: 'of 100',
          },
        ]}
      />
      <Panel title="Visibility over time">
        <LineChart
          title="Visibility for this prompt"
          format={(value) => percent(value, 0)}
          height={168}
          series={[{ ...line, id: prompt.id, points: visibilityPoints(prompt.trend) }]}
        />
      </Panel>
      <Panel title="By engine" isFlush>
        <Table
          label="Visibility by engine"
          columns={engineColumns}
          rows={prompt.engines}
          isDense
          isHeadHidden
          empty={<Empty title="No answers in this period" />}
        />
      </Panel>
      <Panel title="Mentions" about="by visibility" isFlush>
        <Table label="Mentions in answers to this prompt" columns={ranking} rows={prompt.rankings} isDense />
      </Panel>
    </>
  )
}

const engineColumns: readonly Column<Prompt['engines'][number]>[] = [
  column('Engine', ({ engine }) => <EngineName engine={engine} />),
  column({ name: 'Visibility', className: 'w-full' }, ({ visibility_pct: share }) => (
    <BarCell value={share} text={percent(share)} />
  )),
  numberColumn('Answers', ({ executions }) => <span className="text-muted">{countOf(executions, 'answer')}</span>),
]
