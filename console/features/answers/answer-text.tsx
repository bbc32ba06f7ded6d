import { useMemo } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { score } from '../../format/numbers.ts'
import { useColors } from '../../frame/brand.tsx'
import { Empty } from '../../ui/panel.tsx'
import {
  type Block,
  type Piece,
  piecesOf,
  plain,
  readMarkdown,
  type SourceMark,
  type Style,
  unitsOf,
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
  const parts = useMemo(() => layOut(answer, withTone, asItCame, sourceIds), [answer, withTone, asItCame, sourceIds])
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
      {parts.blocks.map((block) => (
        <BlockView key={block.start} block={block} parts={parts} />
      ))}
      {answer.truncated && <p className="mt-3 text-sm text-warn">The engine truncated this answer.</p>}
      {answer.refused && <p className="mt-3 text-sm text-warn">The engine refused to answer.</p>}
    </div>
  )
}

interface Parts {
  blocks: readonly Block[]
  pieces: ReturnType<typeof piecesOf>
  sourceIds: string
}

const blockLooks: Readonly<Record<Block['tag'], string>> = {
  p: '',
  pre: 'rounded-md bg-sunken p-3 font-mono text-sm whitespace-pre-wrap',
  hr: 'border-line',
  ul: 'list-disc space-y-1',
  ol: 'list-decimal space-y-1',
  li: 'space-y-1',
  blockquote: 'space-y-3 border-s-2 border-line ps-3 text-ink-2',
  table: 'wrap-break-word text-md',
  tr: 'border-b border-line',
  th: 'py-1 pe-4 text-start align-top font-semibold',
  td: 'py-1 pe-4 align-top',
}

function BlockView({ block, parts }: { block: Block; parts: Parts }) {
  const { tag: Tag, blocks = [], number } = block
  if (Tag === 'hr') return <hr className={blockLooks.hr} />
  const inner = blocks.map((part) => <BlockView key={part.start} block={part} parts={parts} />)
  const digits = String(Math.max(0, ...blocks.map((item) => item.number ?? 0))).length
  // A digit is less wide than 0.65 em.
  const marginInlineStart = Tag === 'ul' || Tag === 'ol' ? `${Math.max(1.4, 0.65 * digits + 0.6)}em` : undefined
  return (
    <Tag
      className={blockLooks[Tag]}
      {...(marginInlineStart !== undefined && { style: { marginInlineStart } })}
      {...(number !== undefined && { value: number })}
      {...(Tag === 'th' && { scope: 'col' })}
    >
      {Tag === 'table' ? <tbody>{inner}</tbody> : inner}
      {parts.pieces.get(block)?.map((piece) => (
        <span key={piece.start}>
          {piece.text !== '' && <PieceText piece={piece} />}
          {piece.sources.map((number) => (
            <a
              key={number}
              href={`#${parts.sourceIds}-${number}`}
              aria-label={`Source ${number}`}
              className="ml-0.5 rounded-sm bg-sunken px-1 py-px text-xs font-medium text-ink-2 hover:text-accent"
            >
              {number}
            </a>
          ))}
        </span>
      ))}
    </Tag>
  )
}

/** The blocks of a text and their pieces. Undefined without a text. */
function layOut(answer: Answer, withTone: boolean, asItCame: boolean, sourceIds: string): Parts | undefined {
  const { answer: text, mentions, citations } = answer
  if (text === null) return undefined
  const unitAt = unitsOf(text)
  const rangeOf = (offset: number, length = 0) => ({ start: unitAt(offset), end: unitAt(offset + length) })
  const marks = mentions.flatMap(({ entity_id, offsets, lengths }) =>
    offsets.map((offset, i) => ({ ...rangeOf(offset, lengths[i]), entityId: entity_id })),
  )
  const tones = withTone
    ? mentions.flatMap(({ name, sentences }) =>
        sentences.map(({ offset, length, score: tone }) => ({
          ...rangeOf(offset, length),
          about: `${name}: sentiment ${score(tone)}`,
          isGood: tone >= 50,
        })),
      )
    : []
  const given = citations.flatMap(({ position, end }) => (end === null ? [] : [{ number: position, end }]))
  const layout = asItCame ? { ...plain(text), sources: [] } : readMarkdown(text, citations)
  // Show a source number once if the engine also gave the link’s position.
  const isGiven = (link: SourceMark) =>
    given.some(({ number, end }) => number === link.number && Math.abs(end - link.end) <= 2)
  const linked = layout.sources.filter((link) => !isGiven(link))
  const pieces = piecesOf(text, { marks, tones, sources: [...given, ...linked], layout })
  return { blocks: layout.blocks, pieces, sourceIds }
}

const styleLooks: Readonly<Record<Style, string>> = {
  heading: 'text-[1.08em] font-semibold',
  bold: 'font-semibold',
  italic: 'italic',
  code: 'rounded-sm bg-sunken px-1 font-mono text-[0.9em]',
}

function PieceText({ piece: { text, entityId, tones, styles } }: { piece: Piece }) {
  const color = useColors()
  const [first] = tones
  const shape = [
    ...styles.map((style) => styleLooks[style]),
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
