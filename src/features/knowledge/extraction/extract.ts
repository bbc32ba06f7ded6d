import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { orAborted } from '../../../core/fetching/deadline.ts'
import type { ExtractReply, ExtractRequest } from './extract-process.ts'
import type { DocumentFormat, Extracted, ExtractLimits } from './extracted.ts'
import { UnreadableDocument } from './extracted.ts'

const program = fileURLToPath(new URL('./extract-process.ts', import.meta.url))

/** The process watches its limits by itself; one that does not end by then is killed. */
const graceMs = 5000

/**
 * Reads a document in a process of its own, which may read files of the program and nothing else: no files to write, no
 * network, no processes, no environment. It ends with its limits, and with whoever started it.
 * @throws UnreadableDocument, or the signal's reason
 */
export async function extractApart(
  format: DocumentFormat,
  bytes: Uint8Array,
  limits: ExtractLimits,
  signal: AbortSignal,
): Promise<Extracted> {
  const child = fork(program, [], {
    env: {},
    execArgv: ['--permission', '--allow-fs-read=*', '--allow-worker', '--no-warnings'],
    serialization: 'advanced',
    stdio: 'ignore',
  })
  const overdue = setTimeout(() => child.kill('SIGKILL'), limits.seconds * 1000 + graceMs)
  const answered = new Promise<ExtractReply>((resolve, reject) => {
    child.once('message', (reply) => resolve(reply as ExtractReply))
    child.once('error', reject)
    child.once('exit', () => resolve({ problem: 'reading the document ended without a result' }))
    const request: ExtractRequest = { format, bytes, limits }
    child.send(request, (error) => {
      if (error !== null) reject(error)
    })
  })
  answered.catch(() => {})
  try {
    const reply = await orAborted(() => answered, signal)
    if ('problem' in reply) throw new UnreadableDocument(reply.problem)
    return reply
  } finally {
    clearTimeout(overdue)
    child.kill('SIGKILL')
  }
}
