import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Names of Chromium in common packages. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/**
 * Finds the Chromium that prints PDFs; undefined if there is none.
 * @param given its path, or `none`; searches the PATH if undefined
 */
export function findChromium(given: string | undefined, path = process.env.PATH ?? ''): string | undefined {
  if (given === 'none') return undefined
  if (given !== undefined) return isProgram(given) ? given : undefined
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
