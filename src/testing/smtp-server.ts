import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A message as a mail server has taken it. */
export interface TakenMail {
  from: string
  to: string[]
  /** Headers and body, as they came. */
  raw: string
  /** Headers by their names in lower case, unfolded and decoded. */
  headers: Map<string, string>
}

/** A mail server of a test that speaks SMTP as those of the world do. */
export interface SmtpTestServer {
  url: string
  taken: TakenMail[]
  /** Recipients that it refuses, each with the code that it refuses it with. */
  refused: Map<string, number>
  /** Resolved before it says that it has taken a message; at once where not set. */
  beforeTaken: ((mail: TakenMail) => Promise<void>) | undefined
  close(): Promise<void>
}

/** @param port a free one where 0 */
export async function startSmtpServer(port = 0): Promise<SmtpTestServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const responseCode = ours.refused.get(address)
      done(responseCode === undefined ? null : Object.assign(new Error('not here'), { responseCode }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = parse(Buffer.concat(chunks).toString('utf8'), {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        })
        ours.taken.push(mail)
        await ours.beforeTaken?.(mail)
        done()
      })
    },
  })
  // Clients that are killed break off.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const ours: SmtpTestServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken: [],
    refused: new Map(),
    beforeTaken: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return ours
}

function parse(raw: string, envelope: Pick<TakenMail, 'from' | 'to'>): TakenMail {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), inWords(line.slice(colon + 1).trim())]
  })
  return { ...envelope, raw, headers: new Map(headers) }
}

/** Encoded words undone (RFC 2047), of UTF-8 in quoted-printable alone. */
const inWords = (value: string) =>
  value
    .replace(/\?= +=\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) =>
      decodeURIComponent(word.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )
