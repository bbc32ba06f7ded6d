import { type AddressInfo, createServer } from 'node:net'
import { startDemoServers } from '../../demo/demo-servers.ts'
import { openDemo } from '../../demo/load-demo.ts'
import { type App, buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { createSetUpLink } from '../features/people/index.ts'
import { readFlags, UsageError } from '../interfaces/cli/command-line.ts'
import { httpConfig } from '../interfaces/http/config.ts'
import { addConsolePages } from '../interfaces/http/console-pages.ts'
import { invalidRequest } from '../lib/errors.ts'
import { storesConfig } from '../stores/config.ts'
import { openDataDirectoryForServer } from '../stores/data-directory.ts'
import { buildConsole } from './build-console.ts'
import { createLog } from './log.ts'
import { stopSignal } from './stop-signal.ts'

/** Runs the server until it is stopped; `demo` serves a demo workspace. */
export async function serve(command: 'serve' | 'demo', words: string[]): Promise<number> {
  const given = { ...process.env, ...flags(command, words) }
  // Start them before the stores, as their addresses are part of the configuration.
  const servers = command === 'demo' ? await startDemoServers() : undefined
  try {
    return await serveWith(servers, command, given)
  } finally {
    await servers?.close()
  }
}

async function serveWith(
  servers: Awaited<ReturnType<typeof startDemoServers>> | undefined,
  command: 'serve' | 'demo',
  given: NodeJS.ProcessEnv,
): Promise<number> {
  const config = readConfig({ ...given, ...servers?.reaching(given) })
  // Reduce the demo's log, which would hide the key and the requests.
  const level = command === 'demo' && process.env.LOG_LEVEL === undefined ? 'warn' : config.LOG_LEVEL
  const log = createLog(level, 'stdout')
  const stop = stopSignal()
  const built = config.ROLE === 'worker' ? undefined : buildConsole(config.DATA_DIR, log)
  built?.catch(() => {})
  const bothAreServers = config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined
  if (config.ROLE !== 'all' && (command === 'demo' || !bothAreServers))
    throw invalidRequest('ROLE must be all unless DATABASE_URL and CLICKHOUSE_URL are set')
  const dataDirectory = bothAreServers ? undefined : await openDataDirectoryForServer(config.DATA_DIR)
  try {
    await tryPort(config)
  } catch (error) {
    dataDirectory?.close()
    throw error
  }
  const app = await buildApp({ config, log, role: 'server', dataDirectory })
  stop.then(app.stop)
  try {
    const demo = command === 'demo' ? await openDemo(app.services, servers) : undefined
    const pages = await built
    if (pages !== undefined) addConsolePages(app.http, pages)
    const url = await listen(app, config)
    const { services } = app
    services.address = () => config.PUBLIC_URL ?? url
    const reference = config.ROLE === 'worker' ? '' : ` (reference: ${url}/docs)`
    console.log(`Sightline listens on ${url}${otherAddresses(app)}${reference}`)
    if (demo !== undefined) console.log(await demo.welcome(url))
    // Only print it: readers of the log must not be able to set up the installation.
    const setUp = config.ROLE === 'worker' ? undefined : await createSetUpLink(services)
    if (setUp !== undefined)
      console.log(`No account exists yet. Create the first owner within 30 minutes: ${setUp.url}`)
    await stop
    log.info('stopping')
  } catch (error) {
    // Stopped before listening: the interrupted step explains itself.
    if (!app.services.closing.aborted) throw error
  } finally {
    const isClean = await app.close()
    // Also ends the process if timers or subprocesses of unfinished work remain.
    if (isClean) setTimeout(endProcess, lingerMs).unref()
    else endProcess()
  }
  return 0
}

const lingerMs = 1000

/** Exits with 0 by replacing this process: `process.exit` would wait for the engine's queries. */
function endProcess(): void {
  process.execve?.(process.execPath, [process.execPath, '--eval', ''], {})
  process.kill(process.pid, 'SIGKILL')
}

const variables = { ...storesConfig, ...httpConfig }
const flagVariables = { port: 'PORT', host: 'HOST', 'data-dir': 'DATA_DIR' } as const

/** @throws UsageError for unknown flags or invalid values */
function flags(command: string, words: string[]): Record<string, string> {
  const given = readFlags(command, words, { single: Object.keys(flagVariables) })
  return Object.fromEntries(
    Object.entries(flagVariables).flatMap(([flag, name]) => {
      const [value] = given.get(flag) ?? []
      if (value === undefined) return []
      try {
        variables[name].read(value)
      } catch (error) {
        throw new UsageError(`--${flag} ${(error as Error).message}`)
      }
      return [[name, value]]
    }),
  )
}

/** The printed address works only on this machine if the server listens on all addresses. */
function otherAddresses({ http }: App): string {
  const { address } = http.server.address() as AddressInfo
  return ['0.0.0.0', '::'].includes(address) ? ' and on all other addresses of this machine' : ''
}

/** Check the port before the stores, as the demo takes a minute to start. */
async function tryPort({ HOST, PORT }: Config): Promise<void> {
  const trial = createServer()
  await new Promise<void>((resolve, reject) => {
    trial.once('error', reject).listen(PORT, HOST, resolve)
  }).catch((error) => {
    throw cannotListen(error, { HOST, PORT })
  })
  await new Promise((resolve) => trial.close(resolve))
}

async function listen({ http }: App, { HOST, PORT }: Config): Promise<string> {
  try {
    return await http.listen({ host: HOST, port: PORT })
  } catch (error) {
    throw cannotListen(error as Error, { HOST, PORT })
  }
}

function cannotListen(error: NodeJS.ErrnoException, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Error {
  if (error.code === 'EADDRINUSE')
    return invalidRequest(`port ${PORT} of ${HOST} is taken; use another one with --port`)
  return invalidRequest(`cannot listen on port ${PORT} of ${HOST}: ${error.message}`)
}
