import { createServer, type Server, type Socket } from 'node:net'

/** A message received over SMTP. */
export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and text, decoded from the transfer encoding. */
  text: string
}

/** A mail server for a test. */
export interface MailServer {
  url: string
  received: ReceivedMail[]
  /** Reply code to each recipient: 250 accepts the message. */
  reply: number
  /** Number of connections so far. */
  connections: number
  close(): Promise<void>
}

/**
 * Starts a server for the part of SMTP (RFC 5321) that clients need, without TLS.
 * @param port 0 for a free one
 */
export async function startMailServer(port = 0): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    mail.connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    converse(mail, socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as { port: number }
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    received: [],
    reply: 250,
    connections: 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return mail
}

function converse(mail: MailServer, socket: Socket): void {
  let unread = ''
  let isData = false
  let message: ReceivedMail = { from: '', to: [], text: '' }
  const say = (line: string) => socket.write(`${line}\r\n`)
  const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

  function answer(line: string): void {
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'MAIL') message = { from: addressIn(line), to: [], text: '' }
    if (command === 'RCPT' && mail.reply === 250) message.to.push(addressIn(line))
    if (command === 'DATA') isData = true
    if (command === 'QUIT') socket.end('221 bye\r\n')
    else if (command === 'RCPT') say(`${mail.reply} ${addressIn(line)}`)
    else say(isData ? '354 go on' : '250 test')
  }

  function take(line: string): void {
    if (!isData) {
      answer(line)
    } else if (line !== '.') {
      message.text += `${line.replace(/^\./, '')}\n`
    } else {
      isData = false
      mail.received.push({ ...message, text: plain(message.text) })
      say('250 taken')
    }
  }

  say('220 test')
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    unread += chunk
    const lines = unread.split('\r\n')
    unread = lines.pop() as string
    for (const line of lines) take(line)
  })
}

/** Decodes quoted-printable (RFC 2045, 6.7), ASCII only. */
const plain = (text: string) =>
  text.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
