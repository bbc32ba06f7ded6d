import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readLines } from './lines.ts'

async function read(text: string) {
  const numbers: number[] = []
  for await (const { number } of readLines(Readable.from([Buffer.from(text)]), { maxLineBytes: 1000 }))
    numbers.push(number)
  return numbers
}

it('refuses a file that repeats a line more than 10,000 times in a row, and names the lines', async () => {
  expect(await read(`a\n${'b\n\n'.repeat(10_000)}a\nb\n`)).toHaveLength(10_003)
  await expect(read(`a\n${'b\n\n'.repeat(10_001)}`)).rejects.toThrow(
    'file: lines 2 to 20002 are the same; remove the copies',
  )
})
