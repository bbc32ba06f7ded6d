import type { Envelope } from '../../kernel/invoke.ts'
import { type Operation, subjectField } from '../../kernel/operation.ts'
import { ApiError, invalidRequest, notFound } from '../../lib/errors.ts'
import type { Command, Outcome } from '../control/run-command.ts'
import { findOperation } from './actor-caller.ts'
import type { Caller } from './tool.ts'

/** Read-only calls by the operator on this machine. */
export interface CommandCalls {
  operations: readonly Operation[]
  /** The workspace of all calls. Optional if there is only one. */
  workspaceId: string | undefined
  perform(operation: Operation, command: Command): Promise<Outcome>
}

type Input = Record<string, unknown>

/**
 * Runs operations as operator commands within one workspace. The operator has no limits, so writes and other
 * workspaces are rejected here.
 */
export function commandCaller({ operations, workspaceId, perform }: CommandCalls): Caller {
  const operation = (name: string) => findOperation(operations, name)
  const reached = new Set<string>()
  let workspace = workspaceId

  async function command({ name }: Operation, input: Input): Promise<Envelope> {
    const outcome = await perform(operation(name), { name, texts: textsOf(input) })
    if ('envelope' in outcome) return outcome.envelope
    const { code, message, resource } = outcome.failure.error
    throw new ApiError(code, message, resource === undefined ? {} : { resource })
  }

  async function findWorkspace(): Promise<string> {
    workspace ??= onlyOne((await command(operation('list-workspaces'), {})).data as WorkspaceRow[])
    return workspace
  }

  /** Same error for a brand of another workspace and one that does not exist. */
  async function checkBrand(id: string): Promise<void> {
    if (reached.has(id)) return
    const { data } = await command(operation('list-brands'), { workspace_id: await findWorkspace() })
    for (const brand of data as { id: string }[]) reached.add(brand.id)
    if (!reached.has(id)) throw notFound('brand')
  }

  return {
    now: () => new Date(),
    operation,
    isOffered: isRead,
    async run(requested, input) {
      // Called without being listed.
      if (!isRead(requested)) throw new ApiError('insufficient_scope', 'callers over standard input can only read')
      if (requested.on === 'brand') await checkBrand(String(input.brand_id).toLowerCase())
      const own = requested.on === 'workspace' ? { workspace_id: await findWorkspace() } : {}
      return command(requested, { ...input, ...own })
    },
  }
}

/** Reads of a brand or a workspace. Operations that find their workspace by another id could reach any. */
const isRead = (operation: Operation) => operation.http?.method === 'GET' && subjectField(operation) !== undefined

interface WorkspaceRow {
  id: string
  name: string
}

function onlyOne(rows: readonly WorkspaceRow[]): string {
  const [first, second] = rows
  if (first === undefined) throw invalidRequest('there is no workspace yet; create one first')
  if (second === undefined) return first.id
  const list = rows.map(({ id, name }) => `${name} (${id})`).join(', ')
  throw invalidRequest(`there are several workspaces; start sightline mcp with --workspace-id: ${list}`)
}

/** Formats values as flags of a command. */
const textsOf = (input: Input): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, (Array.isArray(value) ? value : [value]).map(textOf)]),
  )

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
