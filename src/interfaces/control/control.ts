import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Services } from '../../kernel/context.ts'
import type { Operation, Progress } from '../../kernel/operation.ts'
import { ApiError, type ErrorBody, errorBody, invalidRequest, unavailable } from '../../lib/errors.ts'
import { readLines } from '../../lib/lines.ts'
import { unlimited } from '../../lib/unpacked.ts'
import { type Command, type Outcome, runCommand } from './run-command.ts'

/**
 * The protocol of the control socket. Request: a line with the command as JSON and, after the response's
 * head, the bytes of its file. Response: lines of JSON, `{ progress }` during the work and the outcome last.
 */
type ResponseLine = { progress: Parameters<Progress> } | Outcome

const maxCommandBytes = 1_048_576

/**
 * Runs commands of other processes.
 * @param stays whether this process accepts commands with a file; a short-lived one would interrupt them
 */
export function createControlHandler(services: Services, operations: readonly Operation[], stays: boolean) {
  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (line: ResponseLine) => response.write(`${JSON.stringify(line)}\n`)
    try {
      const { command, file } = await receive(incoming)
      const operation = operations.find(({ name }) => name === command.name)
      const isLong = operation?.takesFile !== undefined && operation.takesFile !== false
      // Rejected: the sender waits until it can run the command itself.
      if (services.closing.aborted || (isLong && !stays)) return void incoming.destroy()
      // The head accepts the command. Without it, the sender knows that nothing was done and can retry.
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
      send(
        operation === undefined
          ? { failure: newerCommand(command) }
          : await runCommand(services, operation, command, file, (...progress) => send({ progress }), operations),
      )
    } catch (error) {
      services.log.warn({ err: error }, 'a command was interrupted')
    }
    response.end()
    incoming.resume()
  }
}

const newerCommand = ({ name }: Command): ErrorBody =>
  errorBody(invalidRequest(`the running server does not support ${name}; restart it with this release`), randomUUID())

/** Splits a request into the command and its file. */
async function receive(incoming: IncomingMessage): Promise<{ command: Command; file: Readable }> {
  const chunks = incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let head = Buffer.alloc(0)
  let end = -1
  while (end === -1) {
    const next = await chunks.next()
    if (next.done || head.length > maxCommandBytes) throw new Error('the command is incomplete')
    head = Buffer.concat([head, next.value])
    end = head.indexOf('\n')
  }
  async function* rest(): AsyncGenerator<Buffer> {
    if (head.length > end + 1) yield head.subarray(end + 1)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  const command = JSON.parse(head.subarray(0, end).toString('utf8')) as Command
  // A separate stream: its reader can be interrupted while the connection still returns the outcome.
  const file = new PassThrough()
  pipeline(rest(), file).catch(() => {})
  return { command, file }
}

/** Connection errors if no process listens or it closed before accepting the command. */
const notAcceptedCodes = ['ENOENT', 'ENOTDIR', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']

/**
 * Runs a command in the process that holds the data directory.
 * @param signal stops sending and waiting
 * @returns undefined if no process accepted it; neither the command nor its file was used
 */
export async function sendCommand(
  socket: string,
  command: Command,
  file: Readable | undefined,
  progress: Progress,
  signal?: AbortSignal,
): Promise<Outcome | undefined> {
  const outgoing = request({ socketPath: socket, method: 'POST', path: '/', signal })
  const response = await new Promise<IncomingMessage | undefined>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', (error: Error & { code?: string }) => {
      if (notAcceptedCodes.includes(error.code ?? '')) resolve(undefined)
      else reject(error)
    })
    outgoing.write(`${JSON.stringify(command)}\n`)
  })
  if (response === undefined) return undefined
  // Sending continues during the response: if the other side rejects early, the response says so.
  outgoing.on('error', () => {})
  let unreadable: ApiError | undefined
  file?.once('error', (error) => {
    if (error instanceof ApiError) unreadable = error
  })
  pipeline(file ?? Readable.from([]), outgoing).catch(() => {})
  try {
    for await (const line of readLines(response, {
      maxLineBytes: Number.POSITIVE_INFINITY,
      limits: unlimited,
    })) {
      const message = JSON.parse('text' in line ? line.text : '{}') as ResponseLine
      if (!('progress' in message)) return message
      progress(...message.progress)
    }
  } catch (error) {
    throw unreadable ?? serverEnded(error)
  } finally {
    outgoing.destroy()
  }
  throw serverEnded()
}

const serverEnded = (cause?: unknown) =>
  unavailable('the server stopped before the command finished; run it again', 2, cause)
