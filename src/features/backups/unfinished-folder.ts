import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { conflict } from '../../lib/errors.ts'
import { tryLock } from '../../lib/file-lock.ts'
import { makeFolder } from '../../lib/make-folder.ts'
import { manifestFile, tableFile } from './manifest.ts'

/** Where a backup is written until it is whole. */
export interface UnfinishedFolder {
  path: string
  /** Puts what was written in its place. */
  finish(): void
  /** Removes it. */
  abandon(): void
}

const lockFile = 'lock'
const unfinishedName = '.partial'

/**
 * Begins a folder beside its place, so that one of that name is always whole. In one that is there already, and may be the
 * root of another disk, its files are written below it, and the manifest comes to its place last.
 * @throws ApiError conflict where the place is taken, or another backup is being written there
 */
export function beginFolder(to: string): UnfinishedFolder {
  const isThere = existsSync(to)
  if (isThere) checkEmpty(to)
  const path = isThere ? join(to, unfinishedName) : `${to}${unfinishedName}`
  checkOurs(path)
  makeFolder(path, 0o700)
  const unlock = tryLock(join(path, lockFile))
  if (unlock === undefined) throw conflict(`to: another backup is being written to ${to}`)
  // What one that was killed has left.
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

/** What is in the way of a backup may be somebody's. */
function checkOurs(path: string): void {
  const isOurs = (name: string) => name === manifestFile || name.endsWith(tableFile(''))
  if (existsSync(path) && !namesIn(path).every(isOurs))
    throw conflict(`to: the folder ${path} is in the way, and holds what no backup has written`)
}
