import { chmodSync, existsSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { conflict, invalidRequest } from '../lib/errors.ts'
import { tryLock } from '../lib/file-lock.ts'
import { makeFolder } from '../lib/make-folder.ts'

/** The process that has a data directory open. */
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
 * Creates the directory if it is missing, readable only by its owner.
 * @throws ApiError invalid_request if it cannot be used
 */
function createDataDirectory(path: string): void {
  try {
    makeFolder(path, 0o700)
    if (!statSync(path).isDirectory()) throw new Error('ENOTDIR: not a directory')
    chmodSync(path, 0o700)
  } catch (error) {
    throw invalidRequest(`the data directory ${path} cannot be used: ${(error as Error).message}`)
  }
}

/** @throws ApiError invalid_request if the directory does not exist: a mistyped path must not start a new installation */
export function checkDataDirectoryExists(path: string): void {
  if (existsSync(path)) return
  const starts = 'sightline serve or create-workspace starts a new installation there'
  throw invalidRequest(`the data directory ${path} does not exist; ${starts}`)
}

/**
 * Locks a data directory for this process. Undefined if another process has it. The lock ends with the
 * process.
 */
export function tryOpenDataDirectory(path: string, role: LockHolder['role']): DataDirectory | undefined {
  createDataDirectory(path)
  const unlock = tryLock(join(path, 'lock'))
  if (unlock === undefined) return undefined
  const holder: LockHolder = { pid: process.pid, role, since: new Date().toISOString() }
  try {
    writeFileSync(holderFile(path), JSON.stringify(holder), { mode: 0o600 })
  } catch {
    // On a full disk, continue: only the lock matters, and the file just names its holder.
  }
  return {
    path,
    close() {
      rmSync(holderFile(path), { force: true })
      unlock()
    },
  }
}

/** The holder that the directory names. Undefined if there is none or it has just taken the lock. */
function readHolder(path: string): LockHolder | undefined {
  try {
    const { pid, role, since } = JSON.parse(readFileSync(holderFile(path), 'utf8')) as Partial<LockHolder>
    return pid === undefined || role === undefined || since === undefined ? undefined : { pid, role, since }
  } catch {
    return undefined
  }
}

/**
 * Locks a data directory for a server, waiting for a running command.
 * @throws ApiError conflict that names the holder if it is another server
 */
export async function openDataDirectoryForServer(path: string): Promise<DataDirectory> {
  for (let attempt = 0; ; attempt += 1) {
    const opened = tryOpenDataDirectory(path, 'server')
    if (opened !== undefined) return opened
    const holder = readHolder(path)
    // The lock precedes the holder's name: briefly, the file is missing or names a killed process.
    if (attempt > 10 && holder?.role !== 'command') {
      const who = holder === undefined ? 'another process' : `process ${holder.pid}, a server since ${holder.since}`
      throw conflict(`the data directory ${path} is in use by ${who}; stop it, or use another data directory`)
    }
    await sleep(50)
  }
}

const holderFile = (path: string) => join(path, 'holder.json')

/** Longest Unix socket path that all systems support. */
const maxSocketPathLength = 100

/**
 * Returns the path for a socket in a directory. If it is too long for a socket, Linux can use a file
 * descriptor of the directory.
 */
export function socketPath(directory: string, name: string): string {
  const path = join(directory, name)
  if (Buffer.byteLength(path) <= maxSocketPathLength || process.platform !== 'linux') return path
  return `/proc/self/fd/${openSync(directory, 'r')}/${name}`
}
