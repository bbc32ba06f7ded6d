import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCompressedFindings } from '../findings.ts'
import { addressFlag, createAddressBook, noAddressId } from './address-book.ts'
import { createEdges } from './edges.ts'
import { createNearDuplicates } from './near-duplicates.ts'

const texts = fc.array(fc.string({ maxLength: 4 }), { maxLength: 300 })

describe('the address book', () => {
  it('numbers distinct addresses from 1', () => {
    fc.assert(
      fc.property(texts, (urls) => {
        const book = createAddressBook()
        const numbers = urls.map((url) => book.numberOf(url))
        const distinct = [...new Set(urls)]
        expect(numbers).toEqual(urls.map((url) => distinct.indexOf(url) + 1))
        expect(book.count()).toBe(distinct.length)
      }),
    )
  })

  it('keeps numbers and flags while it grows', () => {
    const book = createAddressBook()
    for (let index = 1; index <= 20_000; index++) {
      const number = book.numberOf(`https://shop.example/${index}`)
      if (index % 7 === 0) book.mark(number, addressFlag.broken)
    }
    book.mark(7, addressFlag.linked)
    const numbers = Array.from({ length: 20_000 }, (_, index) => book.numberOf(`https://shop.example/${index + 1}`))
    expect(numbers.every((number, index) => number === index + 1)).toBe(true)
    const broken = numbers.filter((number) => (book.flags(number) & addressFlag.broken) !== 0)
    expect(broken).toHaveLength(2857)
    expect(book.flags(7)).toBe(addressFlag.broken | addressFlag.linked)
  })

  it('stops numbering at its limit', () => {
    const book = createAddressBook()
    expect([book.numberOf('a', 1), book.numberOf('b', 1), book.numberOf('a', 1)]).toEqual([1, noAddressId, 1])
  })
})

describe('edges', () => {
  const nothing = () => false

  it('are returned page by page', () => {
    const edges = createEdges(nothing)
    for (const [page, address] of [
      [0, 5],
      [0, 6],
      [1, 7],
      [2, 5],
      [2, 8],
      [2, 5],
    ] as const)
      edges.add(page, address)
    expect([...edges.leadingTo((address) => address === 5 || address === 8)]).toEqual([
      { page: 0, addresses: [5] },
      { page: 2, addresses: [5, 8, 5] },
    ])
  })

  it('drops edges to good addresses when there are many', () => {
    const good = new Set<number>()
    const edges = createEdges((address) => good.has(address), 8192)
    for (let page = 0; page < 50_000; page++) {
      edges.add(page, page % 1000 === 3 ? 1 : page + 10)
      good.add(page + 10)
    }
    const found = [...edges.leadingTo((address) => address === 1)]
    expect(found).toHaveLength(50)
    expect(found[49]).toEqual({ page: 49_003, addresses: [1] })
  })

  it('stops adding edges at its limit if all targets are still unknown', () => {
    const edges = createEdges(nothing, 8192)
    for (let page = 0; page < 50_000; page++) edges.add(page, 1)
    expect([...edges.leadingTo(() => true)]).toHaveLength(8192)
  })
})

describe('near duplicates', () => {
  /** Flips these bits of a fingerprint. */
  function withBits(fingerprint: bigint, bits: readonly number[]): string {
    const changed = bits.reduce((value, bit) => value ^ (1n << BigInt(bit)), fingerprint)
    return changed.toString(16).padStart(16, '0')
  }
  const bit = fc.integer({ min: 0, max: 63 })

  it('are fingerprints that differ in at most three bits, at any position', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.uniqueArray(bit, { maxLength: 6 }), (value, bits) => {
        const duplicates = createNearDuplicates()
        duplicates.add(withBits(value, []), 3)
        duplicates.add(withBits(value, bits), 8)
        expect(duplicates.groups()).toEqual(bits.length <= 3 ? [[3, 8]] : [])
      }),
    )
  })

  it('are grouped through a fingerprint between them', () => {
    const duplicates = createNearDuplicates()
    duplicates.add(withBits(0n, []), 0)
    duplicates.add(withBits(0n, [1, 2, 3, 40, 50]), 1)
    duplicates.add(withBits(~0n & (2n ** 64n - 1n), []), 2)
    duplicates.add(withBits(0n, [1, 2, 3]), 3)
    expect(duplicates.groups().map((group) => group.toSorted())).toEqual([[0, 1, 3]])
  })
})

describe('compressed findings', () => {
  it('are returned unchanged and in order', () => {
    const findings = createCompressedFindings()
    const finding = (index: number) => ({
      check: 'title-missing',
      url: `https://shop.example/${index}`,
      title: index % 2 === 0 ? null : 'Ümläute',
      evidence: index % 3 === 0 ? [] : [`https://shop.example/${index}/x`],
    })
    for (let index = 0; index < 9001; index++) findings.push(finding(index))
    expect([...findings.all()]).toEqual(Array.from({ length: 9001 }, (_, index) => finding(index)))
  })
})
