import { z } from 'zod'
import { answered, failed, MissingTextError, sumOf, timeOf, unknownValue } from '../build-answer.ts'
import { joinText, shifted } from '../joined-text.ts'
import type { PageMention } from '../merge-citations.ts'
import type { AnswerFacts, ProviderAnswer, TextRange } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import * as shape from '../shape.ts'
import { type TextOffsets, textOffsets } from '../text-offsets.ts'

const groundingShape = z.object({
  webSearchQueries: shape.looseTexts,
  groundingChunks: shape.list(
    z.object({ web: shape.optional(z.object({ uri: shape.optional(z.string()), title: shape.looseText })) }),
  ),
  groundingSupports: shape.list(
    z.object({
      groundingChunkIndices: shape.list(z.number()),
      segment: shape.optional(
        z.object({
          partIndex: shape.optional(z.number()),
          startIndex: shape.optional(z.number()),
          endIndex: shape.optional(z.number()),
          text: shape.optional(z.string()),
        }),
      ),
    }),
  ),
})
const bodyShape = z.object({
  responseId: shape.looseText,
  modelVersion: shape.looseText,
  createTime: shape.anything,
  error: shape.anything,
  promptFeedback: shape.optional(z.object({ blockReason: shape.optional(z.string()) })),
  candidates: shape.list(
    z.object({
      finishReason: shape.optional(z.string()),
      content: shape.optional(
        z.object({
          parts: shape.list(z.object({ text: shape.optional(shape.textField), thought: shape.optional(z.boolean()) })),
        }),
      ),
      groundingMetadata: shape.optional(groundingShape),
    }),
  ),
  usageMetadata: shape.loose({
    promptTokenCount: shape.looseCount,
    toolUsePromptTokenCount: shape.looseCount,
    candidatesTokenCount: shape.looseCount,
    thoughtsTokenCount: shape.looseCount,
  }),
})
type Body = z.infer<typeof bodyShape>
type Candidate = Body['candidates'][number]
type Grounding = z.infer<typeof groundingShape>
type Segment = NonNullable<Grounding['groundingSupports'][number]['segment']>

/** `FinishReason` values (@google/genai) of answers refused for their content. */
const refusals = new Set(['SAFETY', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'RECITATION'])
const readable = new Set(['STOP', 'MAX_TOKENS', ...refusals])

/**
 * Gemini's `generateContent` with grounding. A support marks the words that chunks back, in UTF-8 bytes of a
 * part; its place counts if these are its text. Chunks without a support were consulted. There is no cost.
 */
export function readGeminiContent(body: unknown): ProviderAnswer {
  const response = shape.readShape(bodyShape, body)
  const [candidate] = response.candidates
  const facts = factsOf(response, candidate)
  const words = errorMessageOf(response.error)
  if (words !== undefined) return failed(facts, words)
  if (candidate === undefined) {
    const reason = response.promptFeedback?.blockReason
    if (reason) return failed(facts, `the provider refused the prompt (${reason})`)
    throw new MissingTextError(facts, 'the provider returned no answer')
  }
  const finish = candidate.finishReason ?? ''
  if (finish !== '' && !readable.has(finish))
    return /^[A-Z_]+$/.test(finish)
      ? failed(facts, `the provider ended the answer with ${finish}`)
      : unknownValue(facts, 'candidates[0].finishReason', finish)
  const { text, parts } = joinParts(candidate)
  const grounding = candidate.groundingMetadata
  return answered(facts, {
    text,
    ...pagesOf(grounding, text, parts),
    queries: grounding?.webSearchQueries ?? [],
    search: hasSearched(grounding) ? 'searched' : 'not_searched',
    truncated: finish === 'MAX_TOKENS',
    refused: refusals.has(finish),
    emptyReason: finish === '' || finish === 'STOP' ? undefined : emptyReasonOf(finish),
  })
}

const emptyReasonOf = (finish: string) =>
  refusals.has(finish)
    ? `the model refused to answer (${finish})`
    : `the answer was cut before its first word (${finish})`

const hasSearched = (grounding: Grounding | null | undefined) =>
  grounding !== null &&
  grounding !== undefined &&
  grounding.webSearchQueries.length + grounding.groundingChunks.length > 0

function factsOf(response: Body, candidate: Candidate | undefined): AnswerFacts {
  const { promptTokenCount, toolUsePromptTokenCount, candidatesTokenCount, thoughtsTokenCount } = response.usageMetadata
  return {
    engine: 'gemini',
    surface: 'api',
    model: response.modelVersion,
    taskId: response.responseId,
    executedAt: timeOf(response.createTime),
    usage: {
      inputTokens: sumOf(promptTokenCount, toolUsePromptTokenCount),
      outputTokens: sumOf(candidatesTokenCount, thoughtsTokenCount),
      searches: candidate === undefined ? null : (candidate.groundingMetadata?.webSearchQueries.length ?? 0),
    },
  }
}

interface Part {
  /** In the joined text; empty for reasoning, which is not part of it. */
  place: TextRange
  offsets: TextOffsets
}

function joinParts(candidate: Candidate): { text: string; parts: Part[] } {
  const joined = joinText()
  const parts = (candidate.content?.parts ?? []).map(({ text, thought }) => {
    const words = thought === true ? '' : (text ?? '')
    return { place: joined.add(words), offsets: textOffsets(words) }
  })
  return { text: joined.text, parts }
}

function pagesOf(grounding: Grounding | null | undefined, text: string, parts: readonly Part[]) {
  const chunks = (grounding?.groundingChunks ?? []).map(({ web }) => ({
    url: web?.uri,
    title: web?.title ?? '',
  }))
  const whole = { place: { start: 0, end: text.length }, offsets: textOffsets(text) }
  const cited: PageMention[] = []
  for (const { segment, groundingChunkIndices } of grounding?.groundingSupports ?? []) {
    const range = placeOf(segment, parts[segment?.partIndex ?? 0]) ?? placeOf(segment, whole)
    cited.push(...groundingChunkIndices.flatMap((chunk) => (chunks[chunk] ? [{ ...chunks[chunk], range }] : [])))
  }
  return { cited, consulted: chunks }
}

/** The place of a segment; undefined if its bytes in that part do not match its text. */
function placeOf(segment: Segment | null | undefined, part: Part | undefined): TextRange | undefined {
  const bytes = part?.offsets.ofBytes(segment?.startIndex ?? 0, segment?.endIndex ?? 0)
  if (part === undefined || bytes === undefined) return undefined
  const isIt = part.offsets.text.slice(bytes.start, bytes.end) === segment?.text
  return isIt ? shifted(part.place, bytes) : undefined
}
