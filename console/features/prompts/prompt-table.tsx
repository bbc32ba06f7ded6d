import { type RowOf, useWrite } from '../../api/hooks.ts'
import { Spark } from '../../charts/spark.tsx'
import { engineName, marketName } from '../../copy/engines.ts'
import { today } from '../../format/days.ts'
import { count, percent, rank, score } from '../../format/numbers.ts'
import { BrandLink, useFilters } from '../../frame/brand.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { type Column, numberColumn, Table } from '../../ui/table.tsx'

type Prompt = RowOf<'list-prompts'>

interface PromptTableProps {
  prompts: readonly Prompt[]
  mayEdit: boolean
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onEnd: (() => void) | undefined
}

export function PromptTable({ prompts, mayEdit, chosen, onChoose, onEnd }: PromptTableProps) {
  const update = useWrite('update-prompt', { changes: ['list-prompts', 'get-prompt'] })
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const choice: Column<Prompt> = {
    name: 'Select',
    isNameHidden: true,
    cell: ({ id, text }) => (
      <Checkbox name={`Select: ${text}`} isOn={chosen.has(id)} onChange={() => toggle(id)} />
    ),
  }
  const active: Column<Prompt> = {
    name: 'Active',
    isNumber: true,
    cell: ({ id, text, is_active }) => (
      <Checkbox
        name={`Active: ${text}`}
        title={mayEdit ? undefined : 'Only editors can change this.'}
        isOn={is_active}
        isDisabled={!mayEdit || update.isPending}
        onChange={(isOn) => update.mutate({ prompt_id: id, is_active: isOn })}
      />
    ),
  }
  return (
    <>
      <ProblemNote problem={update.error} />
      {mayEdit && prompts.length > 0 && (
        <div className="mb-2 text-sm text-muted">
          <Checkbox
            label={`Select all ${count(prompts.length)} shown`}
            isOn={chosen.size > 0 && prompts.every(({ id }) => chosen.has(id))}
            onChange={(isOn) => onChoose(new Set(isOn ? prompts.map(({ id }) => id) : []))}
          />
        </div>
      )}
      <Table
        label="Prompts"
        columns={[...(mayEdit ? [choice] : []), ...columns, active]}
        rows={prompts}
        onEnd={onEnd}
      />
    </>
  )
}

const columns: readonly Column<Prompt>[] = [
  { name: 'Prompt', className: 'w-full', cell: (prompt) => <PromptName prompt={prompt} /> },
  {
    name: 'Trend',
    isMinor: true,
    cell: ({ text, trend = [] }) => (
      <Spark
        name={`Visibility of “${text}” in the period`}
        points={trend.map(({ start_date, end_date, visibility_pct }) => ({
          day: start_date,
          value: visibility_pct,
          isPartial: end_date >= today(new Date()),
        }))}
      />
    ),
  },
  { name: 'Visibility', isNumber: true, cell: ({ visibility_pct }) => percent(visibility_pct) },
  numberColumn('Share of voice', ({ market_share_pct }) => percent(market_share_pct), 'minor'),
  { name: 'Sentiment', isNumber: true, isMinor: true, cell: ({ sentiment_score }) => score(sentiment_score) },
  { name: 'Position', isNumber: true, isMinor: true, cell: ({ avg_rank }) => rank(avg_rank) },
  { name: 'Mentioned by', isMinor: true, cell: ({ engines = [] }) => <MentionedBy engines={engines} /> },
]

function PromptName({ prompt: { id, text, topic, tags, countries } }: { prompt: Prompt }) {
  const { search } = useFilters()
  return (
    <>
      <BrandLink to={`prompts/${id}`} search={search} className="hover:underline">
        <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{text}</bdi>
      </BrandLink>
      <span className="block text-sm text-muted">
        {[topic.name, ...tags.map(({ name }) => name), ...countries.map(marketName)].join(' · ')}
      </span>
    </>
  )
}

function MentionedBy({ engines }: { engines: NonNullable<Prompt['engines']> }) {
  if (engines.length === 0) return <span className="text-muted">–</span>
  const naming = engines.filter(({ visibility_pct }) => (visibility_pct ?? 0) > 0)
  const others = engines.filter((engine) => !naming.includes(engine))
  return (
    <span
      className="text-sm whitespace-nowrap"
      title={naming.map(({ engine }) => engineName(engine)).join(', ')}
    >
      {count(naming.length)} of {count(engines.length)}
      {others.length > 0 && others.length <= 2 && (
        <span className="block text-muted">
          not {others.map(({ engine }) => engineName(engine)).join(', ')}
        </span>
      )}
    </span>
  )
}
