import nodemailer from 'nodemailer'
import { oneLine } from './text/one-line.ts'

/** A message to one recipient. Addresses, subject and texts are untrusted: never parse them as headers. */
export interface OutgoingMail {
  from: string
  to: string
  subject: string
  text: string
  html?: string
  attachments?: { filename: string; content: string | Buffer; contentType: string }[]
  /** Includes angle brackets. Stays the same across attempts, so that recipients can detect duplicates. */
  messageId?: string
  date?: Date
  headers?: Record<string, string>
}

/** The outcome of an attempt; `refused` is permanent, so a retry is useless. */
export type MailOutcome = { state: 'sent' } | { state: 'refused' | 'failed'; code: string; reply?: number }

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Limits a server that sends a few bytes now and then. */
const totalTimeoutMs = 120_000

/** SMTP reply codes from this one on are permanent failures (RFC 5321, section 4.2.1). */
const permanent = 500

/** Sends a message. Reports only the server's codes, as its texts may repeat the address or the message. */
export async function sendMailBy(
  smtpUrl: string,
  { to, ...mail }: OutgoingMail,
  timeoutMs = totalTimeoutMs,
): Promise<MailOutcome> {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    // Closes the connection on timeout, so that the server cannot accept the message later.
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
  const isPermanent = isRefused && responseCode !== undefined && responseCode >= permanent
  return {
    state: isPermanent ? 'refused' : 'failed',
    code,
    ...(responseCode === undefined ? {} : { reply: responseCode }),
  }
}
