import { expect, test } from 'vitest'
import { type ResponseFormat, responseFormats } from './providers.ts'
import { readResponse } from './read-response.ts'
import { everyBody } from './testing/every-body.ts'

const outcomeOf = (format: ResponseFormat, body: unknown) => {
  const { outcome, reason } = readResponse(format, JSON.stringify(body))
  return [outcome, reason]
}

test.each(responseFormats)('%s: JSON of an unknown shape is unreadable', (format) => {
  const bodies = [{}, { version: 9, data: ['words'] }, { answer: { text: 'Acme.' } }]
  for (const body of bodies) expect(outcomeOf(format, body)[0], JSON.stringify(body)).toBe('unreadable')
})

const page = ['v3', 'serp', 'google', 'organic', 'task_get', 'advanced']
const result = (entry: object, path: readonly string[] = []) => ({
  status_code: 20_000,
  tasks: [{ status_code: 20_000, path, result: [entry] }],
})
const overview = { task: { taskType: 'GOOGLE', status: 'COMPLETED' } }

test.each<[ResponseFormat, object, string]>([
  ['openai-responses', { status: 'completed', choices: [] }, 'output is missing'],
  ['openai-responses', { output: [{ type: 'message' }] }, 'output[0].content is missing'],
  [
    'openai-responses',
    { output: [{ type: 'message', content: [{ type: 'words', words: 'Acme.' }] }] },
    'output[0].content[0].text is missing',
  ],
  [
    'xai-responses',
    { output: [{ type: 'web_search_call' }, { type: 'speech', content: 'Acme.' }] },
    'output[1].content holds no known text',
  ],
  ['perplexity-agent', { output: [{ type: 'text', text: 'Acme.' }] }, 'output[0].content is missing'],
  ['anthropic-messages', { stop_reason: 'end_turn' }, 'content is missing'],
  [
    'anthropic-messages',
    { content: [{ type: 'words', words: 'Acme.' }], stop_reason: 'end_turn' },
    'content[0].text is missing',
  ],
  ['gemini', { candidates: [{ finishReason: 'STOP' }] }, 'candidates[0].content is missing'],
  [
    'gemini',
    { candidates: [{ content: { blocks: ['Acme.'] }, finishReason: 'STOP' }] },
    'candidates[0].content.parts is missing',
  ],
  ['gemini', { steps: [{ type: 'model_output' }], status: 'completed' }, 'steps[0].content is missing'],
  ['mistral-conversations', { conversation_id: 'c', messages: [] }, 'outputs is missing'],
  ['openai-chat', { choices: [{ finish_reason: 'stop' }] }, 'choices[0].message is missing'],
  ['openai-chat', { choices: [{ message: { role: 'assistant' } }] }, 'choices[0].message.content is missing'],
  ['perplexity-sonar', { citations: [], answer: 'Acme.' }, 'choices is missing'],
  ['cloro', { task: { status: 'COMPLETED' }, answer: 'Acme.' }, 'response is missing'],
  ['cloro', { response: { html: 'Acme.' } }, 'response.markdown is missing'],
  ['cloro', { ...overview, response: { summary: 'Acme.' } }, 'response.aioverview is missing'],
  ['cloro', { ...overview, response: { aioverview: { words: 'Acme.' } } }, 'response.aioverview.markdown is missing'],
  ['dataforseo', { status_code: 20_000, answers: [] }, 'tasks is missing'],
  ['dataforseo', { tasks: [{ status_code: 20_000, answer: 'Acme.' }] }, 'tasks[0].result is missing'],
  ['dataforseo', result({ model: 'm', words: 'Acme.' }), 'tasks[0].result[0].markdown is missing'],
  ['dataforseo', result({ answer: 'Acme.' }, page), 'tasks[0].result[0].items must be a list'],
  ['brightdata', { url: 'https://chatgpt.com/', words: 'Acme.' }, 'answer_text_markdown is missing'],
  ['brightdata', [{ words: 'Acme.' }], '[0].answer_text_markdown is missing'],
  ['brightdata', { ai_overview: { words: 'Acme.' } }, 'ai_overview.markdown is missing'],
  ['oxylabs', { job: { id: '1' }, answers: [] }, 'results is missing'],
  ['oxylabs', { results: [{ content: { words: 'A.' } }] }, 'results[0].content.markdown_text is missing'],
  [
    'oxylabs',
    { job: { source: 'google_search' }, results: [{ content: { words: 'A.' } }] },
    'results[0].content.results must be an object',
  ],
  ['searchapi', { search_parameters: { engine: 'gemini' }, words: 'A.' }, 'text_blocks is missing'],
  ['scrapeless', { task_result: { words: 'A.' } }, 'task_result.result_md is missing'],
  ['serpapi', { ai_overview: { words: 'Acme.' } }, 'ai_overview.text_blocks is missing'],
  [
    'serpapi',
    { ai_overview: { text_blocks: [{ type: 'paragraph', words: 'Acme.' }] } },
    'ai_overview.text_blocks holds no known text',
  ],
])('%s: %j is unreadable, and the reason names the path', (format, body, reason) => {
  expect(outcomeOf(format, body)).toEqual(['unreadable', reason])
})

