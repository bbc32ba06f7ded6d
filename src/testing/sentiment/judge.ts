import { type EntitySpan, judgeSentiment } from '../../lib/text/sentiment/sentiment.ts'

/** The score without praise or criticism, in hundredths of points; here also if no sentence judges. */
export const neutral = 5000

/** Judges a text for the named entities, numbered from 0 in this order. */
export function judge(text: string, ...names: string[]): number[] {
  const mentions: EntitySpan[] = []
  names.forEach((name, entity) => {
    for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + name.length)) {
      mentions.push({ entity, start, end: start + name.length })
    }
  })
  mentions.sort((a, b) => a.start - b.start)
  const scores = judgeSentiment(text, mentions)
  return names.map((_, entity) => scores.get(entity) ?? neutral)
}

/** Judges a text that names one entity. */
export const score = (text: string, name = 'Acme'): number => judge(text, name)[0] ?? Number.NaN
