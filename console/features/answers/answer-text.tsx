import { useMemo } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { score } from '../../format/numbers.ts'
import { useBrand, useColors } from '../../frame/use-brand.ts'
import { Empty } from '../../ui/states.tsx'
import { findMarkdownMarks, type Piece, piecesOf, type SourceMark, toStretches } from './marked-text.ts'

export type Answer = ResponseOf<'get-execution'>['data']

/** Letters without a space that are kerned cost a browser their number squared: seconds for a hundred thousand. */
const hasLongRun = (text: string) => /\S{5000}/.test(text)

interface AnswerTextProps {
  answer: Answer
  /** Whether sentences that judge somebody are underlined. */
  withTone: boolean
  /** Whether its Markdown is shown as it came. */
  asItCame: boolean
  /** Sets the numbers of two answers on one page apart. */
  sourceIds?: string
}

/** An answer as text: names in the colours of whom they name, sources by number where they stand. */
export function AnswerText({ answer, withTone, asItCame, sourceIds = 'source' }: AnswerTextProps) {
  const pieces = useMemo(() => cut(answer, withTone, asItCame), [answer, withTone, asItCame])
  if (pieces === undefined)
    return (
      <Empty title={answer.outcome === 'none_shown' ? 'The engine showed no answer' : 'There is no answer'}>
        {answer.reason}
      </Empty>
    )
  return (
    // Where nothing in a line can be broken, the line scrolls, and not the page.
    <div
      className={`max-w-prose overflow-x-auto leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap ${hasLongRun(answer.answer ?? '') ? '[font-kerning:none]' : ''}`}
      dir="auto"
    >
      {pieces.map((piece) => (
        <span key={piece.start}>
          {piece.text !== '' && <PieceText piece={piece} />}
          {piece.sources.map((number) => (
            <a
              key={number}
              href={`#${sourceIds}-${number}`}
              aria-label={`Source ${number}`}
              className="ml-0.5 rounded bg-accent-soft px-1 align-super text-xs text-accent no-underline"
            >
              {number}
            </a>
          ))}
        </span>
      ))}
      {answer.truncated && <p className="mt-3 text-sm text-warn">The engine cut this answer off.</p>}
      {answer.refused && <p className="mt-3 text-sm text-warn">The engine refused to answer.</p>}
    </div>
  )
}

function cut(answer: Answer, withTone: boolean, asItCame: boolean): Piece[] | undefined {
  const { answer: text, mentions, citations } = answer
  if (text === null) return undefined
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
          return { ...place, about: `${name}: tone ${score(tone)}`, isGood: tone >= 50 }
        }),
      )
    : []
  const given = citations.flatMap(({ position, end }) => (end === null ? [] : [{ number: position, end }]))
  if (asItCame) return piecesOf(text, { marks, tones, sources: given })
  const look = findMarkdownMarks(text, citations)
  // Where an engine gave the place of a link, the number stands there once.
  const isGiven = (link: SourceMark) =>
    given.some(({ number, end }) => number === link.number && Math.abs(end - link.end) <= 2)
  const linked = look.sources.filter((link) => !isGiven(link))
  return piecesOf(text, { marks, tones, sources: [...given, ...linked], look })
}

function PieceText({ piece: { text, entityId, tones, isHeading } }: { piece: Piece }) {
  const { workspaceId, brandId } = useBrand()
  const colour = useColors(workspaceId, brandId)
  const [first] = tones
  const shape = [
    isHeading ? 'text-[1.08em] font-semibold' : '',
    first === undefined
      ? ''
      : `underline decoration-2 underline-offset-4 ${first.isGood ? 'decoration-good' : 'decoration-bad decoration-dashed'}`,
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
      className={`rounded-sm bg-transparent font-semibold ${shape}`}
      style={{
        color: colour(entityId),
        boxShadow: `inset 0 -2px 0 ${colour(entityId)}`,
      }}
    >
      {text}
    </mark>
  )
}
