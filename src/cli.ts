#!/usr/bin/env node
import { randomUUID } from 'node:crypto'
import { createReadStream, type ReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { closest, distance } from 'fastest-levenshtein'
import { buildApp, controlSocketName } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { followLog } from './features/crawler/index.ts'
import { commands, commandsByFeature } from './features.ts'
import { nameFlags, type ParsedCommand, parseCommand, UsageError } from './interfaces/cli/command-line.ts'
import { completionHelp, completionScript } from './interfaces/cli/completion.ts'
import { createProgress, formatData, type ProgressDisplay, wrapLines } from './interfaces/cli/format-output.ts'
import { groupHelp, isServer, operationHelp, overview, serverHelp, serverNames } from './interfaces/cli/help.ts'
import { print } from './interfaces/cli/print.ts'
import { sendCommand } from './interfaces/control/control.ts'
import { type Outcome, runCommand } from './interfaces/control/run-command.ts'
import type { Operation } from './kernel/operation.ts'
import { ApiError, type ErrorBody, errorBody, invalidRequest, unavailable } from './lib/errors.ts'
import { version } from './lib/version.ts'
import { checkInstallationExists } from './server/check-installation.ts'
import { createLog } from './server/log.ts'
import { serve } from './server/serve.ts'
import { serveAgents } from './server/serve-agents.ts'
import { start } from './server/start.ts'
import { followLauncher, type StopSignal, stopSignal } from './server/stop-signal.ts'
import { socketPath, tryOpenDataDirectory } from './stores/data-directory.ts'
import { toUnavailableError } from './stores/store-errors.ts'

async function main([name, ...words]: string[]): Promise<number> {
  if (name === '--version') return printText(version)
  if (name === 'help' || isHelpFlag(name)) return printText(helpOn(words[0]))
  if (name === undefined) {
    await printText(overview(commandsByFeature))
    return 2
  }
  if (words.some(isHelpFlag)) return printText(helpOn(name))
  if (name === 'completion') return printText(completionScript(commands, words))
  if (isServer(name)) return name === 'start' ? start(words) : name === 'mcp' ? serveAgents(words) : serve(name, words)
  const group = words.length === 0 ? groupHelp(name, commandsByFeature) : undefined
  if (group !== undefined) return printText(group)
  const operation = findOperation(name)
  const parsed = parseCommand(operation, words)
  const config = readConfig({
    ...process.env,
    ...(parsed.dataDir === undefined ? {} : { DATA_DIR: parsed.dataDir }),
  })
  const outcome = await performUntilStopped(config, operation, parsed)
  if ('failure' in outcome) {
    outcome.failure.error.message = nameFlags(operation, outcome.failure.error.message)
    return printError(outcome.failure, outcome.stoppedBy === 'SIGINT' ? 130 : 1)
  }
  const { data, meta } = outcome.envelope
  await print(parsed.json ? JSON.stringify(data) : formatData(data, process.stdout.columns))
  const { left = 0 } = outcome
  if (left > 0)
    console.error(`${left} more ${left === 1 ? 'row' : 'rows'}; raise --limit, or omit it to list every row`)
  const { period } = Object(meta) as { period?: { start_date: string | null; end_date: string } | null }
  // Data that was imported just now can be older than the default period.
  if (period?.start_date != null && 'start_date' in operation.fields && Array.isArray(data) && data.length === 0)
    console.error(
      `The period is ${period.start_date} to ${period.end_date}; change it with --start-date and --end-date`,
    )
  return operation.isBad?.(data) === true ? 1 : 0
}

const isHelpFlag = (word: string | undefined) => word === '--help' || word === '-h'

async function printText(text: string): Promise<number> {
  await print(wrapLines(text, process.stdout.columns))
  return 0
}

function helpOn(name: string | undefined): string {
  if (name === undefined) return overview(commandsByFeature)
  if (isServer(name)) return serverHelp(name)
  if (name === 'completion') return completionHelp
  return groupHelp(name, commandsByFeature) ?? operationHelp(findOperation(name))
}

function findOperation(name: string): Operation {
  const operation = commands.find((candidate) => candidate.name === name)
  if (operation !== undefined) return operation
  const names = [...commands.map((command) => command.name), ...serverNames, 'completion']
  const typed = closest(name, names)
  // `invite` is nearer to `get-me` than to `create-invitation`.
  const shared = (one: string) => name.split('-').filter((word) => one.includes(word.slice(0, 5))).length
  const [likeliest = typed] = names.filter((one) => shared(one) > 0).sort((a, b) => shared(b) - shared(a))
  const nearest = distance(name, typed) < 4 ? typed : likeliest
  throw new UsageError(`unknown command ${JSON.stringify(name)}; did you mean ${nearest}? See sightline help`)
}

/** Whether a command makes sense on a data directory that does not exist yet. */
const startsInstallation = ({ name }: Operation) => name === 'create-workspace' || name === 'restore'

/** Shows the progress of a command. If a signal stops it, its failure says what was kept. */
async function performUntilStopped(
  config: Config,
  operation: Operation,
  parsed: ParsedCommand,
): Promise<Outcome & { stoppedBy?: StopSignal }> {
  const display = createProgress()
  const stopped = new AbortController()
  let stoppedBy: StopSignal | undefined
  // A followed file ends when the program is stopped, and the command with it.
  if (!isFollowing(parsed))
    stopSignal().then((signal) => {
      stoppedBy = signal
      stopped.abort()
    })
  try {
    const outcome = await perform(config, operation, parsed, display, stopped.signal)
    if (stoppedBy === undefined || 'envelope' in outcome) return outcome
  } catch (error) {
    if (stoppedBy === undefined) throw error
  } finally {
    display.done()
  }
  const reached = display.reached()
  const kept = reached === undefined ? 'before anything was stored' : `after ${reached}, which are kept`
  const message = operation.takesFile
    ? `interrupted ${kept}; run the same command again to import the rest`
    : 'interrupted; a running server may still finish the command'
  return { failure: errorBody(unavailable(message, 2), randomUUID()), stoppedBy }
}

const isFollowing = ({ command }: ParsedCommand) => command.texts.follow?.[0] === 'true'

/** Runs the command in the process that holds the data directory, or locks the directory for it. */
async function perform(
  config: Config,
  operation: Operation,
  parsed: ParsedCommand,
  { progress, measure }: ProgressDisplay,
  signal: AbortSignal,
): Promise<Outcome> {
  const follows = isFollowing(parsed)
  const file = follows ? followFile(parsed.file) : await openFile(parsed.file, measure)
  // Standard error contains only the error body, unless logs are requested.
  const log = createLog(process.env.LOG_LEVEL ? config.LOG_LEVEL : 'fatal', 'stderr')
  const bothAreServers = config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined
  for (;;) {
    if (!bothAreServers) {
      if (!startsInstallation(operation)) checkInstallationExists(config.DATA_DIR)
      const answered = await sendCommand(
        socketPath(config.DATA_DIR, controlSocketName),
        parsed.command,
        file,
        progress,
        signal,
      )
      if (answered !== undefined) return answered
    }
    const dataDirectory = bothAreServers ? undefined : tryOpenDataDirectory(config.DATA_DIR, 'command')
    if (bothAreServers || dataDirectory !== undefined) {
      const app = await buildApp({ config, log, role: 'command', stays: follows, dataDirectory })
      if (signal.aborted) app.stop()
      signal.addEventListener('abort', app.stop)
      try {
        const input = file ?? Readable.from([])
        return await runCommand(app.services, operation, parsed.command, input, progress, commands)
      } finally {
        await app.close()
      }
    }
    // Another process has just taken or is releasing the directory: its socket will open or its lock end.
    await sleep(50, undefined, { signal })
  }
}

/** A growing file, or standard input, until the program is stopped. */
function followFile(path = '-'): Readable {
  if (path === '-') return Readable.from(readInput(), { objectMode: false })
  const stopped = new AbortController()
  stopSignal().then(() => stopped.abort())
  async function* lines() {
    try {
      for await (const { lines } of followLog(path, { signal: stopped.signal })) yield lines
    } catch (error) {
      throw unreadable(error as Error)
    }
  }
  return Readable.from(lines(), { objectMode: false })
}

async function* readInput(): AsyncGenerator<Buffer> {
  let isStopped = false
  stopSignal().then(() => {
    isStopped = true
    process.stdin.destroy()
  })
  try {
    yield* process.stdin
  } catch (error) {
    if (!isStopped) throw error
  }
}

async function openFile(path: string | undefined, measure: ProgressDisplay['measure']): Promise<Readable | undefined> {
  if (path === undefined) return undefined
  if (path === '-') return process.stdin
  const about = statSync(path, { throwIfNoEntry: false })
  if (about?.isDirectory()) throw unreadable(new Error(`${path} is a directory`))
  const file = createReadStream(path, { highWaterMark: 1 << 20 })
  await new Promise<void>((resolve, reject) => {
    file.once('open', () => resolve())
    file.once('error', (error) => reject(unreadable(error)))
  })
  measure(() => file.bytesRead / (about?.size ?? 0))
  return Readable.from(read(file), { objectMode: false })
}

const unreadable = ({ message }: Error) => invalidRequest(`file: ${message}`)

/** Reports read errors the same way here and in the server. */
async function* read(file: ReadStream): AsyncGenerator<Buffer> {
  const chunks = file[Symbol.asyncIterator]()
  const refuse = (error: Error) => {
    throw unreadable(error)
  }
  try {
    for (;;) {
      const next = await chunks.next().catch(refuse)
      if (next.done) return
      yield next.value
    }
  } finally {
    file.destroy()
  }
}

/** People on a terminal read a sentence. Scripts get the error body, as they use --json or no terminal. */
function printError(body: ErrorBody, status: number): number {
  const isForPerson = process.stderr.isTTY && !process.argv.includes('--json')
  const message = wrapLines(`error: ${body.error.message}`, process.stderr.columns)
  console.error(isForPerson ? message : JSON.stringify(body))
  return status
}

const failureCode = (error: unknown) =>
  toUnavailableError(error) === undefined ? 'internal_error' : 'service_unavailable'

followLauncher()
main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status
  },
  (error) => {
    const wrongUsage = error instanceof UsageError
    // Show the cause: the operator owns this machine.
    const shown =
      error instanceof ApiError
        ? error
        : new ApiError(wrongUsage ? 'invalid_request' : failureCode(error), error.message)
    process.exitCode = printError(errorBody(shown, randomUUID()), wrongUsage ? 2 : 1)
  },
)
