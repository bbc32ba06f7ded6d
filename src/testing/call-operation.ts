import { operations } from '../features.ts'
import { consoleRoute } from '../interfaces/http/console-api.ts'
import { type Operation, pathFields } from '../kernel/operation.ts'
import type { Browser } from './browser.ts'
import type { Answer } from './test-app.ts'

/** An operation by its name. */
export function operationOf(name: string): Operation {
  const found = operations.find((operation) => operation.name === name)
  if (found === undefined) throw new Error(`no operation ${name}`)
  return found
}

const prefix = '/console/api'

/**
 * Calls an operation through the console's API, with each field where it belongs.
 * @param input may contain `brand_id` even if the operation is not on a brand
 */
export async function callOperation(
  browser: Browser,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { method, path } = consoleRoute(operation)
  const { brand_id: _brand, ...own } = input
  if (operation.http === undefined) {
    const body = operation.on === 'brand' ? input : own
    return browser.send(method, path.slice(prefix.length), {
      headers,
      ...(method === 'GET' ? {} : { body }),
    })
  }
  const inPath = pathFields(path)
  const url = path.slice(prefix.length).replace(/\{(\w+)\}/g, (_, field) => String(input[field]))
  const body = Object.fromEntries(Object.entries(own).filter(([field]) => !inPath.includes(field)))
  return browser.send(method, url, { headers, ...(operation.http.body === undefined ? {} : { body }) })
}
