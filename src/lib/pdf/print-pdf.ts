import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { childEnvironment } from '../child-environment.ts'

export interface PrintOptions {
  executable: string
  timeoutMs: number
  signal: AbortSignal
}

/** The unprivileged user and group on nearly every system: Chromium does not sandbox itself as root. */
const nobody = 65_534

/** Resolves no host. The page's policy controls its scripts; Chromium prints with an internal script. */
const flags = [
  '--headless',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--no-pdf-header-footer',
]

/**
 * Prints a self-contained HTML page with a sandboxed Chromium in a temporary folder and a time limit.
 * @throws Error that describes the failure; the signal's reason
 */
export async function printPdf(html: string, options: PrintOptions): Promise<Buffer> {
  options.signal.throwIfAborted()
  const folder = await mkdtemp(join(tmpdir(), 'sightline-pdf-'))
  try {
    const [page, pdf] = [join(folder, 'page.html'), join(folder, 'page.pdf')]
    await writeFile(page, html)
    if (process.getuid?.() === 0) {
      await chown(folder, nobody, nobody)
      await chmod(page, 0o644)
    }
    await runChromium(folder, [`--print-to-pdf=${pdf}`, pathToFileURL(page).href], options)
    return await readFile(pdf).catch(() => {
      throw new Error('Chromium wrote no PDF')
    })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function runChromium(
  folder: string,
  words: readonly string[],
  { executable, timeoutMs, signal }: PrintOptions,
): Promise<void> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const runner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const program = spawn(executable, [...flags, `--user-data-dir=${join(folder, 'profile')}`, ...words], {
    ...runner,
    cwd: folder,
    env: { ...childEnvironment(), HOME: folder, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const end = () => killGroup(program)
  ending.addEventListener('abort', end)
  let output = ''
  program.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-2000)
  })
  try {
    const [code] = (await once(program, 'close')) as [number | null]
    signal.throwIfAborted()
    if (ending.aborted) throw new Error(`Chromium took longer than ${timeoutMs / 1000} s`)
    if (code !== 0) throw new Error(`Chromium exited with ${code}: ${output.trim()}`)
  } finally {
    ending.removeEventListener('abort', end)
    // Kills its child processes too, even if Chromium has already exited.
    killGroup(program)
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have exited.
  }
}
