import { join } from 'node:path'
import type { ClientReport, ListCall } from './list-calls.ts'
import { createTypeScriptProject, modules } from './typescript-project.ts'

/** User code for generated types, without a cast. */
function program(calls: readonly ListCall[]): string {
  const reads = calls.map(({ operation, path, ids, query, fields }) => {
    const params = JSON.stringify({ path: ids, query })
    const touched = fields.map((name) => `row[${JSON.stringify(name)}]`).join(', ')
    return `{
  const { data, error } = await client.GET('${path}', { params: ${params} })
  if (error !== undefined) throw new Error(error.error.code + ': ' + error.error.message)
  const cursor: string | null = data.pagination.next_cursor
  for (const row of data.data) values.push(cursor, ${touched})
  rows['${operation}'] = data.data.length
}`
  })
  return `import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const client = createClient<paths>({
  baseUrl: process.env.API_URL ?? '',
  headers: { Authorization: 'Bearer ' + process.env.API_KEY },
})
const rows: Record<string, number> = {}
const values: unknown[] = []
${reads.join('\n')}
const { error } = await client.GET('/v1/brands/{brand_id}/topics', {
  params: { path: { brand_id: '00000000-0000-4000-8000-000000000000' } },
})
const code: string | undefined = error?.error.code
console.log(JSON.stringify({ rows, code }))
`
}

/** Generates types of a document with openapi-typescript, compiles a program that reads lists with them, runs it. */
export async function readWithTypeScript(
  document: string,
  calls: readonly ListCall[],
  server: { url: string; key: string },
): Promise<ClientReport> {
  const project = createTypeScriptProject({ API_URL: server.url, API_KEY: server.key })
  try {
    project.write('read-lists.ts', program(calls))
    project.write('openapi.json', document)
    await project.node(join(modules, 'openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'api.d.ts')
    return JSON.parse(await project.run('read-lists.ts'))
  } finally {
    project.remove()
  }
}
