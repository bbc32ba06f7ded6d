import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'
import { withoutKeys } from './lib/key-text.ts'

/** Properties of an error that say what it is: codes, statuses, and what of PostgreSQL's schema it is about. */
const shownProperties = [
  'type',
  'code',
  'status',
  'statusCode',
  'severity',
  'table',
  'column',
  'constraint',
  'routine',
]
const maxMessageLength = 4000
const maxStackLength = 12_000

/**
 * An error as a line has it: what it is, what it says and where it arose, each bounded. All else that is attached to it is
 * left out, as errors of clients carry requests and answers with their headers, and those of databases rows.
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

/** How lines are written. No line holds a secret: what could be one is taken out, wherever it stands. */
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

/** Structured logs. */
export function createLog(level: string, to: 'stdout' | 'stderr'): Logger {
  const destination = pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: to === 'stderr' })
  // A terminal that was closed takes no more (EIO). Nobody reads it, and to try again at the end would take for ever.
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
