import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { collectUntil } from '../src/features/collection/index.ts'

// One of the processes of bench/collection.ts: it collects until its parent lets it go, by a clock that is ahead by the
// milliseconds that the parent says.
let aheadMs = Number(process.argv[2])
process.on('message', (ms: number) => {
  aheadMs = ms
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
