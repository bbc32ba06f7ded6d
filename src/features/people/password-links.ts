import { z } from 'zod'
import { checkLimit } from '../../kernel/admission.ts'
import { record } from '../../kernel/change.ts'
import type { Job } from '../../kernel/jobs.ts'
import { defineChange, defineOperation } from '../../kernel/operation.ts'
import { invalidRequest, notFound } from '../../lib/errors.ts'
import { createLink, createSetUpLink, linkSchema } from './links.ts'
import { sendPasswordLink } from './mail.ts'
import { checkPasswordsCount } from './passwords-count.ts'
import { accountKey, emailText, findPerson } from './person.ts'

const queue = 'mail-password-link'
const sealedFor = 'password link'
export const sealedAddresses = { kind: 'requests for a password link', queue, owner: sealedFor }

interface Asked {
  /** The e-mail address. */
  sealed: string
  requestId: string
  /** From which it was asked. */
  address: string
}

/** Makes a link for whoever has an account with an address, and has it mailed. */
export const mailPasswordLink: Job<Asked> = {
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
  summary: 'Have a link for a new password mailed to the address of an account',
  description: 'The answer is the same whether or not there is such an account.',
  on: 'visit',
  access: 'operator',
  role: 'none',
  console: { method: 'POST', path: '/console/api/request-password-link' },
  fields: { email: emailText },
  data: z.object({
    sends_mail: z.boolean().describe('Whether this installation sends mail; if not, ask its operator'),
  }),
  async run({ ctx: { services, actor, requestId }, input }) {
    const { config, limits, secrets, jobs } = services
    checkPasswordsCount(config)
    checkLimit(await limits.countAttempt(`link ${accountKey(input.email)}`))
    const sendsMail = config.SMTP_URL !== undefined
    // Whether there is an account is looked up later: the answer takes as long either way.
    if (sendsMail) {
      const sealed = secrets.seal(input.email, sealedFor).toString('base64')
      await jobs.enqueue(queue, { sealed, requestId, address: actor.address }, { key: requestId })
    }
    return { data: { sends_mail: sendsMail } }
  },
})

export const resetPassword = defineChange({
  name: 'reset-password',
  summary: 'Make a link by which somebody chooses a new password',
  on: 'installation',
  access: 'operator',
  role: 'none',
  secretData: ['url'],
  fields: { email: emailText },
  data: linkSchema,
  async change({ ctx: { services }, input, transaction }) {
    checkPasswordsCount(services.config, 'create-sign-in-link makes a link that signs somebody in')
    const person = await findPerson(transaction, input.email)
    if (person === undefined) throw notFound('person')
    const { id: _, ...data } = await createLink(services, transaction, 'password', { person_id: person.id })
    return { data, audit: { before: null, after: { person_id: person.id }, workspaceId: null } }
  },
})

export const createSignInLink = defineChange({
  name: 'create-sign-in-link',
  summary: 'Make a link that signs somebody in; while nobody has an account, one that makes the first owner',
  on: 'installation',
  access: 'operator',
  role: 'none',
  secretData: ['url'],
  fields: { email: emailText.optional() },
  data: linkSchema,
  async change({ ctx: { services }, input, transaction }) {
    if (input.email === undefined) {
      const setUp = await createSetUpLink(services, transaction)
      if (setUp === undefined) throw invalidRequest('email is required: whom the link signs in')
      return { data: setUp, audit: { before: null, after: { kind: 'set-up' }, workspaceId: null } }
    }
    const person = await findPerson(transaction, input.email)
    if (person === undefined) throw notFound('person')
    const { id: _, ...data } = await createLink(services, transaction, 'sign-in', { person_id: person.id })
    return { data, audit: { before: null, after: { person_id: person.id }, workspaceId: null } }
  },
})
