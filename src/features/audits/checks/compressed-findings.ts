import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Finding } from '../finding.ts'

/** Findings per compressed chunk: about a megabyte of text. */
const chunkFindings = 4000

export interface CompressedFindings {
  push(finding: Finding): void
  /** All findings in insertion order. */
  all(): Iterable<Finding>
}

/** Holds findings compressed, about ten bytes each. A site of 100,000 pages has millions of similar ones. */
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
