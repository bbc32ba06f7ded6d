import type { ShownKey } from './ask-usage.ts'
import type { StoredRequest } from './store-requests.ts'

/** The same metrics computed in the plainest way, key by key; quantiles by nearest rank, without classes. */
export function referenceUsage(requests: readonly StoredRequest[]): ShownKey[] {
  const keys = [...Map.groupBy(requests, ({ key_id }) => key_id)].map(([api_key_id, own]) => {
    const count = (test: (status: number) => boolean) => own.filter(({ status }) => test(status)).length
    const endpoints = Map.groupBy(
      own.filter(({ endpoint }) => endpoint !== ''),
      ({ endpoint }) => endpoint,
    )
    const quantiles = [...endpoints.values()].map((timed) => {
      const sorted = timed.map(({ duration_us }) => duration_us / 1000).sort((a, b) => a - b)
      return sorted[Math.ceil(0.95 * sorted.length) - 1] as number
    })
    return {
      api_key_id,
      requests: own.length,
      errors: count((status) => status >= 400),
      client_errors: count((status) => status >= 400 && status < 500),
      server_errors: count((status) => status >= 500),
      response_bytes: own.reduce((sum, { response_bytes }) => sum + response_bytes, 0),
      p95_ms: quantiles.length === 0 ? null : Math.max(...quantiles),
    }
  })
  return keys.sort((a, b) => b.requests - a.requests || (a.api_key_id < b.api_key_id ? -1 : 1))
}
