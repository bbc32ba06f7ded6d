import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childEnvironment } from '../child-environment.ts'

export interface ChromiumOptions {
  executable: string
  timeoutMs: number
  signal: AbortSignal
}

export interface RunningChromium {
  process: ChildProcess
  /** Fulfilled when it has exited successfully. */
  exited: Promise<void>
}

/** The unprivileged user and group on nearly every system: Chromium does not sandbox itself as root. */
const nobody = 65_534

/** It reaches no host: names do not resolve, and all addresses, even loopback ones, lead to a closed port. */
const flags = [
  '--headless',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Its former name.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
]

/**
 * Runs a sandboxed Chromium in a temporary folder, and kills it with all its child processes at the end.
 * @param prepare returns its arguments, after creating the files that it reads
 * @throws Error that describes the failure; the signal's reason
 */
export async function inChromium<T>(
  { executable, timeoutMs, signal }: ChromiumOptions,
  prepare: (folder: string) => Promise<string[]>,
  use: (chromium: RunningChromium) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const folder = await mkdtemp(join(tmpdir(), 'sightline-chromium-'))
  const isRoot = process.getuid?.() === 0
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const words = await prepare(folder)
    if (isRoot) await chown(folder, nobody, nobody)
    const program = spawn(executable, [...flags, `--user-data-dir=${join(folder, 'profile')}`, ...words], {
      ...(isRoot && { uid: nobody, gid: nobody }),
      cwd: folder,
      env: { ...childEnvironment(), HOME: folder, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
      // The last two are for its debugging protocol.
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    })
    const end = () => killGroup(program)
    ending.addEventListener('abort', end)
    if (ending.aborted) end()
    const exited = exitOf(program)
    try {
      return await use({ process: program, exited })
    } finally {
      ending.removeEventListener('abort', end)
      // Kills its child processes too, even if Chromium has already exited.
      end()
      await exited.catch(() => {})
    }
  } catch (error) {
    signal.throwIfAborted()
    throw ending.aborted ? new Error(`Chromium took longer than ${timeoutMs / 1000} s`) : error
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function exitOf(program: ChildProcess): Promise<void> {
  let output = ''
  program.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-2000)
  })
  const [code] = (await once(program, 'close')) as [number | null]
  if (code !== 0) throw new Error(`Chromium exited with ${code}: ${output.trim()}`)
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have exited.
  }
}
