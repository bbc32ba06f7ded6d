import { Worker } from 'node:worker_threads'
import type { ReadDocument } from './prepare-document.ts'
import type { ReadRequest } from './read-document.ts'

export type ReadReply = ReadDocument | { problem: string }

/** How often the memory is looked at. */
const watchMs = 50

/**
 * The process that documents are read in. A thread reads; this one watches it, as what reads may never come back from
 * where it is.
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
// Whoever asked is gone. Signals of a terminal are meant for them: they say when this is to end.
process.once('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

let hasReplied = false
function reply(message: ReadReply): void {
  if (hasReplied) return
  hasReplied = true
  process.send?.(message, () => process.exit())
}
