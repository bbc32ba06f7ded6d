import { getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

const lower = 10

// Imported by modules of threads. Linux applies this to the calling thread only: the main thread answers first.
if (!isMainThread && process.platform === 'linux' && getPriority() < lower) setPriority(lower)
