import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { sendMailBy } from './send-mail.ts'

const mail = { from: 'us@ours.example', to: 'them@theirs.example', subject: 'Hello', text: 'Hello.' }

let server: Server
afterEach(() => new Promise((resolve) => server?.close(resolve) ?? resolve(undefined)))

/** Starts a server that stops at the given point, but keeps sending continuation lines. */
async function startHanging(point: 'greeting' | 'EHLO' | 'DATA' | '.') {
  const hungUp = Promise.withResolvers<void>()
  server = createServer((socket: Socket) => {
    let dripping: NodeJS.Timeout | undefined
    const hang = () => {
      dripping = setInterval(() => socket.write('250-well\r\n'), 20)
    }
    socket.on('error', () => {})
    socket.once('close', () => {
      clearInterval(dripping)
      hungUp.resolve()
    })
    if (point === 'greeting') return hang()
    socket.write('220 test\r\n')
    socket.on('data', (data) => {
      const lines = String(data).split('\r\n')
      if (dripping !== undefined) return
      if (lines.some((line) => line.startsWith(point) && (point !== '.' || line === '.'))) return hang()
      if (lines.some((line) => /^(EHLO|MAIL|RCPT)/.test(line))) socket.write('250 ok\r\n')
      if (lines.includes('DATA')) socket.write('354 go on\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, hungUp: hungUp.promise }
}

it.each(['greeting', 'EHLO', 'DATA', '.'] as const)(
  'times out and disconnects from a server that never finishes its %s',
  async (point) => {
    const { url, hungUp } = await startHanging(point)
    expect(await sendMailBy(url, mail, 500)).toEqual({ state: 'failed', code: 'ETIMEDOUT' })
    await hungUp
  },
)

it('a subject is sent as one line, even with line breaks in names', async () => {
  const mailServer = await startSmtpServer()
  const subject = 'Hello\r\nBcc: eve@evil.example\u2028X-Evil: 1\u2029\u0085\u0007end'
  const outcome = await sendMailBy(mailServer.url, { ...mail, subject }).finally(mailServer.close)
  expect(outcome).toEqual({ state: 'sent' })
  const [received] = mailServer.taken
  expect(received?.headers.get('subject')).toBe('Hello Bcc: eve@evil.example X-Evil: 1 end')
  expect([...(received?.headers.keys() ?? [])]).not.toContain('bcc')
})
