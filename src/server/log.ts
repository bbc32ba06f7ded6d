import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'
import { withoutKeys } from '../lib/key-text.ts'

/** Error properties that identify it: codes, statuses, and the PostgreSQL schema objects involved. */
const shownProperties = ['type', 'code', 'status', 'statusCode', 'severity', 'table', 'column', 'constraint', 'routine']
const maxMessageLength = 4000
const maxStackLength = 12_000

/**
 * Serializes an error for a log line: its identity, message and stack, each limited. Omits other properties,
 * as client errors contain requests with headers, and database errors contain rows.
 */
function shownError(error: Error): object {
  const all = stdSerializers.err(error) as unknown as Record<string, unknown>
  const shown = shownProperties.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]))
  return {
    ...Object.fromEntries(shown),
    message: withoutKeys(String(all.message)).slice(0, maxMessageLength),
    stack: withoutKeys(String(all.stack)).slice(0, maxStackLength),
  }
}

/** Log options. Redacts everything that could be a secret, wherever it is. */
export function logOptions(level: string): LoggerOptions {
  const redact = {
    paths: [
      'authorization',
      '*.authorization',
      'headers.authorization',
      'secret',
      '*.secret',
      'password',
      '*.password',
    ],
    censor: '[redacted]',
  }
  return { level, redact, base: null, serializers: { err: shownError } }
}

export function createLog(level: string, to: 'stdout' | 'stderr'): Logger {
  const destination = pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: to === 'stderr' })
  // A closed terminal accepts no output (EIO). Do not retry at exit, which would loop forever.
  destination.on('error', () =>
    Object.assign(destination, {
      write: ignore,
      flush: ignore,
      flushSync: ignore,
      end: ignore,
      destroy: ignore,
    }),
  )
  return pino(logOptions(level), destination)
}

function ignore(): void {}
