import { type FileHandle, open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { pieceBytes } from '../../../lib/unpacked.ts'
import { createLineSplitter, type LineSplitter } from './line-splitter.ts'

/** Leading bytes that identify a file: logs rarely begin the same way twice. */
const knownBytes = 256

export interface FollowOptions {
  signal: AbortSignal
  /** Byte offset to start at. Must be the beginning of a line. */
  offset?: number
  pollMs?: number
}

/** Whole lines of a followed file. */
export interface FollowedLines {
  lines: Buffer
  /** Index of the file at the path, from 0. Line numbers and counts restart per file. */
  file: number
  /** End offset of the lines in the file. */
  endOffset: number
}

/** A file being read, with its current offset. */
interface OpenFile {
  handle: FileHandle
  file: number
  offset: number
  /** The leading bytes of the file, as far as written. */
  beginning: Buffer
  splitter: LineSplitter
}

/**
 * Yields the existing and new lines of a file. On rotation, reads the old file to its end first; on copytruncate,
 * starts again at the beginning. Holds back an incomplete line until its end or a rotation. Misses files that were
 * created and rotated away between two polls.
 * @throws Error if the file does not exist at the start, or cannot be read
 */
export async function* followLog(path: string, options: FollowOptions): AsyncGenerator<FollowedLines> {
  const { signal, offset = 0, pollMs = 1000 } = options
  let current = await openFile(path, 0, offset)
  try {
    while (!signal.aborted) {
      if (await isRewritten(current)) {
        yield* remainder(current)
        current = { ...current, ...(await beginAt(current.handle, 0)), file: current.file + 1 }
      }
      yield* readNewLines(current, signal)
      const hasMoved = await isElsewhere(path, current)
      if (!(await pause(pollMs, signal))) return
      if (!hasMoved) continue
      const successor = await openIfThere(path, current.file + 1)
      if (successor === undefined) continue
      // The writer needs a moment to switch to the new file.
      yield* readNewLines(current, signal)
      yield* remainder(current)
      await current.handle.close()
      current = successor
    }
  } finally {
    await current.handle.close()
  }
}

async function openFile(path: string, file: number, offset: number): Promise<OpenFile> {
  const handle = await open(path)
  return { handle, file, ...(await beginAt(handle, offset)) }
}

async function openIfThere(path: string, file: number): Promise<OpenFile | undefined> {
  try {
    return await openFile(path, file, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function beginAt(handle: FileHandle, offset: number) {
  return { offset, beginning: await readBeginning(handle, offset), splitter: createLineSplitter() }
}

async function readBeginning(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.min(knownBytes, maxBytes))
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
  return bytes.subarray(0, bytesRead)
}

async function isRewritten({ handle, offset, beginning }: OpenFile): Promise<boolean> {
  const { size } = await handle.stat()
  return size < offset || !(await readBeginning(handle, beginning.length)).equals(beginning)
}

/** Whether the file was renamed or removed, so that its path has another file or none. */
async function isElsewhere(path: string, { handle }: OpenFile): Promise<boolean> {
  const there = await stat(path, { bigint: true }).catch(() => undefined)
  const here = await handle.stat({ bigint: true })
  return there?.ino !== here.ino || there.dev !== here.dev
}

async function* readNewLines(open: OpenFile, signal: AbortSignal): AsyncGenerator<FollowedLines> {
  while (!signal.aborted) {
    const { buffer, bytesRead } = await open.handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, open.offset)
    if (bytesRead === 0) return
    const piece = buffer.subarray(0, bytesRead)
    const endOffset = open.offset + piece.lastIndexOf('\n') + 1
    const pieceEnd = open.offset + bytesRead
    const beginning = await readBeginning(open.handle, pieceEnd)
    if (beginning.subarray(0, open.beginning.length).equals(open.beginning)) open.beginning = beginning
    // Truncated and overwritten since the last read. A piece that ends beyond the current size was read before that.
    else if ((await open.handle.stat()).size >= pieceEnd) return
    open.offset = pieceEnd
    for (const lines of open.splitter.push(piece)) yield { lines, file: open.file, endOffset }
  }
}

/** Yields the incomplete last line of a rotated file. */
function* remainder({ splitter, file, offset }: OpenFile): Generator<FollowedLines> {
  for (const lines of splitter.end()) yield { lines, file, endOffset: offset }
}

/** @returns false if aborted */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal })
    return true
  } catch {
    return false
  }
}
