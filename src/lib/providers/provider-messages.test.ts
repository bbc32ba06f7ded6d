import { expect, test } from 'vitest'
import { errorMessageOf, redactMessage } from './provider-messages.ts'

test.each([
  'sk-proj-Ab12Cd34Ef56Gh78Ij90Kl12Mn34',
  'sk-abc***9Xz',
  'sk-ant-api03-Ab12Cd34Ef56',
  'xai-Ab12Cd34Ef56Gh78Ij90',
  'pplx-Ab12Cd34Ef56Gh78Ij90',
  'gsk_Ab12Cd34Ef56Gh78Ij90',
  'AIzaSyAb12Cd34Ef56Gh78Ij90Kl12Mn34Op5',
  'whsec_Ab12Cd34Ef56Gh78Ij90',
  'Ab12Cd34Ef56Gh78Ij90Kl12Mn34',
  'svc_sk_Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56',
])('redacts %s from a provider message', (key) => {
  const shown = redactMessage(`Incorrect API key provided: ${key}. You can find your key at https://a.example/keys.`)
  expect(shown).not.toContain(key.slice(-6))
  expect(shown).toMatch(/^Incorrect API key provided: .*… ?.*You can find your key at https:\/\/a\.example\/keys\.$/)
})

test('redacts credentials after their names', () => {
  expect(redactMessage('sent Authorization: Bearer dG9rZW46c2VjcmV0MQ==')).toBe('sent Authorization: Bearer …')
  expect(redactMessage('GET /search?api_key=abcd1234efgh&q=crm')).toBe('GET /search?api_key=…&q=crm')
})

test.each([
  'The model `gpt-4o-search-preview-2025-03-11` does not exist or you do not have access to it.',
  'Rate limit reached for claude-sonnet-4-5-20250929. Try again in 20s.',
  'Request 3c90c3cc-0d44-4b50-8888-8dd25736052a: token limit of 128000 exceeded, tokens per minute 30000',
])('does not redact words that only look like a key: %s', (words) => {
  expect(redactMessage(words)).toBe(words)
})

test('shortens a message to one line of at most 500 characters', () => {
  expect(redactMessage('a\u0000b\n\nc\u202e d ')).toBe('a b c d')
  expect(redactMessage('word '.repeat(1000))).toHaveLength(500)
})

test('extracts a message from errors of any shape', () => {
  expect(errorMessageOf(null)).toBeUndefined()
  expect(errorMessageOf(undefined)).toBeUndefined()
  expect(errorMessageOf('down')).toBe('down')
  expect(errorMessageOf({ message: 'down', type: 'server_error' })).toBe('down (server_error)')
  expect(errorMessageOf({ error: { message: 'down' } })).toBe('down')
  expect(errorMessageOf([{ message: 'first' }, { message: 'second' }])).toBe('first')
  expect(errorMessageOf({})).toBe('an error without a message')
  expect(errorMessageOf({ code: 500 })).toBe('(500)')
})
