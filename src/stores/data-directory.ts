import { chmodSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { conflict, invalidRequest } from '../lib/errors.ts'
import { tryLock } from '../lib/file-lock.ts'
import { makeFolder } from '../lib/make-folder.ts'

/** Who has a data directory open. */
export interface LockHolder {
  pid: number
  role: 'server' | 'command'
  since: string
}

export interface DataDirectory {
  path: string
  close(): void
}

/**
 * Makes the directory where it is missing, readable by its owner alone.
 * @throws ApiError invalid_request for a place where there can be none
 */
function makeDataDirectory(path: string): void {
  try {
    makeFolder(path, 0o700)
    if (!statSync(path).isDirectory()) throw new Error('ENOTDIR: it is a file')
    chmodSync(path, 0o700)
  } catch (error) {
    throw invalidRequest(`the data directory ${path} cannot be used: ${(error as Error).message}`)
  }
}

/**
 * Takes a data directory for this process, or returns undefined where another one has it. Its lock does not outlive the
 * process.
 */
export function tryOpenDataDirectory(path: string, role: LockHolder['role']): DataDirectory | undefined {
  makeDataDirectory(path)
  const unlock = tryLock(join(path, 'lock'))
  if (unlock === undefined) return undefined
  const holder: LockHolder = { pid: process.pid, role, since: new Date().toISOString() }
  try {
    writeFileSync(holderFile(path), JSON.stringify(holder), { mode: 0o600 })
  } catch {
    // On a full disk: the lock is what counts, the file only says whose it is.
  }
  return {
    path,
    close() {
      rmSync(holderFile(path), { force: true })
      unlock()
    },
  }
}

/** Who says to hold the directory; undefined while nobody does, or one has only just taken it. */
function readHolder(path: string): LockHolder | undefined {
  try {
    const { pid, role, since } = JSON.parse(readFileSync(holderFile(path), 'utf8')) as Partial<LockHolder>
    return pid === undefined || role === undefined || since === undefined ? undefined : { pid, role, since }
  } catch {
    return undefined
  }
}

/**
 * Takes a data directory for a server; a command that is at work there is waited for.
 * @throws ApiError conflict that says who holds it, where that is another server.
 */
export async function openDataDirectoryForServer(path: string): Promise<DataDirectory> {
  for (let attempt = 0; ; attempt += 1) {
    const opened = tryOpenDataDirectory(path, 'server')
    if (opened !== undefined) return opened
    const holder = readHolder(path)
    // The lock comes before the holder's name: for a moment the file is missing, or still names one that was killed.
    if (attempt > 10 && holder?.role !== 'command') {
      const who =
        holder === undefined ? 'another process' : `process ${holder.pid}, a server since ${holder.since}`
      throw conflict(`the data directory ${path} is held by ${who}: stop it, or use another data directory`)
    }
    await sleep(50)
  }
}

const holderFile = (path: string) => join(path, 'holder.json')

/** Longest path that every system takes for a Unix socket. */
const maxSocketPathLength = 100

/**
 * The path to use for a socket inside a directory. Deep directories make it longer than sockets allow; on Linux a
 * descriptor of the directory stands in for its path then.
 */
export function socketPath(directory: string, name: string): string {
  const path = join(directory, name)
  if (Buffer.byteLength(path) <= maxSocketPathLength || process.platform !== 'linux') return path
  return `/proc/self/fd/${openSync(directory, 'r')}/${name}`
}
