import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { ApiError, notFound } from '../../lib/errors.ts'
import { secretsEqual } from '../../lib/secrets-equal.ts'

export interface RequestMetrics {
  registry: Registry
  record(route: string, method: string, status: number, elapsedMs: number): void
}

export function createMetrics(): RequestMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'sightline_' })
  const requests = new Counter({
    name: 'sightline_http_requests_total',
    help: 'HTTP requests answered',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'sightline_http_request_duration_seconds',
    help: 'Time from a request’s first byte to its answer’s last',
    labelNames: ['route', 'method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  return {
    registry,
    record(route, method, status, elapsedMs) {
      requests.inc({ route, method, status })
      durations.observe({ route, method }, elapsedMs / 1000)
    },
  }
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
    if (
      token === undefined ? !isLocal : !secretsEqual(request.headers.authorization ?? '', `Bearer ${token}`)
    ) {
      throw token === undefined ? notFound('page') : new ApiError('invalid_token', 'send the metrics token')
    }
    reply.header('content-type', metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
