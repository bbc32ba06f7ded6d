import type { EntitySpan } from '../../src/lib/text/sentiment/sentiment.ts'

/** Finds whole words in any case, numbered by name; of two at the same start, the longer comes first. */
export function findNames(text: string, names: readonly string[]): EntitySpan[] {
  const spans = names.flatMap((name, entity) => {
    const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    const matches = text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu'))
    return [...matches].map(({ index }) => ({ entity, start: index, end: index + name.length }))
  })
  return spans.sort((a, b) => a.start - b.start || b.end - a.end)
}
