import { type FileHandle, open, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { pieceBytes } from '../../../lib/unpacked.ts'
import { createLineSplitter, type LineSplitter } from './line-splitter.ts'

/**
 * Bytes by which the beginning of a file is known again: that of a log is hardly written a second time as it was.
 */
const knownBytes = 256

export interface FollowOptions {
  signal: AbortSignal
  /** Where to begin, which must be the beginning of a line. */
  offset?: number
  pollMs?: number
}

/** Whole lines of a file that is followed. */
export interface FollowedLines {
  lines: Buffer
  /** Counts the files that stood at the path, from 0: in each, lines are numbered and counted anew. */
  file: number
  /** Where the lines end in the file. */
  endOffset: number
}

/** A file that is being read, from its last place on. */
interface OpenFile {
  handle: FileHandle
  file: number
  offset: number
  /** How the file began, as far as it was there. */
  beginning: Buffer
  splitter: LineSplitter
}

/**
 * The lines of a file, those that it has and those that are written to it. When another file takes its place
 * (rotation), it is read to its end first; when it is cut down (copytruncate), it is read from its beginning again.
 * A line is held back until it has its end, or until its file goes. What was written and rotated away again between
 * two polls is not seen.
 * @throws Error where the file is not there at first, or cannot be read
 */
export async function* followLog(path: string, options: FollowOptions): AsyncGenerator<FollowedLines> {
  const { signal, offset = 0, pollMs = 1000 } = options
  let current = await openFile(path, 0, offset)
  try {
    while (!signal.aborted) {
      if (await isRewritten(current)) {
        yield* rest(current)
        current = { ...current, ...(await beginAt(current.handle, 0)), file: current.file + 1 }
      }
      yield* readOn(current, signal)
      const hasMoved = await isElsewhere(path, current)
      if (!(await pause(pollMs, signal))) return
      if (!hasMoved) continue
      const successor = await openIfThere(path, current.file + 1)
      if (successor === undefined) continue
      // Who writes needs a moment to turn to the new file.
      yield* readOn(current, signal)
      yield* rest(current)
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

async function readBeginning(handle: FileHandle, most: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.min(knownBytes, most))
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
  return bytes.subarray(0, bytesRead)
}

async function isRewritten({ handle, offset, beginning }: OpenFile): Promise<boolean> {
  const { size } = await handle.stat()
  return size < offset || !(await readBeginning(handle, beginning.length)).equals(beginning)
}

/** Whether the file was renamed or removed, so that its path leads to another one or to none. */
async function isElsewhere(path: string, { handle }: OpenFile): Promise<boolean> {
  const there = await stat(path, { bigint: true }).catch(() => undefined)
  const here = await handle.stat({ bigint: true })
  return there?.ino !== here.ino || there.dev !== here.dev
}

async function* readOn(open: OpenFile, signal: AbortSignal): AsyncGenerator<FollowedLines> {
  while (!signal.aborted) {
    const { buffer, bytesRead } = await open.handle.read(
      Buffer.allocUnsafe(pieceBytes),
      0,
      pieceBytes,
      open.offset,
    )
    if (bytesRead === 0) return
    const piece = buffer.subarray(0, bytesRead)
    const endOffset = open.offset + piece.lastIndexOf('\n') + 1
    const pieceEnd = open.offset + bytesRead
    const beginning = await readBeginning(open.handle, pieceEnd)
    if (beginning.subarray(0, open.beginning.length).equals(open.beginning)) open.beginning = beginning
    // Cut down and written over since the last look. What ends beyond what is there now was read before that.
    else if ((await open.handle.stat()).size >= pieceEnd) return
    open.offset = pieceEnd
    for (const lines of open.splitter.push(piece)) yield { lines, file: open.file, endOffset }
  }
}

/** The last line of a file that goes, though it has no end. */
function* rest({ splitter, file, offset }: OpenFile): Generator<FollowedLines> {
  for (const lines of splitter.end()) yield { lines, file, endOffset: offset }
}

/** @returns false where there is nothing more to wait for */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal })
    return true
  } catch {
    return false
  }
}
