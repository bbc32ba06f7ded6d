import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, type Metric, Registry } from 'prom-client'
import { ApiError, notFound } from '../../lib/errors.ts'

export interface RequestMetrics {
  registry: Registry
  record(route: string, method: string, status: number, elapsedMs: number): void
}

export function createMetrics(): RequestMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'sightline_' })
  // Counted here and handed over when asked for: prom-client would join the labels to one name with each observation.
  const series = new Map<string, Map<string, Series>>()
  const make = (): Series => ({
    statuses: new Map(),
    durations: { counts: new Array(bounds.length + 1).fill(0), sum: 0 },
  })
  const all = () =>
    [...series].flatMap(([route, methods]) =>
      [...methods].map(([method, counted]) => ({ labels: { route, method }, ...counted })),
    )
  new Counter({
    name: 'sightline_http_requests_total',
    help: 'HTTP requests answered',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, statuses } of all())
        for (const [status, count] of statuses) this.inc({ ...labels, status }, count)
    },
  })
  const name = 'sightline_http_request_duration_seconds'
  const durations = {
    name,
    help: 'Time from a request’s first byte to its answer’s last',
    type: 'histogram',
    aggregator: 'sum',
  }
  registry.registerMetric({
    name,
    get: async () => ({
      ...durations,
      values: all().flatMap(({ labels, durations }) => histogramValues(name, labels, durations)),
    }),
  } as unknown as Metric)
  return {
    registry,
    record(route, method, status, elapsedMs) {
      const { durations, statuses } = series
        .getOrInsertComputed(route, () => new Map())
        .getOrInsertComputed(method, make)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      addDuration(durations, elapsedMs / 1000)
    },
  }
}

/** What was counted of one route and method. */
interface Series {
  statuses: Map<number, number>
  durations: Durations
}

/** Upper bounds of the classes that durations are counted in, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** How many durations are in each class, the last being those beyond all bounds, and their sum in seconds. */
interface Durations {
  counts: number[]
  sum: number
}

function addDuration(durations: Durations, seconds: number): void {
  let place = 0
  while (place < bounds.length && seconds > (bounds[place] as number)) place += 1
  durations.counts[place] = (durations.counts[place] as number) + 1
  durations.sum += seconds
}

/** The values of a histogram as Prometheus knows it: each class with all that are shorter. */
function histogramValues(name: string, labels: Record<string, string>, { counts, sum }: Durations) {
  let count = 0
  const classes = counts.map((own, place) => {
    count += own
    return { metricName: `${name}_bucket`, labels: { le: bounds[place] ?? '+Inf', ...labels }, value: count }
  })
  return [
    ...classes,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/** What proxies add to the requests that they pass on; none of them must. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** `/metrics` for Prometheus: to those who show the token, or where there is none, to callers on this machine. */
export function addMetricsRoute(
  app: FastifyInstance,
  metrics: RequestMetrics,
  token: string | undefined,
): void {
  app.get('/metrics', async (request, reply) => {
    // Behind a proxy on this machine everybody comes from loopback: a forwarded request is not a local one.
    const isForwarded = forwardingHeaders.some((name) => request.headers[name] !== undefined)
    const isLocal = loopback.test(request.socket.remoteAddress ?? '') && !isForwarded
    if (token === undefined ? !isLocal : request.headers.authorization !== `Bearer ${token}`) {
      throw token === undefined ? notFound('page') : new ApiError('invalid_token', 'send the metrics token')
    }
    reply.header('content-type', metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
