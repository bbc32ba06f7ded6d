import { readFileSync } from 'node:fs'
import { features } from '../../src/features.ts'
import { nameOf } from '../../src/interfaces/openapi/openapi-responses.ts'
import { bodySchema, type Operation } from '../../src/kernel/operation.ts'
import { errorStatus } from '../../src/lib/errors.ts'
import { version } from '../../src/lib/version.ts'
import { document, type Generated, type Summarized } from './document.ts'
import { type Field, typeOf, type WriteObject } from './json-schema-types.ts'

type Json = Record<string, unknown>

const operations = features.flatMap((feature) => feature.operations ?? []).filter(({ http }) => http !== undefined)

/** A doc comment; empty if there is no text. */
function comment(lines: readonly (string | undefined)[], indent = ''): string {
  const said = lines.flatMap((line) => line?.replaceAll('*/', '*\\/').split('\n') ?? [])
  if (said.length === 0) return ''
  if (said.length === 1) return `${indent}/** ${said[0]} */\n`
  return `${indent}/**\n${said.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

/** A field's description and deprecation. */
const aboutField = ({ description, deprecated }: Json) => [
  deprecated === true ? `@deprecated ${description ?? ''}`.trimEnd() : (description as string | undefined),
]

/** One line per field with its description. */
const objectAt =
  (indent: string, optional = ''): WriteObject =>
  (fields) => {
    const inner = `${indent}  `
    const line = ({ name, isRequired, schema }: Field) =>
      `${comment(aboutField(schema), inner)}${inner}${name}${isRequired ? '' : '?'}: ${typeOf(schema, objectAt(inner))}${isRequired ? '' : optional}`
    return `{\n${fields.map(line).join('\n')}\n${indent}}`
  }

const describedOf = ({ http }: Operation): Summarized =>
  document.paths[http?.path as string]?.[http?.method.toLowerCase() as string] as Summarized

/** A method's input, wherever its fields are in the request. @throws Error if two share a name */
function inputFields(operation: Operation): Field[] {
  const { parameters } = describedOf(operation)
  const body = document.components.schemas[`${nameOf(operation)}Body`] as
    | { properties: Record<string, Json>; required?: string[] }
    | undefined
  const fields = [
    ...parameters
      .filter(({ name }) => name !== undefined)
      .map(({ name, required, description, schema }) => ({
        name,
        isRequired: required,
        schema: { ...schema, ...(description === undefined ? {} : { description }) },
      })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      isRequired: body?.required?.includes(name) ?? false,
      schema,
    })),
  ]
  if (new Set(fields.map(({ name }) => name)).size < fields.length)
    throw new Error(`${operation.name}: two fields have the same name`)
  return fields
}

const inputName = (operation: Operation) => `${nameOf(operation)}Input`

function inputType(operation: Operation): string {
  const fields = inputFields(operation)
  const type = fields.length === 0 ? 'Record<string, never>' : objectAt('', ' | undefined')(fields)
  return fields.length === 0
    ? `${comment([`${operation.summary} (no input)`])}export type ${inputName(operation)} = ${type}`
    : `${comment([operation.summary])}export interface ${inputName(operation)} ${type}`
}

const shownTypes = () =>
  Object.entries(document.components.schemas)
    .filter(([name]) => name !== 'Error' && !name.endsWith('Body'))
    .map(([name, { description, ...schema }]) => {
      const isObject = schema.type === 'object' && schema.properties !== undefined
      const type = typeOf(schema, objectAt(''))
      const about = comment([description as string | undefined])
      return `${about}export ${isObject ? `interface ${name} ${type}` : `type ${name} = ${type}`}`
    })

function method(operation: Operation): string {
  const { http, list } = operation
  const { summary, description } = describedOf(operation)
  const fields = inputFields(operation)
  const response = `${nameOf(operation)}Response`
  const name = nameOf(operation).replace(/^./, (letter) => letter.toLowerCase())
  const isOptional = fields.every(({ isRequired }) => !isRequired)
  const body = bodySchema(operation)
  const bodyText = body === undefined ? '' : `, body: ${JSON.stringify(Object.keys(body.shape))}`
  const route = `{ method: '${http?.method}', path: '${http?.path}'${bodyText} }`
  const options = http?.method === 'GET' ? 'CallOptions' : 'WriteOptions'
  const shown = list === undefined ? `Promise<${response}>` : `List<${response}>`
  // A list's csv() sends that header.
  const about = description.split('\n\n').filter((part) => !part.startsWith('With `Accept: text/csv`'))
  const said = [`${summary}.`, ...about.flatMap((part) => ['', part])]
  return `${comment([...said, '', `\`${http?.method} ${http?.path}\``], '  ')}  ${name}(input: ${inputName(operation)}${isOptional ? ' = {}' : ''}, options?: ${options}): ${shown} {
    return ${list === undefined ? 'call' : 'list'}(this.#send, ${route}, input, options)
  }`
}

const stated = JSON.parse(readFileSync(new URL('../../sdk/package.json', import.meta.url), 'utf8')).version
if (stated !== version) throw new Error(`sdk/package.json has version ${stated}, but Sightline has ${version}`)

const head = '// Generated by `npm run generate` from the operations. Do not edit.\n'
const typeNames = operations.flatMap((operation) => [inputName(operation), `${nameOf(operation)}Response`])

const typesText = () => `${head}
/** Error codes of this release. */
export type KnownErrorCode = ${Object.keys(errorStatus)
  .map((code) => `'${code}'`)
  .join(' | ')}

${[...shownTypes(), ...operations.map(inputType)].join('\n\n')}
`

const clientText = () => `${head}
import { call, type List, list } from './calls.ts'
import { type CallOptions, createSend, type Send, type SightlineOptions, type WriteOptions } from './send.ts'
import type {
${typeNames
  .sort()
  .map((name) => `  ${name},`)
  .join('\n')}
} from './types.gen.ts'

/** The API of a Sightline server for one API key: one method per operation. */
export class Sightline {
  readonly #send: Send

  constructor(options: SightlineOptions) {
    this.#send = createSend(options)
  }

${operations.map(method).join('\n\n')}
}
`

/** The types of the TypeScript client and its class with a method per operation with a route. */
export const sdkFiles = (): Generated[] => [
  { path: 'sdk/src/types.gen.ts', text: typesText(), isIgnored: true },
  { path: 'sdk/src/client.gen.ts', text: clientText(), isIgnored: true },
]
