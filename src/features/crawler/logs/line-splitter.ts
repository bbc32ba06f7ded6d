import { pieceBytes } from '../../../lib/unpacked.ts'

/** Bytes of a line that are looked at: longer ones are no requests that a server would have taken. */
export const maxLineBytes = 65_536

const newline = 10
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Cuts a file's pieces at the ends of lines. */
export interface LineSplitter {
  /** The whole lines that are there now, in buffers that each hold some. The rest is held back. */
  push(piece: Buffer): Generator<Buffer>
  /** The last line, where it has no end: what is held back. */
  end(): Generator<Buffer>
}

/** Of a line that is too long only the beginning is held and handed on, so that it can be seen that it is. */
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
