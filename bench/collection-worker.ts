import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { collectUntil } from '../src/features/collection/index.ts'

// A worker process of bench/collection.ts. It collects until its parent stops it, with a clock that is ahead
// by the milliseconds that the parent sends. On request, it reports its memory after garbage collection.
let aheadMs = Number(process.argv[2])
process.on('message', (message: number | 'memory') => {
  if (message !== 'memory') aheadMs = message
  else {
    globalThis.gc?.()
    process.send?.(process.memoryUsage())
  }
})
const app = await buildApp({
  config: readConfig(process.env),
  log: pino({ level: 'error' }),
  role: 'command',
  dataDirectory: undefined,
  now: () => new Date(Date.now() + aheadMs),
})
process.once('disconnect', app.stop)
process.send?.('ready')
await collectUntil(app.services, app.services.closing, () => false)
await app.close()
