import { aiVisits } from './ai-visits.ts'
import { answers } from './answers.ts'
import { citations } from './citations.ts'
import { experiments } from './experiments.ts'
import type { ExportKind } from './kind.ts'
import { mentions } from './mentions.ts'
import { visits } from './visits.ts'

export const exportKindNames = ['answers', 'mentions', 'citations', 'visits', 'ai_visits', 'experiments'] as const
export type ExportKindName = (typeof exportKindNames)[number]

export const exportKinds: Readonly<Record<ExportKindName, ExportKind>> = {
  answers,
  mentions,
  citations,
  visits,
  ai_visits: aiVisits,
  experiments,
}
