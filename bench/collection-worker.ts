import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { collectUntil } from '../src/features/collection/index.ts'

// One of the processes of bench/collection.ts: it collects until its parent lets it go, by a clock that is ahead by the
// milliseconds that the parent says. Asked for its memory, it tells it after what is not used any more was collected.
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
