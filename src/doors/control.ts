import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Services } from '../core/context.ts'
import { type ErrorBody, errorBody, invalidRequest } from '../core/errors.ts'
import { readLines } from '../core/lines.ts'
import type { Operation, Progress } from '../core/operation.ts'
import { type Command, type Outcome, runCommand } from './run-command.ts'

/**
 * The protocol of the control socket. Request: a line with the command as JSON, then the bytes of its file. Response:
 * lines of JSON, `{ progress }` now and then and the outcome last.
 */
type ResponseLine = { progress: Parameters<Progress> } | Outcome

const longestCommandBytes = 1_048_576

/** Serves commands of other processes on the control socket of this one. */
export function createControlHandler(services: Services, operations: readonly Operation[]) {
  return async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (line: ResponseLine) => response.write(`${JSON.stringify(line)}\n`)
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    try {
      const { command, file } = await receive(incoming)
      const operation = operations.find(({ name }) => name === command.name)
      send(
        operation === undefined
          ? { failure: newerCommand(command) }
          : await runCommand(services, operation, command, file, (...progress) => send({ progress })),
      )
    } catch (error) {
      services.log.warn({ err: error }, 'a command was cut off')
    }
    response.end()
    incoming.resume()
  }
}

const newerCommand = ({ name }: Command): ErrorBody =>
  errorBody(
    invalidRequest(`the running server does not know ${name}: restart it with this release`),
    randomUUID(),
  )

/** Splits what was sent into the command and its file. */
async function receive(incoming: IncomingMessage): Promise<{ command: Command; file: Readable }> {
  const chunks = incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let head = Buffer.alloc(0)
  let end = -1
  while (end === -1) {
    const next = await chunks.next()
    if (next.done || head.length > longestCommandBytes) throw new Error('the command is incomplete')
    head = Buffer.concat([head, next.value])
    end = head.indexOf('\n')
  }
  async function* rest(): AsyncGenerator<Buffer> {
    if (head.length > end + 1) yield head.subarray(end + 1)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  const command = JSON.parse(head.subarray(0, end).toString('utf8')) as Command
  return { command, file: Readable.from(rest(), { objectMode: false }) }
}

/**
 * Has a command done by the process that holds the data directory.
 * @returns undefined where nobody listens on the socket
 */
export async function sendCommand(
  socket: string,
  command: Command,
  file: Readable | undefined,
  progress: Progress,
): Promise<Outcome | undefined> {
  const outgoing = request({ socketPath: socket, method: 'POST', path: '/' })
  const answered = new Promise<IncomingMessage | undefined>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', (error: Error & { code?: string }) => {
      const nobodyThere = ['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '')
      nobodyThere ? resolve(undefined) : reject(error)
    })
  })
  // Sending goes on beside the answer; when the other side refuses early, that is told by the answer.
  const sent = pipeline(Readable.from(requestBytes(command, file), { objectMode: false }), outgoing).catch(
    () => {},
  )
  const response = await answered
  if (response === undefined) return undefined
  for await (const line of readLines(response, Number.POSITIVE_INFINITY)) {
    const message = JSON.parse('text' in line ? line.text : '{}') as ResponseLine
    if (!('progress' in message)) return message
    progress(...message.progress)
  }
  await sent
  throw new Error('the server ended before the command was done: run it again')
}

async function* requestBytes(command: Command, file: Readable | undefined): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(command)}\n`)
  if (file !== undefined) yield* file as AsyncIterable<Buffer>
}
