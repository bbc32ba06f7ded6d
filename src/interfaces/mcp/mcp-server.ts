import {
  type CallToolResult,
  INVALID_PARAMS,
  ProtocolError,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server'
import type { Logger } from 'pino'
import type { ApiError } from '../../lib/errors.ts'
import { version } from '../../lib/version.ts'
import { toApiError } from '../http/errors.ts'
import { checkNames } from './operation-tool.ts'
import type { Surface } from './surface.ts'
import type { Caller } from './tool.ts'
import { errorResult, type ResultForm } from './tool-result.ts'

/** One exchange: the caller, the offered surface, and the result format. */
export interface Exchange {
  surface: Surface
  caller: Caller
  form: ResultForm
  requestId: string
  log: Logger
  /** Called with the error of a failed call. */
  onRefused?: (error: ApiError) => void
}

/** Creates an MCP server for one exchange or connection, for both protocol revisions of the SDK. */
export function createMcpServer(exchange: Exchange): Server {
  const { surface, caller } = exchange
  const server = new Server(
    { name: 'sightline', title: 'Sightline', version },
    { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions: surface.instructions },
  )
  server.setRequestHandler('tools/list', () => ({ tools: listedTools(exchange) }))
  server.setRequestHandler('tools/call', ({ params }) => callTool(exchange, params))
  server.setRequestHandler('prompts/list', () => ({
    prompts: surface.prompts.map(({ get: _get, ...listed }) => listed),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    const prompt = surface.prompts.find((candidate) => candidate.name === name)
    if (prompt === undefined) throw new ProtocolError(INVALID_PARAMS, `unknown prompt ${name}`)
    return withProtocolErrors(exchange, async () => {
      checkNames(given, prompt.arguments?.map((argument) => argument.name) ?? [])
      return prompt.get(caller, given)
    })
  })
  server.setRequestHandler('resources/list', () => ({ resources: [...surface.resources] }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...surface.templates] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const contents = await withProtocolErrors(exchange, () => surface.readResource(caller, uri))
    if (contents === undefined) throw new ResourceNotFoundError(uri)
    return { contents }
  })
  return server
}

const listedTools = ({ surface, caller }: Exchange) =>
  surface.tools
    .filter(({ operations }) => operations.every((name) => caller.isOffered(caller.operation(name))))
    .map(({ listed }) => listed)

/** An operation's error is a result that the model reads; an unknown tool is a protocol error. */
async function callTool(
  exchange: Exchange,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
): Promise<CallToolResult> {
  const { surface, caller, requestId, form } = exchange
  const tool = surface.tools.find(({ listed }) => listed.name === name)
  if (tool === undefined) throw new ProtocolError(INVALID_PARAMS, `unknown tool ${name}; call tools/list`)
  try {
    return await tool.call(caller, given, form)
  } catch (error) {
    return errorResult(refusal(exchange, error), requestId)
  }
}

function refusal({ log, requestId, onRefused }: Exchange, error: unknown): ApiError {
  const known = toApiError(error, log.child({ request_id: requestId }))
  onRefused?.(known)
  return known
}

/** @throws ProtocolError with the message of an operation's error */
async function withProtocolErrors<T>(exchange: Exchange, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { code, message } = refusal(exchange, error)
    throw new ProtocolError(INVALID_PARAMS, `${code}: ${message}`)
  }
}
