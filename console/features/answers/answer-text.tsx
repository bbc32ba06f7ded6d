import { type ReactNode, useMemo } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { score } from '../../format/numbers.ts'
import { useColors } from '../../frame/brand.tsx'
import { Empty } from '../../ui/panel.tsx'
import {
  type Block,
  type CharRange,
  findMarkdownMarks,
  type Piece,
  piecesByCell,
  piecesOf,
  type SourceMark,
  toStretches,
} from './marked-text.ts'

export type Answer = ResponseOf<'get-execution'>['data']

/** Kerning a long run without spaces is quadratic in browsers: seconds for 100,000 letters. */
const hasLongRun = (text: string) => /\S{5000}/.test(text)

interface AnswerTextProps {
  answer: Answer
  withTone: boolean
  asItCame: boolean
  /** Prefix of source ids, to keep two answers on one page apart. */
  sourceIds: string
}

/** An answer’s text: mentions in the entity’s color, sources by number at their place. */
export function AnswerText({ answer, withTone, asItCame, sourceIds }: AnswerTextProps) {
  const parts = useMemo(() => layOut(answer, withTone, asItCame), [answer, withTone, asItCame])
  if (parts === undefined)
    return (
      <Empty title={answer.outcome === 'none_shown' ? 'The engine showed no answer' : 'No answer'}>
        {answer.reason}
      </Empty>
    )
  return (
    // Scroll lines that cannot wrap, not the page.
    <div
      className={`max-w-[64ch] space-y-3 overflow-x-auto text-lg leading-[1.62] wrap-anywhere whitespace-pre-wrap ${hasLongRun(answer.answer ?? '') ? '[font-kerning:none]' : ''}`}
      dir="auto"
    >
      {parts.groups.map((blocks) => (
        <BlockGroup
          key={blocks[0]?.cells[0]?.start}
          blocks={blocks}
          show={(cell) =>
            parts.pieces.get(cell)?.map((piece) => (
              <span key={piece.start}>
                {piece.text !== '' && <PieceText piece={piece} />}
                {piece.sources.map((number) => (
                  <a
                    key={number}
                    href={`#${sourceIds}-${number}`}
                    aria-label={`Source ${number}`}
                    className="ml-0.5 rounded-sm bg-sunken px-1 py-px text-xs font-medium text-ink-2 hover:text-accent"
                  >
                    {number}
                  </a>
                ))}
              </span>
            ))
          }
        />
      ))}
      {answer.truncated && <p className="mt-3 text-sm text-warn">The engine truncated this answer.</p>}
      {answer.refused && <p className="mt-3 text-sm text-warn">The engine refused to answer.</p>}
    </div>
  )
}

/** Blocks of one kind that follow each other: the rows of a table, the items of a list, or a text. */
function BlockGroup({ blocks, show }: { blocks: readonly Block[]; show: (cell: CharRange) => ReactNode }) {
  const [first] = blocks
  if (first?.kind === 'text') return <div>{first.cells.map(show)}</div>
  if (first?.kind === 'item') {
    const numbers = blocks.flatMap(({ number = [] }) => number)
    const List = numbers.length > 0 ? 'ol' : 'ul'
    // A digit is less wide than 0.65 em.
    const room = Math.max(1.4, 0.65 * String(Math.max(0, ...numbers)).length + 0.6)
    return (
      <List className="space-y-1">
        {blocks.map(({ cells, depth = 0, number }) => (
          <li
            key={cells[0]?.start}
            value={number}
            className={number === undefined ? 'list-disc' : 'list-decimal'}
            style={{ marginInlineStart: `${room + 1.4 * depth}em` }}
          >
            {cells.map(show)}
          </li>
        ))}
      </List>
    )
  }
  return (
    <table className="wrap-break-word text-md">
      <tbody>
        {blocks.map(({ cells, isHead }) => (
          <tr key={cells[0]?.start} className="border-b border-line">
            {cells.map((cell) =>
              isHead === true && cell.end > cell.start ? (
                <th key={cell.start} className="py-1 pe-4 text-start align-top font-semibold" scope="col">
                  {show(cell)}
                </th>
              ) : (
                <td key={cell.start} className="py-1 pe-4 align-top">
                  {show(cell)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Consecutive blocks of one kind, and the pieces of their cells. Undefined without a text. */
function layOut(answer: Answer, withTone: boolean, asItCame: boolean) {
  const text = answer.answer
  if (text === null) return undefined
  const look = asItCame ? undefined : findMarkdownMarks(text, answer.citations)
  const blocks = look?.blocks ?? [{ kind: 'text' as const, cells: [{ start: 0, end: text.length }] }]
  const groups: Block[][] = []
  for (const block of blocks) {
    const group = groups.at(-1)
    if (block.kind !== 'text' && group?.[0]?.kind === block.kind && block.isHead !== true) group.push(block)
    else groups.push([block])
  }
  return { groups, pieces: piecesByCell(cut(answer, text, withTone, look), blocks) }
}

function cut(
  { mentions, citations }: Answer,
  text: string,
  withTone: boolean,
  look: ReturnType<typeof findMarkdownMarks> | undefined,
): Piece[] {
  const marks = mentions.flatMap(({ entity_id, offsets, lengths }) =>
    toStretches(
      text,
      offsets.map((offset, i) => ({ offset, length: lengths[i] ?? 0 })),
    ).map((place) => ({ ...place, entityId: entity_id })),
  )
  const tones = withTone
    ? mentions.flatMap(({ name, sentences }) =>
        toStretches(text, sentences).map((place, i) => {
          const tone = sentences[i]?.score ?? 50
          return { ...place, about: `${name}: sentiment ${score(tone)}`, isGood: tone >= 50 }
        }),
      )
    : []
  const given = citations.flatMap(({ position, end }) => (end === null ? [] : [{ number: position, end }]))
  if (look === undefined) return piecesOf(text, { marks, tones, sources: given })
  // Show a source number once if the engine also gave the link’s position.
  const isGiven = (link: SourceMark) =>
    given.some(({ number, end }) => number === link.number && Math.abs(end - link.end) <= 2)
  const linked = look.sources.filter((link) => !isGiven(link))
  return piecesOf(text, { marks, tones, sources: [...given, ...linked], look })
}

function PieceText({ piece: { text, entityId, tones, isHeading, isBold } }: { piece: Piece }) {
  const color = useColors()
  const [first] = tones
  const shape = [
    isHeading ? 'text-[1.08em] font-semibold' : isBold ? 'font-semibold' : '',
    first === undefined
      ? ''
      : `underline decoration-2 underline-offset-4 ${first.isGood ? 'decoration-up' : 'decoration-down decoration-dashed'}`,
  ].join(' ')
  const title = first === undefined ? undefined : tones.map(({ about }) => about).join('; ')
  if (entityId === undefined)
    return (
      <span className={shape} title={title}>
        {text}
      </span>
    )
  return (
    <mark
      title={title}
      className={`rounded-[3px] px-0.5 font-semibold text-current ${shape}`}
      style={{
        background: `color-mix(in srgb, ${color(entityId)} 14%, transparent)`,
        boxShadow: `inset 0 -1.5px 0 ${color(entityId)}`,
      }}
    >
      {text}
    </mark>
  )
}
