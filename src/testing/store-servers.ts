import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { runAudit } from '../features/audits/index.ts'
import { writeExport } from '../features/exports/index.ts'
import { operations } from '../features.ts'
import { runCommand } from '../interfaces/control/run-command.ts'
import type { Services } from '../kernel/context.ts'
import type { Operation } from '../kernel/operation.ts'
import { type ClickHouseServer, startClickHouseServer } from './clickhouse-server.ts'
import { createTestDatabase } from './postgres-server.ts'
import { makeInstallation, type ProcessOptions, type RunningServer } from './processes.ts'

/** Runs an operation as the operator, with the path of a file if it takes one. @returns its data */
export type Operate = <T = { id: string }>(
  name: string,
  texts: Record<string, string | string[]>,
  file?: string,
) => Promise<T>

/** Both stores as servers, which outlive the processes that use them. */
export interface StoreServers {
  /** Runs an operation in this process, as one more process would. */
  operate: Operate
  /** Of this process. */
  services: Services
  clickhouse: ClickHouseServer
  /** Environment of a process that uses them. */
  environment: Record<string, string>
  /** Starts a process that serves the API and runs no background jobs. */
  startApi(): Promise<RunningServer>
  /** Starts a process that only runs background jobs. */
  startWorker(options?: ProcessOptions): Promise<RunningServer>
  /** Ends every process and removes all data. */
  remove(): Promise<void>
}

/** Runs the background job of an audit here, as no process runs any. */
const audit = (services: Services, { job_id: audit_id }: { job_id: string }) =>
  runAudit.run(services, { audit_id }, new AbortController().signal)

/** The same for an export. */
const write = (services: Services, { id: export_id }: { id: string }) =>
  writeExport.run(services, { export_id }, new AbortController().signal)

/** @param variables of all processes @param now the clock of this process */
export async function startStoreServers(
  variables: Record<string, string> = {},
  now?: () => Date,
): Promise<StoreServers> {
  const scratch = mkdtempSync(join(tmpdir(), 'sightline-stores-'))
  const [database, clickhouse] = await Promise.all([createTestDatabase(), startClickHouseServer()])
  const environment = { ...variables, DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url }
  const installation = makeInstallation(join(scratch, 'data'), {
    ...environment,
    ROLE: 'api',
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
  })
  const config = readConfig(environment)
  const log = pino({ level: 'silent' })
  const clock = now === undefined ? {} : { now }
  const operator = await buildApp({ config, log, role: 'command', dataDirectory: undefined, ...clock })
  return {
    services: operator.services,
    clickhouse,
    environment,
    async operate(name, given, path) {
      const operation = operations.find((candidate) => candidate.name === name) as Operation
      const texts = Object.fromEntries(Object.entries(given).map(([field, text]) => [field, [text].flat()]))
      const file = path === undefined ? Readable.from([]) : createReadStream(path)
      const outcome = await runCommand(operator.services, operation, { name, texts }, file, () => {})
      if ('failure' in outcome) throw new Error(`${name}: ${outcome.failure.error.message}`)
      if (name === 'start-audit') await audit(operator.services, outcome.envelope.data as { job_id: string })
      if (name === 'create-export') await write(operator.services, outcome.envelope.data as { id: string })
      return outcome.envelope.data as never
    },
    startApi: () => installation.startServer(),
    startWorker: ({ environment: own, ...options } = {}) =>
      installation.startServer('serve', { ...options, environment: { ...own, ROLE: 'worker' } }),
    async remove() {
      await operator.close()
      await installation.remove()
      await clickhouse.close()
      await database.drop()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
