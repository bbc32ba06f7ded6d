import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createOccurrences } from './log-reader.ts'

const hashOf = (line: number) => createHash('sha256').update(String(line)).digest('hex')

it('counts each log line separately, in memory and on disk', () => {
  const lines = fc.array(fc.nat(30), { maxLength: 200 })
  fc.assert(
    fc.property(lines, fc.constantFrom(1, 5, 1000), (order, most) => {
      const occurrences = createOccurrences(most)
      const seen = new Map<number, number>()
      for (const line of order) {
        seen.set(line, (seen.get(line) ?? 0) + 1)
        expect(occurrences.next(hashOf(line), line * 1000)).toBe(seen.get(line))
      }
      occurrences.close()
    }),
  )
})

it('counts more log lines than memory holds', () => {
  const occurrences = createOccurrences(4000)
  for (const round of [1, 2, 3])
    for (let line = 0; line < 5000; line += 1) expect(occurrences.next(hashOf(line), line)).toBe(round)
  occurrences.close()
})

it('distinguishes log lines whose hashes share a half', () => {
  const occurrences = createOccurrences()
  const hashes = ['0000000000000001', '0000000100000000', '0000000100000001', '0000000000000000']
  for (const hash of hashes) expect(occurrences.next(hash.padEnd(32, '0'), 0)).toBe(1)
  for (const hash of hashes) expect(occurrences.next(hash.padEnd(32, 'f'), 0)).toBe(2)
  occurrences.close()
})
