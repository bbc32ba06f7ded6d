import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A message accepted by a mail server. */
export interface TakenMail {
  from: string
  to: string[]
  /** Headers and body, as received. */
  raw: string
  /** Headers by lower-case name, unfolded and decoded. */
  headers: Map<string, string>
}

/** A mail server for a test that speaks SMTP like real ones. */
export interface SmtpTestServer {
  url: string
  taken: TakenMail[]
  /** Rejected recipients, each with the reply code. */
  refused: Map<string, number>
  /** Awaited before it accepts a message; accepts immediately if undefined. */
  beforeTaken: ((mail: TakenMail) => Promise<void>) | undefined
  close(): Promise<void>
}

/** @param port 0 for a free one */
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
  // Killed clients disconnect.
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

/** Decodes encoded words (RFC 2047), only UTF-8 in quoted-printable. */
const inWords = (value: string) =>
  value
    .replace(/\?= +=\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) =>
      decodeURIComponent(word.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )
