import { pathFields } from '../../kernel/operation.ts'
import { type ApiDocument, describedOperations, resolved } from '../api-document.ts'

/** A list and its request. */
export interface ListCall {
  operation: string
  path: string
  ids: Record<string, string>
  query: Record<string, string>
  /** The fields of every row. */
  fields: string[]
}

/** A client's result by operation: the number of rows, and the code of an error. */
export interface ClientReport {
  rows: Record<string, number>
  code: string
}

/**
 * Every list of the document.
 * @param known ids for path parameters
 * @param query values for required parameters of lists that accept any text
 */
export function listCalls(
  document: ApiDocument,
  known: Record<string, string>,
  query: Record<string, string>,
): ListCall[] {
  return describedOperations(document).flatMap(({ operationId, path, method, parameters, responses }) => {
    const schema = responses[200]?.content?.['application/json']?.schema
    const data = schema === undefined ? undefined : resolved(schema, document).properties?.data
    if (method !== 'GET' || typeof data !== 'object' || data.type !== 'array') return []
    const { required = [] } = resolved(data.items as typeof data, document)
    const needed = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
    const ids = Object.entries(known).filter(([name]) => pathFields(path).includes(name))
    return [
      {
        operation: operationId,
        path,
        ids: Object.fromEntries(ids),
        query: Object.fromEntries(needed.map(({ name, schema }) => [name, String(schema.enum?.[0] ?? query[name])])),
        fields: required,
      },
    ]
  })
}
