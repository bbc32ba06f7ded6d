#!/usr/bin/env node
// Runs the command line on the Node that the project pins, whichever Node started this file.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const pinned = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node')
const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const child = spawn(pinned, [cli, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  if (signal === null) process.exitCode = code ?? 1
  else process.kill(process.pid, signal)
})
