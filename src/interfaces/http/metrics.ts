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
    help: 'HTTP requests',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'sightline_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
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

/** Headers that proxies can add to forwarded requests. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** `/metrics` for Prometheus. Requires the token or, if none is set, a local caller. */
export function addMetricsRoute(app: FastifyInstance, metrics: RequestMetrics, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    // Behind a local proxy, all requests come from loopback: a forwarded request is not local.
    const isForwarded = forwardingHeaders.some((name) => request.headers[name] !== undefined)
    const isLocal = loopback.test(request.socket.remoteAddress ?? '') && !isForwarded
    if (token === undefined ? !isLocal : !secretsEqual(request.headers.authorization ?? '', `Bearer ${token}`)) {
      throw token === undefined
        ? notFound('page')
        : new ApiError('invalid_token', 'send the metrics token as a Bearer token')
    }
    reply.header('content-type', metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
