import { expect, test } from 'vitest'
import { longTest, portion } from '../../testing/forms.ts'
import type { ProviderAnswer } from './provider-answer.ts'
import { responseFormats } from './providers.ts'
import { readResponse } from './read-response.ts'
import { everyBody } from './testing/every-body.ts'

type Path = (string | number)[]

/** Returns the path of every field and list entry in a body. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const keys: Path = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value)
  const below = keys.flatMap((key) => pathsOf((value as Record<string | number, unknown>)[key], [...path, key]))
  return path.length === 0 ? below : [path, ...below]
}

const removed = Symbol('removed')
const replacements: unknown[] = [removed, 'x', 7, null, [], {}, true]

/** Runs `check` while the value at the path is replaced. */
function withReplaced(body: unknown, path: Path, replacement: unknown, check: () => void): void {
  const parent = path.slice(0, -1).reduce((value, key) => (value as Record<string | number, unknown>)[key], body)
  const fields = parent as Record<string | number, unknown>
  const key = path.at(-1) as string | number
  const before = fields[key]
  fields[key] = replacement === removed ? undefined : replacement
  check()
  fields[key] = before
}

/** Checks the invariants of an answer. */
function expectSound(answer: ProviderAnswer): void {
  const { outcome, text, reason, citations, isPending } = answer
  const isAnswered = outcome === 'answered'
  const unsound = [
    isAnswered !== (text.trim() !== ''),
    isAnswered !== (reason === ''),
    reason.length > 500 || reason.includes('does not expect'),
    isPending && outcome !== 'failed',
    !isAnswered && citations.length > 0,
    citations.some(({ start, end }) => (start === null) !== (end === null)),
    citations.some(({ start, end }) => start !== null && !(start >= 0 && start < (end ?? 0))),
    citations.some(({ end }) => (end ?? 0) > text.length),
    new Set(citations.map(({ url }) => url)).size !== citations.length,
  ]
  if (unsound.includes(true)) expect({ unsound, answer }).toBeUndefined()
}

/** Fields that hold the answer text, or select it. */
const wording =
  /^(?:text|content|markdown|snippet|refusal|thought|type|path|aioverview|answer_text\w*|markdown_text|response_text|answer_results_md|table|code|ai_overview|object|text_blocks|results|answer|items|result_text|result_md|full_response)$/
/** Fields that cannot change the outcome, regardless of their value. */
const unimportant =
  /^(?:id|model|modelVersion|model_name|title|label|usage|usageMetadata|credits|cost|created|created_at|completed_at|queries|query|searchQueries|webSearchQueries|fan_out_queries|search_queries|location_\w+|language_code|country|tools|shoppingCards|ads|prompt|position)$/

/** Perplexity's citation marks refer to the ids of its results. */
const isUnimportant = (path: Path) =>
  unimportant.test(String(path.at(-1))) && !(path.at(-1) === 'id' && path.includes('results'))

const isWordOf = (path: Path) =>
  path.some((key) => typeof key === 'number') ? isText(path) : wording.test(String(path.at(-1)))
const isText = (path: Path) => {
  const names = path.filter((key) => typeof key === 'string')
  const isBlockTitle = names.includes('text_blocks') && names.at(-1) === 'title'
  return typeof path.at(-1) === 'number' || isBlockTitle || wording.test(String(names.at(-1)))
}

test.each(portion(everyBody(), 0, 24))(
  '%s reads safely if any field is removed or has another type',
  (_, format, body) => {
    const whole = readResponse(format, JSON.stringify(body))
    const copy = structuredClone(body)
    const wrong: unknown[] = []
    for (const path of pathsOf(copy))
      for (const replacement of replacements)
        withReplaced(copy, path, replacement, () => {
          const answer = readResponse(format, JSON.stringify(copy))
          expectSound(answer)
          const isOther = answer.outcome === 'answered' && answer.text !== whole.text && !isContainerOfText(path)
          const isLost = isUnimportant(path) && !isWordOf(path) && answer.outcome !== whole.outcome
          if (isOther || isLost) wrong.push({ path: path.join('.'), replacement, answer: answer.reason || answer.text })
        })
    expect(wrong.slice(0, 10)).toEqual([])

    function isContainerOfText(path: Path): boolean {
      const value = path.reduce((part, key) => (part as Record<string | number, unknown>)?.[key], body)
      return isWordOf(path) || (typeof value === 'object' && value !== null)
    }
  },
)

test.each(everyBody())('%s is unreadable if cut at any of 200 positions', (_, format, body) => {
  const raw = JSON.stringify(body)
  for (let cut = 0; cut < 200; cut++) {
    const answer = readResponse(format, raw.slice(0, Math.floor((raw.length * cut) / 200)))
    expectSound(answer)
    expect(answer.outcome).toBe('unreadable')
  }
})

test.each(everyBody())('%s reads safely as any other format', (_, format, body) => {
  const raw = JSON.stringify(body)
  for (const other of responseFormats) if (other !== format) expectSound(readResponse(other, raw))
})

