import { Worker } from 'node:worker_threads'
import type { ReadReply, ReadRequest } from './read-document.ts'

/** Interval of memory checks. */
const watchMs = 50

/**
 * The subprocess for reading documents. A worker thread reads, and this thread enforces the limits, because reading
 * may hang.
 */
process.once('message', (request: ReadRequest) => {
  const { seconds, megabytes } = request.limits
  const tooMuchMemory = { problem: `reading the document takes more than ${megabytes} MB of memory` }
  const own = process.memoryUsage.rss()
  const worker = new Worker(new URL('./read-thread.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  worker.once('message', reply)
  worker.once('error', ({ code }: NodeJS.ErrnoException) =>
    reply(code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory : { problem: 'the document cannot be read' }),
  )
  setTimeout(() => reply({ problem: `reading the document takes longer than ${seconds} s` }), seconds * 1000)
  setInterval(() => {
    if (process.memoryUsage.rss() - own > megabytes * 1_000_000) reply(tooMuchMemory)
  }, watchMs)
})
// Exit if the parent is gone. Ignore terminal signals: the parent decides when to stop.
process.once('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

let hasReplied = false
function reply(message: ReadReply): void {
  if (hasReplied) return
  hasReplied = true
  process.send?.(message, () => process.exit())
}
