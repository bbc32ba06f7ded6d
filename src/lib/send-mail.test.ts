import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { sendMailBy } from './send-mail.ts'

const mail = { from: 'us@ours.example', to: 'them@theirs.example', subject: 'Hello', text: 'Hello.' }

let server: Server
afterEach(() => new Promise((resolve) => server?.close(resolve) ?? resolve(undefined)))

/** A server that speaks until some point, and goes on to say a word now and then that ends nothing. */
async function startHanging(point: 'greeting' | 'EHLO' | 'DATA' | '.') {
  const hungUp = Promise.withResolvers<void>()
  server = createServer((socket: Socket) => {
    let mumbling: NodeJS.Timeout | undefined
    const hang = () => {
      mumbling = setInterval(() => socket.write('250-well\r\n'), 20)
    }
    socket.on('error', () => {})
    socket.once('close', () => {
      clearInterval(mumbling)
      hungUp.resolve()
    })
    if (point === 'greeting') return hang()
    socket.write('220 test\r\n')
    socket.on('data', (data) => {
      const lines = String(data).split('\r\n')
      if (mumbling !== undefined) return
      if (lines.some((line) => line.startsWith(point) && (point !== '.' || line === '.'))) return hang()
      if (lines.some((line) => /^(EHLO|MAIL|RCPT)/.test(line))) socket.write('250 ok\r\n')
      if (lines.includes('DATA')) socket.write('354 go on\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, hungUp: hungUp.promise }
}

it.each(['greeting', 'EHLO', 'DATA', '.'] as const)(
  'a server that never ends its %s is given up and hung up on: it takes nothing later',
  async (point) => {
    const { url, hungUp } = await startHanging(point)
    expect(await sendMailBy(url, mail, 500)).toEqual({ state: 'failed', code: 'ETIMEDOUT' })
    await hungUp
  },
)

it('a subject stays one line, whatever names are in it', async () => {
  const mailServer = await startSmtpServer()
  const subject = 'Hello\r\nBcc: eve@evil.example\u2028X-Evil: 1\u2029\u0085\u0007end'
  const outcome = await sendMailBy(mailServer.url, { ...mail, subject }).finally(mailServer.close)
  expect(outcome).toEqual({ state: 'sent' })
  const [taken] = mailServer.taken
  expect(taken?.headers.get('subject')).toBe('Hello Bcc: eve@evil.example X-Evil: 1 end')
  expect([...(taken?.headers.keys() ?? [])]).not.toContain('bcc')
})
