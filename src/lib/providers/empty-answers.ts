import { failed, type MissingTextError, unreadable } from './build-answer.ts'
import type { ProviderAnswer, ResponseFormat } from './provider-answer.ts'
import { isObject } from './shape.ts'

/**
 * Field names from the body inwards. `*` matches each entry of a list, or a value in its place. A field with
 * `?` can be missing if its list is empty, as in JSON of protocol buffers.
 */
type Place = readonly string[]

const placesOf = (...paths: readonly string[]): Place[] => paths.map((path) => path.split('.'))

const responses = placesOf('output.*.content.*.text', 'output.*.content.*.refusal')
const choices = placesOf('choices.*.message.content.*.text', 'choices.*.message.refusal')
const cloro = ['markdown', 'text', 'aioverview.markdown', 'aioverview.text']
const dataForSeo = ['markdown', 'items.*.markdown', 'items.*.text', 'items.*.sections.*.text']
const dataForSeoOverview = ['items.*.items.*.markdown', 'items.*.items.*.text']
const brightData = ['answer_text_markdown', 'answer_text', 'ai_overview.markdown']
const oxylabs = ['markdown_text', 'answer_results_md', 'response_text']
const oxylabsOverview = ['results.ai_overviews', 'ai_overviews'].map(
  (overviews) => `${overviews}.*.answer_text.*.fragments.*.text`,
)

/** Possible places of an answer's text, by format. */
const places: Readonly<Record<ResponseFormat, readonly Place[]>> = {
  'openai-responses': responses,
  'xai-responses': responses,
  'perplexity-agent': responses,
  'anthropic-messages': placesOf('content.*.text'),
  gemini: placesOf('candidates.*.content.parts?.*.text', 'steps.*.content.*.text'),
  'mistral-conversations': placesOf('outputs.*.content.*.text'),
  'openai-chat': choices,
  'perplexity-sonar': choices,
  cloro: placesOf(...['response.', 'result.', ''].flatMap((at) => cloro.map((path) => at + path))),
  dataforseo: placesOf(...[...dataForSeo, ...dataForSeoOverview].map((path) => `tasks.*.result.*.${path}`)),
  brightdata: placesOf(
    ...[...brightData, 'ai_overview.text', 'ai_overview.texts'].flatMap((path) => [path, `*.${path}`]),
  ),
  oxylabs: placesOf(...[...oxylabs, ...oxylabsOverview].map((path) => `results.*.content.${path}`)),
  serpapi: placesOf('ai_overview.text_blocks', 'text_blocks'),
}

/** Types of entries without text. */
const wordless = /call|tool|search|fetch|result|reasoning|think|thought|compaction|organic/

const isWordless = (entry: unknown) =>
  isObject(entry) && (entry.thought === true || wordless.test(String(entry.type ?? '')))

/**
 * The outcome of a body without text. If a place for text exists and is empty, the provider gave no answer;
 * the same question may get one later. If no place exists, or one holds another value, the body has an
 * unknown shape: it is kept, as a later reader may find its text.
 */
export function outcomeOfEmpty(
  format: ResponseFormat,
  body: unknown,
  { facts, message }: MissingTextError,
): ProviderAnswer {
  const looks = places[format].map((place) => lookAt(body, place, ''))
  const isEmpty = looks.some((problem) => problem === undefined)
  const [problem] = looks.filter((found) => found !== undefined).sort((a, b) => b.depth - a.depth)
  return isEmpty || problem === undefined ? failed(facts, message) : unreadable(problem.words, facts)
}

/** Why a place is not an empty answer, and the depth at which this was found. */
interface Problem {
  words: string
  depth: number
}

/** @returns undefined if the place exists and is empty */
function lookAt(value: unknown, place: Place, path: string, depth = 0): Problem | undefined {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return undefined
  const [name, ...rest] = place
  const isList = Array.isArray(value)
  if (name === undefined || typeof value !== 'object')
    return isList && value.length === 0 ? undefined : { words: `${path} holds no known text`, depth }
  if (name === '*') {
    const entries = isList ? value : [value]
    const looks = entries.flatMap((entry, index) =>
      isWordless(entry)
        ? []
        : [{ problem: lookAt(entry, rest, isList ? `${path}[${index}]` : path, depth + 1) }],
    )
    return looks.some(({ problem }) => problem === undefined) ? undefined : looks[0]?.problem
  }
  const fields = value as Record<string, unknown>
  const key = name.replace('?', '')
  const at = `${path}.${key}`.replace(/^\./, '')
  if (fields[key] !== undefined) return lookAt(fields[key], rest, at, depth + 1)
  const isLeftOut = name !== key && Object.values(fields).every((field) => typeof field !== 'object')
  return isLeftOut ? undefined : { words: `${at} is missing`, depth }
}
