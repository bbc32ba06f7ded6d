import { randomUUID } from 'node:crypto'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { readConfig } from '../config.ts'
import { operations } from '../features.ts'
import { readFlags, UsageError } from '../interfaces/cli/command-line.ts'
import { commandCaller } from '../interfaces/mcp/command-caller.ts'
import { createMcpServer } from '../interfaces/mcp/mcp-server.ts'
import { surfaceOf } from '../interfaces/mcp/surface.ts'
import { isResultForm, resultForms } from '../interfaces/mcp/tool-result.ts'
import { isToolset, toolsets } from '../interfaces/mcp/toolsets.ts'
import { checkInstallationExists } from './check-installation.ts'
import { createLog } from './log.ts'
import { createPerformer } from './performer.ts'
import { stopSignal } from './stop-signal.ts'

const flags = ['data-dir', 'workspace-id', 'toolset', 'results']

/**
 * Serves a local agent: MCP over standard input and output, until the input ends or the program is stopped.
 * Writes nothing else to standard output.
 * @throws UsageError
 */
export async function serveAgents(words: string[]): Promise<number> {
  const given = readFlags('mcp', words, { single: flags })
  const one = (flag: string) => given.get(flag)?.[0]
  const toolset = one('toolset') ?? 'default'
  const form = one('results') ?? 'text'
  if (!isToolset(toolset)) throw new UsageError(`--toolset must be one of ${toolsets.join(', ')}`)
  if (!isResultForm(form)) throw new UsageError(`--results must be one of ${resultForms.join(', ')}`)
  const dataDir = one('data-dir')
  const config = readConfig({ ...process.env, ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }) })
  const log = createLog(process.env.LOG_LEVEL ? config.LOG_LEVEL : 'error', 'stderr')
  if (config.DATABASE_URL === undefined || config.CLICKHOUSE_URL === undefined) checkInstallationExists(config.DATA_DIR)
  const performer = createPerformer(config, log)
  const { perform } = performer
  const caller = commandCaller({ operations, workspaceId: one('workspace-id'), perform })
  const surface = surfaceOf(toolset, operations, { now: () => new Date() })
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
  })
  const connection = serveStdio(() => createMcpServer({ surface, caller, form, requestId: randomUUID(), log }), {
    onerror: (error) => log.debug({ err: error }, 'an agent’s message'),
  })
  await Promise.race([ended, stopSignal()])
  await connection.close()
  await performer.close()
  return 0
}
