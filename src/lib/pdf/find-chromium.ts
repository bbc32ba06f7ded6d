import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What Chromium is called by those who package it. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/**
 * The Chromium that PDF is made with; undefined where there is none.
 * @param given where it is said to be, or `none`; looked for on the PATH where undefined
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
