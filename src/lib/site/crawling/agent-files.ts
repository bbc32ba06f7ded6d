import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import { followRedirects } from '../../fetching/follow-redirects.ts'
import kinds from './agent-files.json' with { type: 'json' }
import { isSuccess, outcomeOf } from './outcome.ts'
import type { AgentFileFacts } from './site-facts.ts'

const maxBytes = 500 * 1024
const maxFaults = 50

/** Reads the files that tell shopping agents how to buy on a site. Sites without such a file have none of its faults. */
export async function readAgentFiles(fetcher: Fetcher, home: URL, signal: AbortSignal): Promise<AgentFileFacts[]> {
  const found: AgentFileFacts[] = []
  for (const [kind, faultsOf] of Object.entries({ acp: acpFaults, ucp: ucpFaults } as const)) {
    const { href: url } = new URL(kinds[kind as keyof typeof kinds].path, home)
    const limits = { maxBytes, maxRedirects: 5, timeoutMs: 20_000, signal }
    const followed = await followRedirects(fetcher, url, limits)
    const { end } = followed
    // Some sites send their home page for every URL.
    const text = end instanceof FetchProblem || !isSuccess(end.status) ? '' : end.body.toString()
    if (end instanceof FetchProblem || !/^\s*[^\s<]/.test(text)) continue
    if ((end.headers.get('content-type') ?? '').includes('html')) continue
    const faults = faultsOf(parse(text)).slice(0, maxFaults)
    found.push({ ...outcomeOf(followed), kind: kind as AgentFileFacts['kind'], url, faults })
  }
  return found
}

type Json = Record<string, unknown>

const parse = (text: string): Json | undefined => {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

const objectOf = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined

const isHttps = (value: unknown) => typeof value === 'string' && URL.parse(value)?.protocol === 'https:'

const isListOf = (value: unknown, allowed: readonly string[]) =>
  Array.isArray(value) && value.length > 0 && value.every((item) => allowed.includes(item))

/** Versions are dates. One that is newer than those that Sightline knows can exist. */
const isVersion = (value: unknown, released: readonly string[]) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  (released.includes(value) || value > (released.at(-1) as string))

/** The names of invalid fields. */
function acpFaults(file: Json | undefined): string[] {
  if (file === undefined) return ['JSON']
  const { versions, transports, services } = kinds.acp
  const protocol = objectOf(file.protocol)
  const supported = protocol?.supported_versions
  const isValid: Record<string, boolean> = {
    'protocol.name': protocol?.name === 'acp',
    'protocol.version': isVersion(protocol?.version, versions),
    'protocol.supported_versions': Array.isArray(supported) && supported.every((one) => isVersion(one, versions)),
    api_base_url: isHttps(file.api_base_url),
    transports: isListOf(file.transports, transports),
    'capabilities.services': isListOf(objectOf(file.capabilities)?.services, services),
  }
  return Object.keys(isValid).filter((name) => !isValid[name])
}

function ucpFaults(file: Json | undefined): string[] {
  if (file === undefined) return ['JSON']
  const ucp = objectOf(file.ucp)
  const services = objectOf(ucp?.services)
  const faults = Object.entries(services ?? {}).flatMap(([name, bindings]) =>
    (Array.isArray(bindings) && bindings.length > 0 ? bindings : [undefined]).flatMap((binding) =>
      serviceFaults(name, objectOf(binding)).map((field) => `ucp.services.${name}.${field}`),
    ),
  )
  if (!isVersion(ucp?.version, kinds.ucp.versions)) faults.unshift('ucp.version')
  if (services === undefined) faults.push('ucp.services')
  if (objectOf(ucp?.payment_handlers) === undefined) faults.push('ucp.payment_handlers')
  return faults
}

function serviceFaults(name: string, binding: Json | undefined): string[] {
  const { version, transport, endpoint, schema } = binding ?? {}
  const needsEndpoint = transport !== 'embedded'
  const isValid: Record<string, boolean> = {
    version: isVersion(version, kinds.ucp.versions),
    transport: isListOf([transport], kinds.ucp.transports),
    endpoint: endpoint === undefined ? !needsEndpoint : isHttps(endpoint),
    schema: isHttps(schema) && isOfNamespace(new URL(schema as string).hostname, name),
  }
  return Object.keys(isValid).filter((field) => !isValid[field])
}

/** Whether a host belongs to a name such as `dev.ucp.shopping`, which begins with its domain in reverse. */
function isOfNamespace(host: string, name: string): boolean {
  const [top, domain] = name.split('.')
  return host === `${domain}.${top}` || host.endsWith(`.${domain}.${top}`)
}