const noText = 'the provider returned no text'
test.each<[ResponseFormat, object, string]>([
  ['openai-responses', { status: 'completed', output: [] }, noText],
  ['openai-responses', { output: [{ type: 'reasoning' }, { type: 'web_search_call' }] }, noText],
  ['openai-responses', { output: [{ type: 'message', content: [] }] }, noText],
  ['xai-responses', { output: [{ type: 'message', content: [{ type: 'output_text', text: '' }] }] }, noText],
  ['perplexity-agent', { output: [{ type: 'search_results', results: [] }] }, noText],
  ['anthropic-messages', { content: [], stop_reason: 'end_turn' }, noText],
  ['anthropic-messages', { content: [{ type: 'thinking', thinking: 'Acme?' }] }, noText],
  ['gemini', { candidates: [] }, 'the provider returned no answer'],
  ['gemini', { candidates: [{ content: { role: 'model' }, finishReason: 'STOP' }] }, noText],
  ['gemini', { candidates: [{ content: { parts: [{ text: 'Acme?', thought: true }] } }] }, noText],
  ['gemini', { object: 'interaction', steps: [{ type: 'thought' }] }, noText],
  ['mistral-conversations', { outputs: [] }, noText],
  ['mistral-conversations', { outputs: [{ type: 'message.output', content: '' }] }, noText],
  ['openai-chat', { choices: [{ message: { content: null } }] }, noText],
  ['perplexity-sonar', { choices: [{ message: { content: '' }, finish_reason: 'stop' }] }, noText],
  ['cloro', { response: { text: '' } }, noText],
  ['cloro', { response: null }, 'the provider returned no answer'],
  ['dataforseo', { tasks: [{ status_code: 20_000, result: null }] }, 'the provider returned no result'],
  ['dataforseo', result({ markdown: null, model: 'm', sources: [] }), noText],
  ['brightdata', { answer_text: null }, noText],
  ['oxylabs', { results: [{ content: { response_text: '' } }] }, noText],
  ['serpapi', { ai_overview: { text_blocks: [] } }, noText],
  ['searchapi', { search_parameters: { engine: 'gemini' }, markdown: '' }, noText],
  ['scrapeless', { status: 'success', task_result: { result_text: '' } }, noText],
])('%s: %j has an empty text and fails, so that it is retried', (format, body, reason) => {
  expect(outcomeOf(format, body)).toEqual(['failed', reason])
})

test.each(everyBody())('%s is unreadable if its top-level fields are renamed', (_, format, body) => {
  const renamed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(renamed)
      : Object.fromEntries(Object.entries(value as object).map(([name, field]) => [`new_${name}`, field]))
  expect(outcomeOf(format, renamed(body))[0]).toBe('unreadable')
})
