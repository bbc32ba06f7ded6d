import { randomUUID } from 'node:crypto'
import { checker, type Described, type DescribedParameter } from '../../testing/api-document.ts'
import type { Ids } from '../../testing/endpoints.ts'
import { chance, pick, randomValue, type Source, spoil } from '../../testing/random-values.ts'

/** A key for requests. */
export interface RandomKey {
  authorization: string | undefined
  /** Undefined if the key does not work. */
  scopes: readonly string[] | undefined
  /** The brands that it can access. */
  brands: readonly string[]
}

export interface RandomRequest {
  method: string
  /** Includes the query. */
  url: string
  headers: Record<string, string>
  body: string | undefined
  /** The operation of path and method; undefined if there is none. */
  operation: Described | undefined
  /** Why it must not succeed. */
  refusal: string | undefined
}

export interface Supply extends Source {
  operations: readonly Described[]
  keys: readonly RandomKey[]
  /** Of the brands to request: the first most often. */
  fixtures: readonly [Ids, ...Ids[]]
}

/** Requests that mostly follow the document, and often break it in one respect or another. */
export function randomRequest(supply: Supply): RandomRequest {
  const template = pick(supply, supply.operations)
  const key = chance(supply, 0.75) ? (supply.keys[0] as RandomKey) : pick(supply, supply.keys)
  const { path, brand } = randomPath(template, supply)
  const method = randomMethod(template, supply)
  const isMangled = chance(supply, 0.02)
  const operation = isMangled
    ? undefined
    : supply.operations.find((one) => one.path === template.path && one.method === method.replace('HEAD', 'GET'))
  const query = randomQuery(template, supply)
  const body = randomBody(template, supply)
  const headers = randomHeaders(template, supply)
  const sentBody = ['GET', 'HEAD'].includes(method) ? undefined : body.text
  if (key.authorization !== undefined) headers.authorization = key.authorization
  if (sentBody !== undefined) headers['content-type'] = randomType(supply)
  return {
    method,
    url: (isMangled ? mangle(path, supply) : path) + query.text,
    headers,
    body: sentBody,
    operation,
    refusal:
      refusalOfKey(key, operation, brand) ??
      query.refusal ??
      (operation === undefined || method === 'HEAD' || method === 'GET'
        ? undefined
        : (refusalOfHeaders(headers, sentBody) ?? body.refusal)),
  }
}

const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PURGE', 'PROPFIND', 'BREW']

function randomMethod({ method }: Described, supply: Supply): string {
  if (chance(supply, 0.05)) return pick(supply, otherMethods)
  return method === 'GET' && chance(supply, 0.05) ? 'HEAD' : method
}

/** The path with ids of one brand, sometimes with an id of another brand or of nothing. */
function randomPath({ path }: Described, supply: Supply): { path: string; brand: string | undefined } {
  const ids = chance(supply, 0.9) ? supply.fixtures[0] : pick(supply, supply.fixtures)
  let brand: string | undefined
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const of = chance(supply, 0.95) ? ids : pick(supply, supply.fixtures)
    const known = pick(supply, of[name] ?? [randomUUID()])
    const id = chance(supply, 0.04) ? encodeURIComponent(pick(supply, supply.texts)) : known
    if (name === 'brand_id') brand = id
    return chance(supply, 0.02) ? id.toUpperCase() : chance(supply, 0.02) ? randomUUID() : id
  })
  return { path: filled, brand }
}

const mangle = (path: string, supply: Supply) =>
  pick(supply, [
    () => `${path}/`,
    () => `${path}x`,
    () => `${path}%`,
    () => `${path}%ff`,
    () => `/${path}`,
    () => path.replace('/v1', '/v2'),
    () => `${path.split('/').slice(0, -1).join('/')}/nothing`,
    () => `${path}/${encodeURIComponent(pick(supply, supply.texts))}`,
  ])()

interface Part {
  text: string
  refusal: string | undefined
}

function randomQuery({ parameters }: Described, supply: Supply): Part {
  const pairs: [string, string][] = []
  let refusal: string | undefined
  const taken = parameters.filter((parameter) => parameter.in === 'query')
  for (const parameter of taken) {
    if (!parameter.required && !chance(supply, 1.5 / taken.length)) continue
    const texts = randomTexts(parameter, supply)
    refusal ??= refusalOfTexts(parameter, texts)
    pairs.push(...texts.map((text) => [parameter.name, text] as [string, string]))
  }
  if (chance(supply, 0.03)) {
    const name = pick(supply, ['page', 'Limit', 'brand_id', '__proto__', 'constructor', 'limit[]', ''])
    pairs.push([name, '1'])
    refusal ??= `unknown ${name}`
  }
  const encoded = pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
  return { text: encoded.length === 0 ? '' : `?${encoded.join('&')}`, refusal }
}

