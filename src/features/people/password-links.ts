import { z } from 'zod'
import { checkLimit } from '../../kernel/admission.ts'
import { record } from '../../kernel/change.ts'
import type { Job } from '../../kernel/jobs.ts'
import { defineChange, defineOperation, forOperator } from '../../kernel/operation.ts'
import { invalidRequest, notFound } from '../../lib/errors.ts'
import { forVisitors } from './for-visitors.ts'
import { createLink, createSetUpLink, linkSchema } from './links.ts'
import { sendPasswordLink } from './mail.ts'
import { checkPasswordsCount } from './passwords-count.ts'
import { accountKey, emailText, findPerson } from './person.ts'

const queue = 'mail-password-link'
const sealedFor = 'password link'
export const sealedAddresses = { kind: 'requests for a password link', queue, owner: sealedFor }

interface LinkRequest {
  /** The encrypted email address. */
  sealed: string
  requestId: string
  /** The IP address of the request. */
  address: string
}

/** Creates and mails a password link if the address has an account. */
export const mailPasswordLink: Job<LinkRequest> = {
  queue,
  async run(services, { sealed, requestId, address }) {
    const email = services.secrets.open(Buffer.from(sealed, 'base64'), sealedFor)
    const person = email === undefined ? undefined : await findPerson(services.db, email)
    if (person === undefined) return
    const actor = { kind: 'visitor', address, userAgent: undefined, knownBrowser: undefined } as const
    const ctx = { services, actor, requestId, origin: { via: 'console', address } } as const
    await services.db.transaction().execute(async (transaction) => {
      const link = await createLink(services, transaction, 'password', { person_id: person.id })
      await sendPasswordLink(services, transaction, { to: person.email, ...link })
      const after = { person_id: person.id }
      await record(transaction, 'request-password-link', ctx, { before: null, after, workspaceId: null })
    })
  },
}

export const requestPasswordLink = defineOperation({
  name: 'request-password-link',
  summary: 'Request a password reset link by email',
  description: 'The response is the same whether or not the account exists.',
  ...forVisitors('request-password-link'),
  fields: { email: emailText },
  data: z.object({
    sends_mail: z.boolean().describe('Whether this installation sends mail. If not, ask its operator for a link.'),
  }),
  async run({ ctx: { services, actor, requestId }, input }) {
    const { config, limits, secrets, jobs } = services
    checkPasswordsCount(config)
    checkLimit(await limits.countAttempt(`link ${accountKey(input.email)}`))
    const sendsMail = config.SMTP_URL !== undefined
    // The job looks up the account, so that the response time does not reveal whether it exists.
    if (sendsMail) {
      const sealed = secrets.seal(input.email, sealedFor).toString('base64')
      await jobs.enqueue(queue, { sealed, requestId, address: actor.address }, { key: requestId })
    }
    return { data: { sends_mail: sendsMail } }
  },
})

export const resetPassword = defineChange({
  ...forOperator,
  name: 'reset-password',
  summary: 'Create a password reset link',
  secretData: ['url'],
  fields: { email: emailText },
  data: linkSchema,
  async change({ ctx: { services }, input, transaction }) {
    checkPasswordsCount(services.config, 'use create-sign-in-link')
    const person = await findPerson(transaction, input.email)
    if (person === undefined) throw notFound('person')
    const { id: _, ...data } = await createLink(services, transaction, 'password', { person_id: person.id })
    return { data, audit: { before: null, after: { person_id: person.id }, workspaceId: null } }
  },
})

export const createSignInLink = defineChange({
  ...forOperator,
  name: 'create-sign-in-link',
  summary: 'Create a sign-in link, or a setup link for the first owner if no account exists',
  secretData: ['url'],
  fields: { email: emailText.optional() },
  data: linkSchema,
  async change({ ctx: { services }, input, transaction }) {
    if (input.email === undefined) {
      const setUp = await createSetUpLink(services, transaction)
      if (setUp === undefined) throw invalidRequest('email is required because an account already exists')
      return { data: setUp, audit: { before: null, after: { kind: 'set-up' }, workspaceId: null } }
    }
    const person = await findPerson(transaction, input.email)
    if (person === undefined) throw notFound('person')
    const { id: _, ...data } = await createLink(services, transaction, 'sign-in', { person_id: person.id })
    return { data, audit: { before: null, after: { person_id: person.id }, workspaceId: null } }
  },
})
