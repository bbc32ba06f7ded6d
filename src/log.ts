import { type Logger, pino } from 'pino'

/** Structured logs. No line holds a secret: what could be one is taken out, wherever it stands. */
export function createLog(level: string, to: 'stdout' | 'stderr'): Logger {
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
  return pino({ level, redact, base: null }, destination)
}

function ignore(): void {}
