import { expect, it } from 'vitest'
import { batchLines } from './batch-lines.ts'

const textOf = (body: string | Buffer) => Buffer.concat(batchLines(Buffer.from(body))).toString()

it('leaves lines as they are', () => {
  expect(textOf('{"a":1}\n{"a":2}')).toBe('{"a":1}\n{"a":2}')
  expect(textOf('')).toBe('')
})

it('makes a line of each item of an array', () => {
  expect(textOf(' \n[{"a": "x\\ny"},\n {"a":"é"}, 5]')).toBe('{"a":"x\\ny"}\n{"a":"é"}\n5\n')
  expect(textOf('[]')).toBe('')
})

it('says so where an array is none', () => {
  expect(() => textOf('[{"a":1},')).toThrow('JSON array')
})
