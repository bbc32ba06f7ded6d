import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ChromiumOptions, inChromium } from './start-chromium.ts'

/**
 * Prints a self-contained HTML page. The page's policy controls its scripts; Chromium prints with an internal script.
 * @throws Error that describes the failure; the signal's reason
 */
export async function printPdf(html: string, options: ChromiumOptions): Promise<Buffer> {
  let pdf = ''
  async function prepare(folder: string): Promise<string[]> {
    const page = join(folder, 'page.html')
    pdf = join(folder, 'page.pdf')
    await writeFile(page, html)
    await chmod(page, 0o644)
    return ['--no-pdf-header-footer', `--print-to-pdf=${pdf}`, pathToFileURL(page).href]
  }
  return inChromium(options, prepare, async ({ exited }) => {
    await exited
    return await readFile(pdf).catch(() => {
      throw new Error('Chromium wrote no PDF')
    })
  })
}
