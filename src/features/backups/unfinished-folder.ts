import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { conflict } from '../../lib/errors.ts'
import { tryLock } from '../../lib/file-lock.ts'
import { makeFolder } from '../../lib/make-folder.ts'
import { manifestFile, tableFile } from './manifest.ts'

/** The temporary folder of a backup in progress. */
export interface UnfinishedFolder {
  path: string
  /** Moves the backup to its final path. */
  finish(): void
  /** Deletes it. */
  abandon(): void
}

const lockFile = 'lock'
const unfinishedName = '.partial'

/**
 * Creates a temporary folder next to the target, so that the target is always complete. If the target exists,
 * possibly as the root of another disk, creates it inside, and moves the manifest last.
 * @throws ApiError conflict if the target is not empty or another backup is writing to it
 */
export function beginFolder(to: string): UnfinishedFolder {
  const isThere = existsSync(to)
  if (isThere) checkEmpty(to)
  const path = isThere ? join(to, unfinishedName) : `${to}${unfinishedName}`
  checkOurs(path)
  makeFolder(path, 0o700)
  const unlock = tryLock(join(path, lockFile))
  if (unlock === undefined) throw conflict(`to: another backup is writing to ${to}`)
  // Deletes the files of an interrupted backup.
  for (const name of namesIn(path)) rmSync(join(path, name))
  return {
    path,
    finish() {
      if (isThere) {
        checkEmpty(to)
        for (const name of [...namesIn(path).filter((name) => name !== manifestFile), manifestFile])
          renameSync(join(path, name), join(to, name))
        rmSync(path, { recursive: true })
      } else {
        if (existsSync(to)) checkEmpty(to)
        renameSync(path, to)
        rmSync(join(to, lockFile))
      }
      unlock()
    },
    abandon() {
      rmSync(path, { recursive: true, force: true })
      unlock()
    },
  }
}

const namesIn = (path: string) => readdirSync(path).filter((name) => name !== lockFile)

function checkEmpty(to: string): void {
  if (readdirSync(to).some((name) => name !== unfinishedName))
    throw conflict(`to: the folder ${to} is not empty`)
}

/** Never deletes files that are not from a backup. */
function checkOurs(path: string): void {
  const isOurs = (name: string) => name === manifestFile || name.endsWith(tableFile(''))
  if (existsSync(path) && !namesIn(path).every(isOurs))
    throw conflict(`to: ${path} already exists and is not a Sightline backup`)
}
