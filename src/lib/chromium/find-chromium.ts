import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Names of Chromium in common packages. The first has no windows, and uses less of the processor. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/**
 * Finds the Chromium that prints PDFs; undefined if there is none.
 * @param given its path, or `none`; searches the PATH if undefined
 */
export function findChromium(given: string | undefined, path = process.env.PATH ?? ''): string | undefined {
  if (given === 'none') return undefined
  if (given !== undefined) return isProgram(given) ? given : undefined
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
