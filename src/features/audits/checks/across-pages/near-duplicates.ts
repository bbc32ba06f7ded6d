/** 64-bit fingerprints that differ in at most this many bits come from near-duplicate texts (Manku et al. 2007). */
const maxDifferingBits = 3
/** One band more than the bits that may differ, so two similar fingerprints share at least one band. */
const bands = [0, 16, 32, 48]
/** Compared pages per band. Templates put thousands of pages into some bands. */
const maxCompared = 100

interface Fingerprint {
  low: number
  high: number
  pages: number[]
}

export interface NearDuplicates {
  /** @param fingerprint 16 hexadecimal digits */
  add(fingerprint: string, page: number): void
  /** Groups of two or more pages. A page similar to any member belongs to the group. */
  groups(): number[][]
}

/** Finds similar texts by their SimHashes in near-linear time. */
export function createNearDuplicates(): NearDuplicates {
  const known = new Map<string, Fingerprint>()
  return {
    add(fingerprint, page) {
      const same = known.get(fingerprint)
      if (same !== undefined) {
        same.pages.push(page)
        return
      }
      const high = Number.parseInt(fingerprint.slice(0, 8), 16)
      const low = Number.parseInt(fingerprint.slice(8), 16)
      known.set(fingerprint, { low, high, pages: [page] })
    },
    groups() {
      const fingerprints = [...known.values()]
      const parents = Int32Array.from(fingerprints.keys())
      for (const band of bands) joinWithin(band, fingerprints, parents)
      const groups = new Map<number, number[]>()
      for (const [index, { pages }] of fingerprints.entries()) {
        const root = rootOf(parents, index)
        const group = groups.getOrInsertComputed(root, () => [])
        for (const page of pages) group.push(page)
      }
      return [...groups.values()].filter((group) => group.length > 1)
    },
  }
}

function joinWithin(band: number, fingerprints: readonly Fingerprint[], parents: Int32Array) {
  const buckets = new Map<number, number[]>()
  for (const [index, fingerprint] of fingerprints.entries()) {
    const word = band < 32 ? fingerprint.low : fingerprint.high
    const key = (word >>> (band % 32)) & 0xffff
    const bucket = buckets.getOrInsertComputed(key, () => [])
    for (const other of bucket) {
      const candidate = fingerprints[other]
      if (candidate !== undefined && areSimilar(fingerprint, candidate)) {
        parents[rootOf(parents, index)] = rootOf(parents, other)
      }
    }
    if (bucket.length < maxCompared) bucket.push(index)
  }
}

function areSimilar(a: Fingerprint, b: Fingerprint): boolean {
  return bitCount(a.low ^ b.low) + bitCount(a.high ^ b.high) <= maxDifferingBits
}

function rootOf(parents: Int32Array, index: number): number {
  let root = index
  for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) {
    // Path halving keeps all paths short.
    parents[root] = parents[parent] ?? parent
    root = parent
  }
  return root
}

/** The number of set bits in a 32-bit value. */
function bitCount(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