function randomTexts({ name, schema }: DescribedParameter, supply: Supply): string[] {
  const value = randomValue(schema, name, supply)
  const values = (Array.isArray(value) ? value : [value]).map(String)
  if (chance(supply, 0.06)) return [pick(supply, supply.texts)]
  if (chance(supply, 0.06)) return [...values, ...values]
  return values
}

/** Why the document does not allow these texts for a parameter. */
function refusalOfTexts({ name, schema }: DescribedParameter, texts: string[]): string | undefined {
  const read = (text: string, type: unknown) => {
    if (type === 'integer') return /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : text
    return type === 'boolean' ? (text === 'true' ? true : text === 'false' ? false : text) : text
  }
  const isList = schema.type === 'array'
  if (!isList && texts.length > 1) return `${name} given twice`
  const type = (isList ? (schema.items as { type: unknown }) : schema).type
  const values = texts.map((text) => read(text, type))
  const fits = checker(schema).safeParse(isList ? values : values[0]).success
  return fits ? undefined : `${name} is ${JSON.stringify(texts)}`
}

function randomBody({ requestBody }: Described, supply: Supply): Partial<Part> {
  if (requestBody === undefined) {
    const text = chance(supply, 0.9) ? undefined : pick(supply, ['', '{}', '{"a":1}', '[]', 'x'])
    return {
      ...(text === undefined ? {} : { text }),
      refusal: text === '{"a":1}' ? 'the operation takes no body' : undefined,
    }
  }
  const schema = requestBody.content['application/json']?.schema ?? {}
  const value = randomValue(schema, '', supply)
  const sent = chance(supply, 0.25) ? spoil(value, supply) : value
  const whole = JSON.stringify(sent)
  if (chance(supply, 0.02)) return { text: whole.slice(0, -1), refusal: 'the body is truncated' }
  if (chance(supply, 0.02)) return requestBody.required ? { refusal: 'the body is missing' } : {}
  const fits = checker(schema).safeParse(JSON.parse(whole)).success
  return { text: whole, refusal: fits ? undefined : 'the body does not match the document' }
}

const types = ['text/plain', 'application/jsonx', 'application/json;charset=utf-8', 'APPLICATION/JSON', 'x']

const randomType = (supply: Supply) => (chance(supply, 0.95) ? 'application/json' : pick(supply, types))

function randomHeaders({ method }: Described, supply: Supply): Record<string, string> {
  const headers: Record<string, string> = {}
  if (chance(supply, 0.15))
    headers.accept = pick(supply, ['text/csv', '*/*', 'application/json', 'text/csv;q=0.1, x', ','])
  if (chance(supply, 0.1)) headers['if-none-match'] = pick(supply, ['*', 'W/"x"', '"', ','])
  if (chance(supply, 0.05)) headers['x-request-id'] = pick(supply, ['mine', 'x'.repeat(3000)])
  if (chance(supply, 0.02)) headers[pick(supply, ['content-encoding', 'accept-encoding', 'range'])] = 'gzip'
  if (chance(supply, 0.02)) headers['x-forwarded-for'] = pick(supply, ['1.2.3.4', 'x', '::1'])
  if (method !== 'GET' || chance(supply, 0.02)) {
    const key = chance(supply, 0.9) ? randomUUID() : pick(supply, ['a', 'b', '', 'ü', 'x'.repeat(256), undefined])
    if (key !== undefined) headers['idempotency-key'] = key
  }
  return headers
}

function refusalOfKey(
  { scopes, brands }: RandomKey,
  operation: Described | undefined,
  brand: string | undefined,
): string | undefined {
  if (scopes === undefined) return 'the key does not work'
  if (operation === undefined) return 'the endpoint does not exist'
  if (brand !== undefined && !brands.includes(brand)) return 'the key has no access to the brand'
  const scope = /Scope: `(.+)`/.exec(operation.description)?.[1]
  return scope === undefined || scopes.includes(scope) ? undefined : `the key lacks ${scope}`
}

function refusalOfHeaders(headers: Record<string, string>, body: string | undefined): string | undefined {
  if (!/^[\x20-\x7e]{1,255}$/.test(headers['idempotency-key'] ?? '')) return 'no Idempotency-Key'
  const isJson = /^application\/json(;|$)/i.test(headers['content-type'] ?? '')
  return (body ?? '') === '' || isJson ? undefined : 'the content type of the body is not JSON'
}
