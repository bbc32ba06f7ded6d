import { pieceBytes } from '../../../lib/unpacked.ts'

/** Maximum bytes of a line. Servers do not accept longer requests. */
export const maxLineBytes = 65_536

const newline = 10
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Splits a file at line ends. */
export interface LineSplitter {
  /** Yields buffers of whole lines. Holds back an incomplete last line. */
  push(piece: Buffer): Generator<Buffer>
  /** Yields the incomplete last line. */
  end(): Generator<Buffer>
}

/** Truncates longer lines to one byte over the maximum, so that parsers detect them. */
export function createLineSplitter(): LineSplitter {
  let held: Buffer[] = []
  let heldBytes = 0
  let isFirst = true

  function hold(part: Buffer): void {
    const room = maxLineBytes + 1 - heldBytes
    if (room <= 0 || part.length === 0) return
    held.push(part.subarray(0, room))
    heldBytes += Math.min(room, part.length)
  }

  function release(): Buffer {
    const lines = Buffer.concat(held)
    held = []
    heldBytes = 0
    const hasMark = isFirst && lines.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    isFirst = false
    return hasMark ? lines.subarray(byteOrderMark.length) : lines
  }

  return {
    *push(piece) {
      for (let start = 0; start < piece.length; start += pieceBytes) {
        const part = piece.subarray(start, start + pieceBytes)
        const end = part.lastIndexOf(newline) + 1
        if (end > 0) {
          held.push(part.subarray(0, end))
          yield release()
        }
        hold(part.subarray(end))
      }
    },
    *end() {
      if (heldBytes > 0) yield release()
    },
  }
}
