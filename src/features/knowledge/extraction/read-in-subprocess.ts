import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { raceAbort } from '../../../lib/fetching/deadline.ts'
import { UnreadableDocument } from '../extracted.ts'
import type { ReadDocument } from './prepare-document.ts'
import type { ReadReply, ReadRequest } from './read-document.ts'

const program = fileURLToPath(new URL('./read-process.ts', import.meta.url))

/** The process enforces its own limits; after this grace period it is killed. */
const graceMs = 5000

/**
 * Reads a document in a sandboxed subprocess that can only read files: no writes, network, processes or environment.
 * It exits at its limits and with its parent.
 * @throws UnreadableDocument or the signal's reason
 */
export async function readInSubprocess(request: ReadRequest, signal: AbortSignal): Promise<ReadDocument> {
  signal.throwIfAborted()
  const child = fork(program, [], {
    env: {},
    execArgv: ['--permission', '--allow-fs-read=*', '--allow-worker', '--no-warnings'],
    serialization: 'advanced',
    stdio: 'ignore',
  })
  const overdue = setTimeout(() => child.kill('SIGKILL'), request.limits.seconds * 1000 + graceMs)
  const replied = new Promise<ReadReply>((resolve, reject) => {
    child.once('message', (reply) => resolve(reply as ReadReply))
    child.once('error', reject)
    child.once('exit', () => resolve({ problem: 'the document cannot be read' }))
    child.send(request, (error) => {
      if (error !== null) reject(error)
    })
  })
  try {
    const reply = await raceAbort(() => replied, signal)
    if ('problem' in reply) throw new UnreadableDocument(reply.problem)
    return reply
  } finally {
    clearTimeout(overdue)
    child.kill('SIGKILL')
  }
}