const openAi = (part: object, more: object = {}) =>
  JSON.stringify({ output: [{ type: 'message', content: [{ type: 'output_text', ...part }] }], ...more })
const readOpenAi = (raw: string) => readResponse('openai-responses', raw)

test('lone surrogates make a text unreadable; control characters are kept', () => {
  expect(
    readOpenAi('{"output":[{"type":"message","content":[{"type":"output_text","text":"a\\ud800b"}]}]}'),
  ).toMatchObject({
    outcome: 'unreadable',
    reason: 'the text must be well-formed Unicode, without lone surrogates',
  })
  expect(readOpenAi(openAi({ text: 'a\u0000\u0007b' })).text).toBe('a\u0000\u0007b')
})

test('limits the number of products and ads to 100', () => {
  const offers = Array.from({ length: 101 }, (_, index) => ({
    title: `Offer ${index}`,
    url: `https://shop${index}.example/`,
  }))
  const ads = offers.map((card) => ({ brand: { name: card.title }, rendered: true, cards: [card] }))
  const response = { text: 'a', inlineProducts: offers, ads }
  const body = { task: { id: 'task-1', taskType: 'CHATGPT', status: 'COMPLETED' }, response }
  const answer = readResponse('cloro', JSON.stringify(body))
  expect([answer.products.length, answer.ads.length]).toEqual([100, 100])
})

test('limits the number and length of citations and queries', () => {
  const annotations = Array.from({ length: 3000 }, (_, index) => ({
    type: 'url_citation',
    url: `https://site${index}.example/`,
    title: 't'.repeat(20_000),
  }))
  const queries = Array.from({ length: 3000 }, (_, index) => `query ${index}`)
  const search = { type: 'web_search_call', action: { type: 'search', queries } }
  const message = { type: 'message', content: [{ type: 'output_text', text: 'a', annotations }] }
  const answer = readOpenAi(JSON.stringify({ output: [search, message] }))
  expect(answer.citations).toHaveLength(1000)
  expect(answer.queries).toHaveLength(1000)
  expect(answer.citations[0]?.title).toHaveLength(10_000)
  const odd = ['javascript:alert(1)', 'ftp://a.example/', '/path', `https://a.example/${'x'.repeat(9000)}`, '']
  const pages = odd.map((url) => ({ type: 'url_citation', url }))
  expect(readOpenAi(openAi({ text: 'a', annotations: pages })).citations).toEqual([])
})

test('a text of more than 2,000,000 characters is unreadable, even in parts', () => {
  const reason = 'output[0].content[0].text must have at most 2,000,000 characters'
  expect(readOpenAi(openAi({ text: 'a'.repeat(2_000_001) })).reason).toBe(reason)
  expect(readOpenAi(openAi({ text: 'a'.repeat(2_000_000) })).text).toHaveLength(2_000_000)
  const blocks = Array.from({ length: 3 }, () => ({ type: 'text', text: 'a'.repeat(900_000) }))
  expect(readResponse('anthropic-messages', JSON.stringify({ content: blocks })).reason).toBe(
    'the text has more than 2,000,000 characters',
  )
})

longTest('100 MB bodies are read, or rejected with a clear reason', () => {
  const size = 100_000_000
  expect(readOpenAi(`{"output":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`).reason).toBe(
    'the body has more than 500 lists and objects within each other',
  )
  expect(readOpenAi(`{"output":[${'{},'.repeat(size / 3)}{}]}`).reason).toBe('the body has more than 2,000,000 values')
  expect(readOpenAi(openAi({ text: 'a' }, { padding: '\\"'.repeat(size / 4) })).text).toBe('a')
  expect(readOpenAi(openAi({ text: 'a'.repeat(size) })).outcome).toBe('unreadable')
  expect(readOpenAi('a'.repeat(140_000_000)).reason).toBe('the body has more than 128 Mi characters')
})

test('nested blocks are read to a depth of 20 and rejected beyond', () => {
  const nested = (depth: number): object =>
    depth === 0 ? { snippet: 'deep' } : { snippet: `at ${depth}`, list: [nested(depth - 1)] }
  const page = (depth: number) =>
    JSON.stringify({ search_metadata: { status: 'Success' }, ai_overview: { text_blocks: [nested(depth)] } })
  expect(readResponse('serpapi', page(19)).text).toMatch(/^at 19\n\n.*deep$/s)
  expect(readResponse('serpapi', page(20)).reason).toContain('is nested in more than 20 lists')
})

test('names of built-in object properties are data', () => {
  const raw = openAi({ text: 'a' }).replace('{', '{"__proto__":{"status":"failed"},"constructor":1,"toString":null,')
  expect(readOpenAi(raw)).toMatchObject({ outcome: 'answered', text: 'a' })
  expect(readResponse('cloro', '{"task":{"taskType":"constructor"},"response":{"text":"a"}}').engine).toBeNull()
})
