import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing. Node's own recursive way never ends where a folder takes no others,
 * as those of `/proc` do.
 * @throws Error of the file system for a place where there can be none
 */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return
  const above = dirname(path)
  if (above !== path) makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Somebody else has made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
