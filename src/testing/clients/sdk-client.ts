import type { ClientReport, ListCall } from './list-calls.ts'
import { installSdk } from './sdk-package.ts'
import { createTypeScriptProject } from './typescript-project.ts'

/** The SDK's method for an operation. */
export const methodName = (operation: string) =>
  operation.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** User code for the SDK, without a cast. */
function program(calls: readonly ListCall[]): string {
  const reads = calls.map(({ operation, ids, query, fields }) => {
    const touched = fields.map((name) => `row[${JSON.stringify(name)}]`).join(', ')
    return `rows['${operation}'] = 0
for await (const row of client.${methodName(operation)}(${JSON.stringify({ ...ids, ...query, limit: 100 })})) {
  rows['${operation}'] += 1
  values.push(${touched})
}`
  })
  return `import { ApiError, Sightline } from '@sightline/client'

const client = new Sightline({ url: process.env.API_URL ?? '', key: process.env.API_KEY ?? '' })
const rows: Record<string, number> = {}
const values: unknown[] = []
${reads.join('\n')}
const code: string = await client
  .listTopics({ brand_id: '00000000-0000-4000-8000-000000000000' })
  .page()
  .then(() => '')
  .catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404 && 'added_later' in error.details) return error.code
    throw error
  })
console.log(JSON.stringify({ rows, code }))
`
}

/** Packs the SDK, compiles a program that reads whole lists with it, and runs the program. */
export async function readWithSdk(
  _document: string,
  calls: readonly ListCall[],
  server: { url: string; key: string },
): Promise<ClientReport> {
  const project = createTypeScriptProject({ API_URL: server.url, API_KEY: server.key }, false)
  try {
    await installSdk(project.directory)
    project.write('read-lists.ts', program(calls))
    return JSON.parse(await project.run('read-lists.ts'))
  } finally {
    project.remove()
  }
}
