import { operations } from '../../src/features.ts'
import { consoleRoute, isForPeople } from '../../src/interfaces/http/console-api.ts'
import { nameOf } from '../../src/interfaces/openapi/openapi-responses.ts'
import { jsonSchema } from '../../src/interfaces/openapi/openapi-schema.ts'
import { bodySchema, inputSchema, type Operation } from '../../src/kernel/operation.ts'
import { refusalWords } from '../../src/kernel/single-sign-on.ts'
import type { Generated } from './document.ts'
import { typeOf } from './json-schema-types.ts'

/** The brand's id is next to the fields; the header names the workspace. */
function inputOf(operation: Operation): string {
  const { workspace_id: _, ...fields } = inputSchema(operation).shape
  const given = Object.entries(fields).map(([name, schema]) => {
    const json = jsonSchema(schema as never, 'input')
    const isRequired = !(schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined)
      .success
    return `${name}${isRequired ? '' : '?'}: ${typeOf(json)}`
  })
  return `{ ${[...(operation.on === 'brand' ? ['brand_id: string'] : []), ...given].join('; ')} }`
}

function typesOf(operation: Operation): string {
  const shown = (schema: Parameters<typeof jsonSchema>[0]) => typeOf(jsonSchema(schema, 'output'))
  const name = nameOf(operation)
  if (operation.http !== undefined)
    return `  '${operation.name}': Public<sdk.${name}Input, sdk.${name}Response>`
  const meta = operation.meta === undefined ? 'undefined' : shown(operation.meta)
  return `  /** ${operation.summary}. */\n  '${operation.name}': { input: ${inputOf(operation)}; data: ${shown(operation.data)}; meta: ${meta} }`
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

const head = '// Made by `npm run generate` from the operations. Do not edit.\n'
const people = operations.filter(isForPeople)

const typesText = () => `${head}
import type * as sdk from '../../sdk/src/types.gen.ts'

interface Public<Input, Response extends { data: unknown }> {
  input: Input
  data: Response['data']
  meta: Response extends { meta: infer Meta } ? Meta : undefined
}

export interface Operations {
${people.map(typesOf).join('\n')}
}
`

const routesText = () => `${head}
export const routes = {
${people.map(route).join('\n')}
} as const

/** Why single sign-on refuses a visitor, by the code in the address of the sign-in page. */
export const refusalWords = ${JSON.stringify(refusalWords, null, 2)} as const
`

/** The types of all operations that people may call in the console, and their routes, which the built console needs. */
export const consoleFiles = (): Generated[] => [
  { path: 'console/api/types.gen.ts', text: typesText(), isIgnored: true },
  { path: 'console/api/operations.gen.ts', text: routesText() },
]
