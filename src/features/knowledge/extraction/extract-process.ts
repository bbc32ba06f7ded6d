import { Worker } from 'node:worker_threads'
import type { DocumentFormat, Extracted, ExtractLimits } from './extracted.ts'

export interface ExtractRequest {
  format: DocumentFormat
  bytes: Uint8Array
  limits: ExtractLimits
}

export type ExtractReply = Extracted | { problem: string }

/** How often the memory is looked at. */
const watchMs = 50

/**
 * The process that documents are read in. A thread reads; this one watches it, as what reads may never come back from
 * where it is.
 */
process.once('message', (request: ExtractRequest) => {
  const { seconds, megabytes } = request.limits
  const tooMuchMemory = { problem: `reading the document takes more than ${megabytes} MB of memory` }
  const worker = new Worker(new URL('./extract-thread.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  worker.once('message', answer)
  worker.once('error', ({ code }: NodeJS.ErrnoException) =>
    answer(code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchMemory : { problem: 'the document cannot be read' }),
  )
  setTimeout(() => answer({ problem: `reading the document takes longer than ${seconds} s` }), seconds * 1000)
  const own = process.memoryUsage.rss()
  setInterval(() => {
    if (process.memoryUsage.rss() - own > megabytes * 1_000_000) answer(tooMuchMemory)
  }, watchMs)
})
// Whoever asked is gone.
process.once('disconnect', () => process.exit())

let hasAnswered = false
function answer(reply: ExtractReply): void {
  if (hasAnswered) return
  hasAnswered = true
  process.send?.(reply, () => process.exit())
}
