import { createHash } from 'node:crypto'
import type { Services } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sendMailBy } from '../../lib/send-mail.ts'
import { oneLine } from '../../lib/text/one-line.ts'
import type { Transaction } from '../../stores/postgres.ts'

interface Message {
  to: string
  subject: string
  text: string
}

const queue = 'send-mail'
const sealedFor = 'mail'
export const sealedMail = { kind: 'waiting messages', queue, owner: sealedFor }

/** Sends a queued message. The queue holds messages encrypted, as they can contain links. */
export const sendMail: Job<{ sealed: string }> = {
  queue,
  async run(services, { sealed }) {
    const { SMTP_URL, MAIL_FROM } = services.config
    const opened = services.secrets.open(Buffer.from(sealed, 'base64'), sealedFor)
    if (SMTP_URL === undefined || opened === undefined)
      return services.log.warn('message not sent: SMTP_URL is not set, or the secrets key changed')
    const outcome = await sendMailBy(SMTP_URL, { ...(JSON.parse(opened) as Message), from: MAIL_FROM })
    if (outcome.state === 'sent') return
    const { state, code, reply } = outcome
    if (state === 'failed') throw new Error(`the mail server did not accept a message: ${code} ${reply ?? ''}`.trim())
    services.log.warn({ code, responseCode: reply }, 'message not sent: the mail server rejected it permanently')
  },
}

/** Queues a message. @returns false if this installation sends no mail */
async function queueMail(
  { config, jobs, secrets }: Services,
  transaction: Transaction,
  message: Message,
): Promise<boolean> {
  if (config.SMTP_URL === undefined) return false
  const text = JSON.stringify(message)
  const sealed = secrets.seal(text, sealedFor).toString('base64')
  const key = createHash('sha256').update(text).digest('base64url')
  await jobs.enqueue(queue, { sealed }, { key, transaction })
  return true
}

const until = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`

export const sendInvitation = (
  services: Services,
  transaction: Transaction,
  { to, workspace, url, expires_at }: { to: string; workspace: string; url: string; expires_at: string },
) =>
  queueMail(services, transaction, {
    to,
    subject: `Invitation to ${oneLine(workspace)} on Sightline`,
    text: `You are invited to ${oneLine(workspace)} on Sightline.\n\n${url}\n\nThe link can be used once, until ${until(expires_at)}.\n`,
  })

export const sendPasswordLink = (
  services: Services,
  transaction: Transaction,
  { to, url, expires_at }: { to: string; url: string; expires_at: string },
) =>
  queueMail(services, transaction, {
    to,
    subject: 'Choose a new password for Sightline',
    text: `Someone, probably you, requested a new password for Sightline.\n\n${url}\n\nThe link can be used once, until ${until(expires_at)}. If it was not you, ignore this message: your password stays the same.\n`,
  })
