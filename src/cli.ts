#!/usr/bin/env node
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp, controlSocketName } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { ApiError, type ErrorBody, errorBody, invalidRequest } from './core/errors.ts'
import type { Operation, Progress } from './core/operation.ts'
import { operationHelp, type ParsedCommand, parseCommand, UsageError } from './doors/command-line.ts'
import { sendCommand } from './doors/control.ts'
import { type Outcome, runCommand } from './doors/run-command.ts'
import { createProgress, showData } from './doors/show.ts'
import { createLog } from './log.ts'
import { operations } from './operations.ts'
import { serve } from './serve.ts'
import { stopSignal } from './stop-signal.ts'
import { socketPath, tryOpenDataDirectory } from './stores/data-directory.ts'
import { storeUnavailable } from './stores/store-errors.ts'

async function main([name, ...words]: string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help') {
    console.log(overview())
    return name === undefined ? 2 : 0
  }
  if (name === 'serve' || name === 'demo') return serve(name, words)
  const operation = operations.find((candidate) => candidate.name === name)
  if (operation === undefined)
    throw new UsageError(`there is no operation ${JSON.stringify(name)}: see sightline help`)
  if (words.includes('--help')) {
    console.log(operationHelp(operation))
    return 0
  }
  const parsed = parseCommand(operation, words)
  const config = readConfig({
    ...process.env,
    ...(parsed.dataDir === undefined ? {} : { DATA_DIR: parsed.dataDir }),
  })
  const { progress, done } = createProgress()
  const outcome = await perform(config, operation, parsed, progress)
  done()
  if ('failure' in outcome) return fail(outcome.failure, 1)
  const { data } = outcome.envelope
  console.log(parsed.json ? JSON.stringify(data) : showData(data))
  return 0
}

/** Has the command done by whoever holds the data directory, or takes it for as long as the command runs. */
async function perform(
  config: Config,
  operation: Operation,
  parsed: ParsedCommand,
  progress: Progress,
): Promise<Outcome> {
  const file = await openFile(parsed.file)
  const log = createLog(process.env.LOG_LEVEL === undefined ? 'error' : config.LOG_LEVEL, 'stderr')
  const bothAreServers = config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined
  for (;;) {
    if (!bothAreServers) {
      const answered = await sendCommand(
        socketPath(config.DATA_DIR, controlSocketName),
        parsed.command,
        file,
        progress,
      )
      if (answered !== undefined) return answered
    }
    const dataDirectory = bothAreServers ? undefined : tryOpenDataDirectory(config.DATA_DIR, 'command')
    if (bothAreServers || dataDirectory !== undefined) {
      const app = await buildApp({ config, log, role: 'command', dataDirectory })
      stopSignal().then(app.stop)
      try {
        return await runCommand(app.services, operation, parsed.command, file ?? Readable.from([]), progress)
      } finally {
        await app.close()
      }
    }
    // Somebody has just taken the directory, or is about to give it back: its socket opens or its lock goes.
    await sleep(50)
  }
}

async function openFile(path: string | undefined): Promise<Readable | undefined> {
  if (path === undefined) return undefined
  if (path === '-') return process.stdin
  const file = createReadStream(path, { highWaterMark: 1 << 20 })
  await new Promise<void>((resolve, reject) => {
    file.once('open', () => resolve())
    file.once('error', (error) => reject(invalidRequest(`file: ${error.message}`)))
  })
  return file
}

function fail(body: ErrorBody, status: number): number {
  console.error(JSON.stringify(body))
  return status
}

function overview(): string {
  const width = Math.max(...operations.map(({ name }) => name.length))
  const line = (name: string, summary: string) => `  ${name.padEnd(width)}  ${summary}`
  return [
    'sightline <operation> [--field value …] [--json] [--data-dir ./data]',
    '',
    line('serve', 'Serve the API: --port 3000 --host 127.0.0.1 --data-dir ./data'),
    line('demo', 'Serve a demonstration workspace'),
    ...operations.map(({ name, summary }) => line(name, summary)),
    '',
    'sightline <operation> --help shows its flags.',
  ].join('\n')
}

const failureCode = (error: unknown) =>
  storeUnavailable(error) === undefined ? 'internal_error' : 'service_unavailable'

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status
  },
  (error) => {
    const wrongUsage = error instanceof UsageError
    // The operator is told the cause as it is: this is their machine.
    const shown =
      error instanceof ApiError
        ? error
        : new ApiError(wrongUsage ? 'invalid_request' : failureCode(error), error.message)
    process.exitCode = fail(errorBody(shown, randomUUID()), wrongUsage ? 2 : 1)
  },
)
