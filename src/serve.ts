import { type AddressInfo, createServer } from 'node:net'
import { startDemoServers } from '../demo/demo-servers.ts'
import { openDemo } from '../demo/load-demo.ts'
import { type App, buildApp } from './app.ts'
import { buildConsole } from './build-console.ts'
import { type Config, readConfig } from './config.ts'
import { createSetUpLink } from './features/people/index.ts'
import { readFlags, UsageError } from './interfaces/cli/command-line.ts'
import { httpConfig } from './interfaces/http/config.ts'
import { addConsolePages } from './interfaces/http/console-pages.ts'
import { invalidRequest } from './lib/errors.ts'
import { createLog } from './log.ts'
import { stopSignal } from './stop-signal.ts'
import { storesConfig } from './stores/config.ts'
import { openDataDirectoryForServer } from './stores/data-directory.ts'

/** Serves until it is told to stop; `demo` does so on a demonstration workspace. */
export async function serve(command: 'serve' | 'demo', words: string[]): Promise<number> {
  const given = { ...process.env, ...flags(command, words) }
  // Before the stores: what it may be reached at belongs to the configuration.
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
  // The demonstration is for people to read; its log would drown the key and the requests.
  const level = command === 'demo' && process.env.LOG_LEVEL === undefined ? 'warn' : config.LOG_LEVEL
  const log = createLog(level, 'stdout')
  const stop = stopSignal()
  const built = config.ROLE === 'worker' ? undefined : buildConsole(config.DATA_DIR, log)
  built?.catch(() => {})
  const bothAreServers = config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined
  if (config.ROLE !== 'all' && (command === 'demo' || !bothAreServers))
    throw invalidRequest('ROLE must be all, unless serve is given DATABASE_URL and CLICKHOUSE_URL')
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
    console.log(`Sightline listens on ${url}${elsewhere(app)}${reference}`)
    if (demo !== undefined) console.log(await demo.welcome(url))
    // Printed here alone: whoever reads the log is not who sets the installation up.
    const setUp = config.ROLE === 'worker' ? undefined : await createSetUpLink(services)
    if (setUp !== undefined)
      console.log(`Nobody has an account yet. Make the first owner, within 30 minutes: ${setUp.url}`)
    await stop
    log.info('stopping')
  } catch (error) {
    // Stopped before it listened: what it was at says so.
    if (!app.services.closing.aborted) throw error
  } finally {
    const isClean = await app.close()
    // Also where a timer or a subprocess of unfinished work would keep this process.
    if (isClean) setTimeout(endProcess, lingerMs).unref()
    else endProcess()
  }
  return 0
}

const lingerMs = 1000

/** Replaces this process with one that ends with 0: `process.exit` would wait for queries in the engine's library. */
function endProcess(): void {
  process.execve?.(process.execPath, [process.execPath, '--eval', ''], {})
  process.kill(process.pid, 'SIGKILL')
}

const variables = { ...storesConfig, ...httpConfig }
const flagVariables = { port: 'PORT', host: 'HOST', 'data-dir': 'DATA_DIR' } as const

/** @throws UsageError for flags that are no flags, or whose values do not fit */
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

/** The address printed is one of this machine alone where the server listens on all that it has. */
function elsewhere({ http }: App): string {
  const { address } = http.server.address() as AddressInfo
  return ['0.0.0.0', '::'].includes(address) ? ' and on all other addresses of this machine' : ''
}

/** Before the stores: what the demonstration begins with takes a minute. */
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
    return invalidRequest(`port ${PORT} of ${HOST} is taken: give another one with --port`)
  return invalidRequest(`port ${PORT} of ${HOST} cannot be listened on: ${error.message}`)
}
