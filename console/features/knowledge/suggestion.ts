import type { ResponseOf } from '../../api/client.ts'

/** A prompt that the brand may want to be found for. */
export type Suggestion = ResponseOf<'list-alignment-suggestions'>['data'][number]

/** What shows suggestions: they are read again once one of them has changed. */
export const alignmentReads = ['list-alignment-suggestions', 'list-alignment-categories'] as const
