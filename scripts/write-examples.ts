import { writeFileSync } from 'node:fs'
import { startDemoServers } from '../demo/demo-servers.ts'
import { openDemo } from '../demo/load-demo.ts'
import { pathFields } from '../src/kernel/operation.ts'
import { type Endpoint, readEndpoints, urlOf } from '../src/testing/endpoints.ts'
import { jobsAreDone } from '../src/testing/stored-rows.ts'
import { startTestApp } from '../src/testing/test-app.ts'

// Writes src/interfaces/openapi/examples.json: what each read answers in the demonstration, lists cut after their first item
// and texts after some lines. Then npm run openapi.

const path = new URL('../src/interfaces/openapi/examples.json', import.meta.url)
const maxCharacters = 300
const maxItems = 1

const servers = await startDemoServers()
const app = await startTestApp({ ...servers.reaching({}), AUDIT_BOT_REQUESTS: 'send' })
let now = Date.parse('2026-06-15T12:00:00Z')
const clock = setInterval(() => {
  now += 250
  app.setNow(new Date(now))
}, 10)
app.setNow(new Date(now))
const demo = await openDemo(app.app.services, servers)
const welcome = await demo.welcome('')
await demo.completed
clearInterval(clock)
await jobsAreDone(app.app.services)
const [, key = '', brandId = ''] = /Bearer (\S+)' '\/v1\/brands\/([^/]+)\//.exec(welcome) ?? []

async function idsFor({ http }: Endpoint): Promise<Record<string, string[]>> {
  const field = pathFields(http.path).find((name) => name !== 'brand_id')
  if (field === undefined) return { brand_id: [brandId], q: ['descale'] }
  const list = http.path.slice(0, http.path.indexOf(`/{${field}}`)).replace('{brand_id}', brandId)
  const rows = (await app.get(list, key)).body.data as Record<string, string>[]
  return { brand_id: [brandId], [field]: [(rows[0]?.[field] ?? rows[0]?.id) as string] }
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > maxCharacters ? `${value.slice(0, maxCharacters)}…` : value
  if (Array.isArray(value)) return value.slice(0, maxItems).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shortened(field)]))
}

const examples: Record<string, unknown> = {}
for (const endpoint of readEndpoints) {
  const { status, body } = await app.get(urlOf(endpoint, await idsFor(endpoint)), key)
  if (status !== 200) throw new Error(`${endpoint.name} answers ${status}`)
  examples[endpoint.name] = shortened(body)
}
writeFileSync(path, `${JSON.stringify(examples, null, 2)}\n`)
await app.close()
await servers.close()
