import { expect, test } from 'vitest'
import type { Fetcher } from '../../fetching/fetcher.ts'
import { readAgentFiles } from './agent-files.ts'

const acp = {
  protocol: { name: 'acp', version: '2026-04-17', supported_versions: ['2026-04-17', '2026-01-30'] },
  api_base_url: 'https://api.shop.example/acp',
  transports: ['rest', 'mcp'],
  capabilities: { services: ['checkout', 'orders'], extensions: [] },
}
const binding = {
  version: '2026-04-08',
  spec: 'https://ucp.dev/specification/overview',
  transport: 'rest',
  endpoint: 'https://shop.example/ucp/v1',
  schema: 'https://ucp.dev/services/shopping/rest.openapi.json',
}
const ucp = { ucp: { version: '2026-04-08', services: { 'dev.ucp.shopping': [binding] }, payment_handlers: {} } }

/** The files of a site as an audit reads them: `kind: faults`. */
async function read(files: Record<string, unknown>, contentType = 'application/json') {
  const get: Fetcher['get'] = async (url) => {
    const { pathname } = new URL(url)
    const found = files[pathname]
    const body = Buffer.from(typeof found === 'string' ? found : JSON.stringify(found ?? ''))
    const headers = new Headers({ 'content-type': contentType })
    return { url, status: found === undefined ? 404 : 200, headers, body } as Awaited<ReturnType<Fetcher['get']>>
  }
  const home = new URL('https://shop.example/')
  const read = await readAgentFiles({ get } as Fetcher, home, AbortSignal.timeout(60_000))
  return read.map(({ kind, faults }) => `${kind}: ${faults.join(' ')}`)
}
const readAcp = (changes: object) => read({ '/.well-known/acp.json': { ...acp, ...changes } })
const readUcp = (changes: object) => read({ '/.well-known/ucp': { ucp: { ...ucp.ucp, ...changes } } })
const readBinding = (changes: object) => readUcp({ services: { 'dev.ucp.shopping': [{ ...binding, ...changes }] } })

test('finds nothing in files as specified, and none on a site without them', async () => {
  expect(await read({ '/.well-known/acp.json': acp, '/.well-known/ucp': ucp })).toEqual(['acp: ', 'ucp: '])
  expect(await readUcp({ services: {} })).toEqual(['ucp: '])
  expect(await readBinding({ transport: 'embedded', endpoint: undefined })).toEqual(['ucp: '])
  expect(await read({})).toEqual([])
})

test('skips pages that a site sends for every URL', async () => {
  expect(
    await read({ '/.well-known/acp.json': '<!doctype html><p>Home', '/.well-known/ucp': 'Home' }, 'text/html'),
  ).toEqual([])
  expect(await read({ '/.well-known/ucp': ' <html>' })).toEqual([])
})

test.each([
  [{ protocol: { ...acp.protocol, name: 'ucp' } }, 'protocol.name'],
  [{ protocol: { ...acp.protocol, version: '2025-10-01' } }, 'protocol.version'],
  [{ protocol: { ...acp.protocol, supported_versions: undefined } }, 'protocol.supported_versions'],
  [{ api_base_url: 'http://api.shop.example/' }, 'api_base_url'],
  [{ transports: ['soap'] }, 'transports'],
  [{ capabilities: { services: [] } }, 'capabilities.services'],
])('names the invalid field of an ACP file %j', async (changes, field) => {
  expect(await readAcp(changes)).toEqual([`acp: ${field}`])
})

test('accepts versions that are newer than those it knows', async () => {
  expect(await readAcp({ protocol: { ...acp.protocol, version: '2027-01-01' } })).toEqual(['acp: '])
})

test.each([
  [{ version: undefined }, 'version'],
  [{ transport: 'soap' }, 'transport'],
  [{ endpoint: undefined }, 'endpoint'],
  [{ endpoint: 'http://shop.example/' }, 'endpoint'],
  [{ schema: 'https://evil.example/ucp.dev.json' }, 'schema'],
  [{ schema: 'https://notucp.dev/rest.json' }, 'schema'],
])('names the invalid field of a service %j', async (changes, field) => {
  expect(await readBinding(changes)).toEqual([`ucp: ucp.services.dev.ucp.shopping.${field}`])
})

test('names missing parts of a UCP profile, and files without a JSON object', async () => {
  expect(await readUcp({ services: undefined, payment_handlers: undefined, version: 4 })).toEqual([
    'ucp: ucp.version ucp.services ucp.payment_handlers',
  ])
  expect(await read({ '/.well-known/acp.json': '{"protocol":', '/.well-known/ucp': '[]' })).toEqual([
    'acp: JSON',
    'ucp: JSON',
  ])
})
