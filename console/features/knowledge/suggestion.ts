import type { ResponseOf } from '../../api/client.ts'

/** A suggested prompt. */
export type Suggestion = ResponseOf<'list-alignment-suggestions'>['data'][number]

/** Operations to refetch after a suggestion changes. */
export const alignmentReads = ['list-alignment-suggestions', 'list-alignment-categories'] as const
