import { expect, it } from 'vitest'
import { batchLines } from './batch-lines.ts'

async function textOf(body: string): Promise<string> {
  let text = ''
  for await (const lines of batchLines(Buffer.from(body))) text += lines.toString()
  return text
}

it('leaves log lines unchanged', async () => {
  expect(await textOf('{"a":1}\n{"a":2}')).toBe('{"a":1}\n{"a":2}')
  expect(await textOf('')).toBe('')
})

it('writes each item of a JSON array as a line', async () => {
  expect(await textOf(' \n[{"a": "x\\ny"},\n {"a":"é"}, 5]')).toBe('{"a":"x\\ny"}\n{"a":"é"}\n5\n')
  expect(await textOf('[]')).toBe('')
})

it('rejects an invalid JSON array', async () => {
  const broken = ['[{"a":1},', '[1,]', '[,1]', '[1 2]', '[{"a":"]', '[{]', '[1]]', '[1] x', `[${'['.repeat(100_000)}`]
  for (const body of broken) await expect(textOf(body)).rejects.toThrow('body: the JSON array is invalid')
  const deep = `[${'['.repeat(100_000)}${']'.repeat(100_000)}]`
  await expect(textOf(deep)).rejects.toThrow('body: the JSON array is invalid')
})

it('rejects more array items than a batch allows', async () => {
  await expect(textOf(`[${'1,'.repeat(1_000_000)}1]`)).rejects.toThrow('body: has more than 1000000 items')
})
