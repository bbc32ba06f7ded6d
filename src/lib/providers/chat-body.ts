import { z } from 'zod'
import { failed } from './build-answer.ts'
import { type JoinedText, joinText } from './joined-text.ts'
import type { AnswerFacts, ProviderAnswer } from './provider-answer.ts'
import { errorMessageOf } from './provider-messages.ts'
import { type Annotation, readAnnotations } from './responses-body.ts'
import { anyList, anything, list, optional, readShape, textField, typeOf } from './shape.ts'

// A choice of a chat completion, as in OpenAI, OpenRouter, Groq, xAI, Perplexity and compatible servers.

const choicesShape = z.object({
  choices: list(
    z.object({
      finish_reason: optional(z.string()),
      error: anything,
      message: optional(
        z.object({
          content: anything,
          refusal: optional(textField),
          annotations: anyList,
          executed_tools: anyList,
        }),
      ),
    }),
  ),
})
const textPartShape = z.object({ text: textField })

/** Finish reasons of cut answers; `model_length` is Mistral's. */
const cut = new Set(['length', 'max_tokens', 'model_length'])

export interface Choice {
  text: JoinedText
  annotations: Annotation[]
  /** For Groq's compound models. */
  executedTools: readonly unknown[]
  truncated: boolean
  refused: boolean
  error: unknown
  finishReason: string
  emptyReason: string | undefined
}

/** The first choice of a chat completion; an empty text if there is none. */
export function readChoice(body: unknown): Choice {
  const [choice] = readShape(choicesShape, body).choices
  const message = choice?.message
  const finishReason = choice?.finish_reason ?? ''
  const text = joinText()
  const annotations = readContent(text, message?.content, message?.annotations ?? [])
  const refusal = message?.refusal ?? ''
  if (text.text === '') text.add(refusal)
  const isFiltered = finishReason === 'content_filter'
  return {
    text,
    annotations,
    executedTools: message?.executed_tools ?? [],
    truncated: cut.has(finishReason) || isFiltered,
    refused: refusal !== '' || isFiltered,
    error: choice?.error,
    finishReason,
    emptyReason:
      finishReason === '' || finishReason === 'stop' ? undefined : `the provider returned no text (${finishReason})`,
  }
}

function readContent(text: JoinedText, content: unknown, annotations: readonly unknown[]): Annotation[] {
  const path = 'choices[0].message.content'
  if (Array.isArray(content))
    readShape(anyList, content, path).forEach((part, index) => {
      if (typeOf(part, `${path}[${index}]`) === 'text')
        text.add(readShape(textPartShape, part, `${path}[${index}]`).text)
    })
  else text.add(readShape(optional(textField), content, path) ?? '')
  const whole = { start: 0, end: text.text.length }
  return readAnnotations(text.text, annotations, whole, 'choices[0].message.annotations')
}

/** The outcome of a choice that ended in an error; undefined if it may have an answer. */
export function outcomeOfFinish(choice: Choice, facts: AnswerFacts): ProviderAnswer | undefined {
  const words = errorMessageOf(choice.error)
  if (words !== undefined) return failed(facts, words)
  return choice.finishReason === 'error' ? failed(facts, 'the provider ended the answer with an error') : undefined
}
