import type { ReactNode } from 'react'
import { type ResponseOf, useRead } from '../../api/hooks.ts'
import { describeCounted, describeExcluded } from '../../copy/excluded.ts'
import { explainFigure, formats, type Metric, metrics } from '../../copy/metrics.ts'
import { count, decimal } from '../../format/numbers.ts'
import { BrandLink, useBrand, useFilters } from '../../frame/brand.tsx'
import { InfoPopover } from '../../ui/info-popover.tsx'
import { Loaded } from '../../ui/panel.tsx'
import { EntityInterval } from './interval.tsx'

type Explanation = ResponseOf<'explain-figure'>
type Row = Explanation['data'][number]

interface MetricDefinitionProps {
  metric: Metric
  entity: { id: string; name: string }
  children: ReactNode
}

/** A figure that opens its interval and how it is calculated. */
export const MetricDefinition = ({ metric, entity, children }: MetricDefinitionProps) => (
  <InfoPopover
    title={`${entity.name}, ${metrics[metric].name.toLowerCase()}`}
    info={
      <div className="space-y-2">
        <EntityInterval metric={metric} entityId={entity.id} />
        <Explained metric={metric} entityId={entity.id} />
      </div>
    }
  >
    {children}
  </InfoPopover>
)

/** The definition of a figure, and the answers that this one counts. */
export function Explained({ metric, entityId }: { metric: Metric; entityId?: string | undefined }) {
  const { brandId } = useBrand()
  const { input, search } = useFilters()
  const query = useRead('explain-figure', { figure: metric, entity_id: entityId ?? brandId, ...input })
  return (
    <>
      <p className="text-muted">{metrics[metric].definition}</p>
      <Loaded query={query} lines={6}>
        {({ data: [row], meta }) => row && <Parts metric={metric} row={row} meta={meta} />}
      </Loaded>
      <BrandLink to="answers" search={search} className="text-accent underline">
        View answers
      </BrandLink>
    </>
  )
}

function Parts({ metric, row, meta }: { metric: Metric; row: Row; meta: Explanation['meta'] }) {
  const counted = describeCounted(meta)
  const leftOut = describeExcluded(meta)
  return (
    <div className="space-y-2">
      {row.value !== null && (
        <p>
          <strong>{formats[metric](row.value)}</strong>:{' '}
          <bdi>
            {explainFigure(metric, { some: sumOf(row.numerator), all: count(row.denominator), name: row.name })}
          </bdi>
        </p>
      )}
      <Section title="Counted" lines={[...meta.filters, ...counted.map((words) => `with ${words}`)]} />
      {leftOut.length > 0 && <Section title="Excluded" lines={leftOut} />}
      <Section title="By prompt type">
        <Fractions
          metric={metric}
          rows={[
            [`prompts that name ${row.name}`, row.by_prompts.branded],
            ['other prompts', row.by_prompts.unbranded],
            ['deleted prompts', row.by_prompts.deleted],
          ]}
        />
      </Section>
      <Section title="Other definitions">
        <Fractions
          metric={metric}
          rows={definitions.map(([key, name]) => [
            key === meta.defined_by ? `${name} (used here)` : name,
            row.by_definition[key],
          ])}
        />
      </Section>
    </div>
  )
}

const definitions = [
  ['answers', 'by answers'],
  ['mentions', 'by mentions'],
  ['first_three', 'in the top three mentions'],
  ['cited', 'answers that cite its site'],
] as const

interface SectionProps {
  title: string
  lines?: readonly string[]
  children?: ReactNode
}

const Section = ({ title, lines = [], children }: SectionProps) => (
  <section className="border-t border-line pt-2">
    <h3 className="text-muted">{title}</h3>
    {lines.map((line) => (
      <bdi key={line} className="block">
        {line}
      </bdi>
    ))}
    {children}
  </section>
)

/** Integers, except sums of sentiment. */
const sumOf = (value: number | null) => (value === null || value % 1 === 0 ? count(value) : decimal(value, 1))

interface Fraction {
  numerator: number | null
  denominator: number | null
  value: number | null
}

/** Fractions with a nonzero denominator. */
function Fractions({ metric, rows }: { metric: Metric; rows: readonly (readonly [string, Fraction])[] }) {
  const shown = rows.filter(([, { denominator }]) => denominator !== null && denominator > 0)
  return (
    <table className="w-full">
      <tbody>
        {shown.map(([name, { numerator, denominator, value }]) => (
          <tr key={name} className="align-baseline">
            <th scope="row" className="text-left font-normal">
              {name}
            </th>
            <td className="pl-3 text-right whitespace-nowrap text-muted">
              {sumOf(numerator)} / {count(denominator)}
            </td>
            <td className="pl-3 text-right whitespace-nowrap">{formats[metric](value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
