import type { ProviderAnswer } from '../provider-answer.ts'
import { isObject } from '../shape.ts'
import { readGeminiContent } from './read-content.ts'
import { readGeminiInteraction } from './read-interactions.ts'

/** Selects by shape: `generateContent` has `candidates`, an Interaction has `steps`. */
export const readGemini = (body: unknown): ProviderAnswer =>
  isObject(body) && (body.object === 'interaction' || 'steps' in body)
    ? readGeminiInteraction(body)
    : readGeminiContent(body)
