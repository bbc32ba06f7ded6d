import type { RowOf } from '../../api/hooks.ts'
import { engineName } from '../../copy/engines.ts'
import { BrandLink } from '../../frame/brand.tsx'
import { Empty } from '../../ui/panel.tsx'
import { type Column, column, minorColumn, numberColumn, rowLinkClass, Table } from '../../ui/table.tsx'
import { EngineTile, MarketTag } from '../../ui/tiles.tsx'
import { Clock } from '../../ui/time.tsx'

export type ListedAnswer = RowOf<'list-executions'>

interface AnswerTableProps {
  answers: readonly ListedAnswer[]
  /** The parameters of the list that an answer's page steps through. */
  search: object
  /** Whether all answer the same prompt. Rows then show the engine instead. */
  isOfPrompt?: boolean
}

export function AnswerTable({ answers, search, isOfPrompt = false }: AnswerTableProps) {
  const columns: readonly Column<ListedAnswer>[] = [
    column({ name: 'Engine', className: 'w-9' }, ({ engine }) => <EngineTile engine={engine} isAlone />),
    column(isOfPrompt ? 'Answer' : 'Prompt', ({ id, prompt, engine }) => (
      <BrandLink to={`answers/${id}`} search={search} className={rowLinkClass}>
        <bdi className="line-clamp-2 font-normal">{isOfPrompt ? engineName(engine) : (prompt ?? 'Deleted prompt')}</bdi>
      </BrandLink>
    )),
    minorColumn('Market', ({ country }) => <MarketTag country={country} />),
    column('Position', (answer) => <Position answer={answer} />),
    minorColumn(
      { name: 'Also mentioned', className: `truncate text-muted ${isOfPrompt ? 'max-w-36' : 'max-w-60'}` },
      ({ mentioned_competitors: names }) => names.join(', '),
    ),
    numberColumn('Time', ({ executed_at }) => <Clock at={executed_at} className="text-muted" />, 'minor'),
  ]
  return (
    <Table
      label="Latest answers"
      columns={columns}
      rows={answers}
      isDense
      isHeadHidden
      empty={<Empty title="No matching answers" />}
    />
  )
}

interface PositionProps {
  answer: Pick<ListedAnswer, 'outcome' | 'brand_mentioned' | 'brand_rank'>
  isText?: boolean
}

export function Position({ answer, isText = false }: PositionProps) {
  const { outcome, brand_mentioned: isMentioned, brand_rank: rank } = answer
  const [text, color, fill] =
    outcome === 'none_shown'
      ? ['No answer shown', 'text-ink-2', 'bg-sunken']
      : outcome !== 'answered'
        ? [outcome, 'text-down', 'bg-down-soft']
        : !isMentioned
          ? ['Not mentioned', 'text-ink-2', 'bg-sunken']
          : [rank === 1 ? 'Mentioned first' : `Position ${rank}`, 'text-accent', 'bg-accent-soft']
  const tag = `inline-flex h-5 items-center rounded-sm px-[7px] ${fill}`
  return <span className={`text-sm font-medium whitespace-nowrap ${color} ${isText ? '' : tag}`}>{text}</span>
}
