import { signed } from '../format/numbers.ts'
import type { Changed } from '../words/certainty.ts'
import { verdictWords } from '../words/certainty.ts'
import { Explained } from './explained.tsx'

/** Two words to look at, and all of them to hear. */
function InShort({ change, words }: { change: Changed; words: string }) {
  const short =
    change.change === null
      ? 'nothing before'
      : change.verdict === 'not_comparable'
        ? 'not comparable'
        : 'within chance'
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">{words}</span>
    </>
  )
}

/**
 * A tested change: an arrow where it is beyond chance, otherwise that it is not; what is cut short opens. Nothing while it is
 * not known.
 */
export function Verdict({ change, isShort = false }: { change: Changed | undefined; isShort?: boolean }) {
  if (change === undefined) return null
  const { verdict, matched_change: matched } = change
  const words = verdictWords(change)
  const shape = 'text-sm font-normal whitespace-nowrap'
  if (matched === null || verdict === 'not_comparable' || verdict === 'no_detectable_change')
    return isShort ? (
      <Explained words={words} className={`${shape} text-muted`}>
        <InShort change={change} words={words} />
      </Explained>
    ) : (
      <span className="text-sm font-normal text-muted">{words}</span>
    )
  const isUp = verdict === 'up'
  return (
    <Explained words={words} className={`${shape} ${isUp ? 'text-good' : 'text-bad'}`}>
      <span aria-hidden="true">{isUp ? '▲' : '▼'}</span> {signed(matched.value)}
      {isShort ? '' : ' points, beyond chance'}
    </Explained>
  )
}
