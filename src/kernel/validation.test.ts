import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { invalidRequest } from '../lib/errors.ts'
import { descriptionOf, parseTextInput } from './text-input.ts'
import { validate } from './validation.ts'

const schema = z.strictObject({
  name: z.string().max(10),
  days: z.int().min(1).max(9).optional(),
  tags: z.array(z.string()).optional(),
  pages: z.array(z.strictObject({ url: z.string().max(20), title: z.string().nullish() })).default([]),
})

describe('a message about JSON', () => {
  it.each<[object, string]>([
    [{ name: ['Acme'] }, 'name must be text of at most 10 characters'],
    [{ name: ['a', 'b'] }, 'name must be text of at most 10 characters'],
    [{ name: 'a', days: [1, 2] }, 'days must be an integer from 1 to 9'],
    [{ name: 'a', tags: 'b' }, 'tags must be a list; each item is text'],
    [{ name: 'a', pages: [{ url: 5 }] }, 'pages.0.url must be text of at most 20 characters'],
    [{ name: 'a', pages: [{ url: 'b' }, {}] }, 'pages.1.url is required: text of at most 20 characters'],
    [{ name: 'a', pages: [{ url: ['b'] }] }, 'pages.0.url must be text of at most 20 characters'],
    [{ name: 'a', pages: [{ url: 'b', title: 5 }] }, 'pages.0.title must be text'],
    [{ name: 'a', pages: [{ url: 'b', x: 5 }] }, 'unknown "x" in pages.0'],
    [{ name: null }, 'name must be text of at most 10 characters'],
    [{}, 'name is required: text of at most 10 characters'],
  ])('names the field and its allowed values: %j', (input, message) => {
    expect(() => validate(schema, input)).toThrow(invalidRequest(message))
  })
})

describe('a message about texts', () => {
  it.each<[Record<string, string[]>, string]>([
    [{ name: ['a', 'b'] }, 'name can only be given once'],
    [{ name: ['a'], days: ['1', '1'] }, 'days can only be given once'],
    [{ name: ['a'], days: ['x'] }, 'days must be an integer from 1 to 9'],
  ])('says that a single value was given several times: %j', (texts, message) => {
    expect(() => validate(schema, parseTextInput(schema, texts))).toThrow(invalidRequest(message))
  })
})

describe('an empty text', () => {
  const fields = z.strictObject({
    id: z.uuid().nullable().optional(),
    ids: z.array(z.uuid()).nullable().default(null),
    words: z.string().nullable(),
    engine: z.array(z.uuid()).optional(),
  })

  it('clears a nullable field, and is not a value', () => {
    expect(parseTextInput(fields, { id: [''], ids: [''], words: [''] })).toEqual({
      id: null,
      ids: null,
      words: '',
    })
    expect(parseTextInput(fields, { ids: ['', ''], engine: [''] })).toEqual({ ids: ['', ''], engine: [''] })
  })
})

describe('a description', () => {
  it('is found through wrapper schemas', () => {
    const described = z.string().describe('What it is')
    for (const wrapped of [
      described,
      described.optional(),
      described.nullable().default(null),
      described.transform((text) => text.length).optional(),
    ])
      expect(descriptionOf(wrapped)).toBe('What it is')
    expect(descriptionOf(described.optional().describe('Another'))).toBe('Another')
    expect(descriptionOf(z.array(described))).toBeUndefined()
  })
})
