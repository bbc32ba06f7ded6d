import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Finding } from '../finding.ts'

/** Findings that are compressed together: a megabyte of text or so. */
const chunkFindings = 4000

export interface CompressedFindings {
  push(finding: Finding): void
  /** All of them, in their order. */
  all(): Iterable<Finding>
}

/** Holds findings compressed, as a site of 100,000 pages has millions, which say much the same: ten bytes or so each. */
export function createCompressedFindings(): CompressedFindings {
  const chunks: Buffer[] = []
  let open: Finding[] = []
  return {
    push(finding) {
      open.push(finding)
      if (open.length < chunkFindings) return
      chunks.push(zstdCompressSync(JSON.stringify(open)))
      open = []
    },
    *all() {
      for (const chunk of chunks) yield* JSON.parse(zstdDecompressSync(chunk).toString()) as Finding[]
      yield* open
    },
  }
}
