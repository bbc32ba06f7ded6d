import { readFileSync, writeFileSync } from 'node:fs'
import { operations } from '../src/features.ts'
import { consoleRoute, isForPeople } from '../src/interfaces/http/console-api.ts'
import { jsonSchema } from '../src/interfaces/openapi/openapi-schema.ts'
import { bodySchema, inputSchema, type Operation, pathFields } from '../src/kernel/operation.ts'
import { refusalWords } from '../src/kernel/single-sign-on.ts'
import { typeOf } from './json-schema-types.ts'

// Writes console/api/operations.gen.ts: what people may call, with its route and types. With --check it only looks whether
// the file is that of today's operations.

const file = new URL('../console/api/operations.gen.ts', import.meta.url)

/** The id of what an operation is on stands beside its fields; a workspace is named by the header. */
function inputOf(operation: Operation): string {
  const { shape } = inputSchema(operation)
  const { workspace_id: _, ...fields } = shape
  const ids = operation.on === 'brand' ? ['brand_id'] : []
  const path = pathFields(operation.http?.path ?? '').filter(
    (name) => !(name in fields) && !ids.includes(name),
  )
  const named = [...ids, ...path].map((name) => `${name}: string`)
  const given = Object.entries(fields).map(([name, schema]) => {
    const json = jsonSchema(schema as never, 'input')
    const isRequired = !(schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined)
      .success
    return `${name}${isRequired ? '' : '?'}: ${typeOf(json)}`
  })
  return `{ ${[...named, ...given].join('; ')} }`
}

function entry(operation: Operation): string {
  const data = typeOf(jsonSchema(operation.data, 'output'))
  const shown =
    operation.http?.wrap === undefined || operation.change === undefined
      ? data
      : `{ ${operation.http.wrap}: ${data} }`
  const meta = operation.meta === undefined ? 'undefined' : typeOf(jsonSchema(operation.meta, 'output'))
  return `  /** ${operation.summary}. */\n  '${operation.name}': { input: ${inputOf(operation)}; data: ${shown}; meta: ${meta} }`
}

function route(operation: Operation): string {
  const { method, path } = consoleRoute(operation)
  const isByName = operation.http === undefined || operation.console !== undefined
  const body = isByName ? 'all' : Object.keys(bodySchema(operation)?.shape ?? {})
  const facts = {
    method,
    path: path.replace('/console/api', ''),
    body,
    role: operation.role,
    on: operation.on,
    takesFile: operation.takesFile !== undefined && operation.takesFile !== false,
  }
  return `  '${operation.name}': ${JSON.stringify(facts)},`
}

const people = operations.filter(isForPeople)
const text = `// Made by \`npm run console:operations\` from the operations. Do not edit.

export interface Operations {
${people.map(entry).join('\n')}
}

export const routes = {
${people.map(route).join('\n')}
} as const

/** Why single sign-on has not signed somebody in: the sign-in page is told the code. */
export const refusalWords = ${JSON.stringify(refusalWords, null, 2)} as const
`

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text) {
    console.error(
      'console/api/operations.gen.ts is not that of the operations: run npm run console:operations',
    )
    process.exitCode = 1
  }
} else writeFileSync(file, text)
