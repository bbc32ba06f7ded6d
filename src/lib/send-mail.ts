import nodemailer from 'nodemailer'
import { oneLine } from './text/one-line.ts'

/** A message to one recipient. What is in it may be anybody's: addresses, subject and texts are never parsed as headers. */
export interface OutgoingMail {
  from: string
  to: string
  subject: string
  text: string
  html?: string
  attachments?: { filename: string; content: string | Buffer; contentType: string }[]
  /** The same in each attempt, with its angle brackets: whoever gets it twice can tell. */
  messageId?: string
  date?: Date
  headers?: Record<string, string>
}

/** What became of an attempt; `refused` for good, where trying again is of no use. */
export type MailOutcome = { state: 'sent' } | { state: 'refused' | 'failed'; code: string; reply?: number }

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A server that says a word now and then holds nobody for longer. */
const wholeMs = 120_000

/** From this reply code of SMTP on, trying again is of no use (RFC 5321, 4.2.1). */
const permanent = 500

/** Has a mail server take a message. What it says is told as codes alone: its words may repeat the address, or the message. */
export async function sendMailBy(
  smtpUrl: string,
  { to, ...mail }: OutgoingMail,
  timeoutMs = wholeMs,
): Promise<MailOutcome> {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    // Its connection ends with it: nobody takes later what was given up.
    const signal = AbortSignal.timeout(timeoutMs)
    const subject = oneLine(mail.subject)
    await transport.sendMail({ ...mail, subject, to: { name: '', address: to }, signal })
    return { state: 'sent' }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    transport.close()
  }
}

function outcomeOf(error: unknown): MailOutcome {
  const { code = 'failed', responseCode } = error as { code?: string; responseCode?: number }
  if (code === 'EABORT') return { state: 'failed', code: 'ETIMEDOUT' }
  const isRefused = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isForGood = isRefused && responseCode !== undefined && responseCode >= permanent
  return {
    state: isForGood ? 'refused' : 'failed',
    code,
    ...(responseCode === undefined ? {} : { reply: responseCode }),
  }
}
