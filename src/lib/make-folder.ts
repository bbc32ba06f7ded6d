import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents. Node's recursive mkdir never ends in a folder that cannot have
 * subfolders, such as those of `/proc`.
 * @throws Error of the file system if the folder cannot be created
 */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return
  const above = dirname(path)
  if (above !== path) makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process has created it since.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
