import type { AddressInfo } from 'node:net'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { pathFields } from '../kernel/operation.ts'
import { type Endpoint, type Ids, parametersOf, validValue } from './endpoints.ts'
import type { TestApp } from './test-app.ts'
import { bodyOf } from './writes.ts'

/** The supported protocol revisions. */
export const revisions = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof revisions)[number]

/** A connected agent client. */
export interface Agent {
  client: Client
  /** Calls a tool. @returns the result, even if it is an error */
  call(tool: string, given?: Record<string, unknown>): Promise<ToolResult>
  close(): Promise<void>
}

/** Parts of tool results; tests know their shapes. */
type Part =
  | 'digest'
  | 'untrusted'
  | 'error'
  | 'rows'
  | 'data'
  | 'meta'
  | 'next_cursor'
  | 'replayed'
  | 'unavailable'
  | 'period'
  | 'brand'
  | 'change'
  | 'changes'
  | 'changes_left_out'
  | 'competitors'
  | 'competitors_left_out'
  | 'top_sources'
  | 'what_next'
  | 'competitors_only'
  | 'prompt'
  | 'prompts'
  | 'engines'
  | 'named_instead'
  | 'sources_of_prompt'
  | 'answers'
  | 'topics_behind'
  | 'gap'
  | 'opportunities'
  | 'pages_to_be_named_on'
  | 'technical_issues'

export interface ToolResult {
  isError: boolean
  text: string
  content: Record<Part, never>
  /** Size of the text, which has everything. */
  bytes: number
}

/** The URL of the test's server, which listens from the first call on. */
export async function originOf({ app }: TestApp): Promise<string> {
  if (!app.http.server.listening) await app.http.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`
}

/** Connects the SDK's own client, as agents do. */
export async function connectAgent(
  test: TestApp,
  key: string,
  { revision = '2026-07-28' as Revision, query = '' } = {},
): Promise<Agent> {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const url = new URL(`${await originOf(test)}/mcp${query}`)
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  )
  return {
    client,
    call: async (name, given = {}) => toolResultOf(await client.callTool({ name, arguments: given })),
    close: () => client.close(),
  }
}

export function toolResultOf(result: CallToolResult): ToolResult {
  const [first] = result.content
  return {
    isError: result.isError === true,
    text: first?.type === 'text' ? first.text : '',
    content: (result.structuredContent ?? {}) as ToolResult['content'],
    bytes: Buffer.byteLength(first?.type === 'text' ? first.text : ''),
  }
}

/** Arguments for the tool of an endpoint, with these ids but without the brand. */
export function argumentsOf(endpoint: Endpoint, ids: Ids): Record<string, unknown> {
  const inPath = pathFields(endpoint.http.path).filter((name) => name !== 'brand_id')
  const required = parametersOf(endpoint).filter((parameter) => parameter.required)
  return {
    ...Object.fromEntries(inPath.map((name) => [name, ids[name]?.[0]])),
    ...Object.fromEntries(
      required.map((parameter) => {
        const value = validValue(parameter, ids)
        return [parameter.name, parameter.kind === 'integer' ? Number(value) : value]
      }),
    ),
    ...(endpoint.http.method === 'GET' ? {} : bodyOf(endpoint, ids)),
  }
}

/** Every number of a result, without `next_cursor` and texts. */
export function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersOf) : []
}

const countOf = (values: readonly string[]) =>
  Map.groupBy(values, (value) => value) as ReadonlyMap<string, readonly string[]>

/** The numbers that a text has less often than a list. */
export function missingFrom(text: string, numbers: readonly number[]): string[] {
  const found = countOf(text.match(/-?\d+(\.\d+)?(e-?\d+)?/g) ?? [])
  return [...countOf(numbers.map(String))]
    .filter(([number, all]) => (found.get(number)?.length ?? 0) < all.length)
    .map(([number]) => number)
}
