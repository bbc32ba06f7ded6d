import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { findRelyingParty } from './passkeys/challenge.ts'
import { singleSignOnSettings } from './single-sign-on/settings.ts'

export const getSignInMethods = defineOperation({
  name: 'get-sign-in-methods',
  summary: 'How one can sign in to this installation',
  on: 'visit',
  access: 'operator',
  role: 'none',
  console: { method: 'GET', path: '/console/api/sign-in-methods' },
  fields: {},
  data: z.object({
    password: z.boolean(),
    single_sign_on: z
      .object({ name: z.string().describe('What people call the provider') })
      .nullable()
      .describe('It begins at /console/api/sso/start; null where there is none'),
    passkey_origin: z
      .string()
      .nullable()
      .describe('Origin at which passkeys work. Null if they are off, or the server has no host name.'),
    sends_mail: z.boolean().describe('Whether invitations and links for passwords are mailed'),
  }),
  async run({ ctx: { services } }) {
    const { SSO_ONLY, SMTP_URL } = services.config
    const settings = singleSignOnSettings(services.config)
    const single_sign_on = settings === undefined ? null : { name: settings.name }
    const passkey_origin = SSO_ONLY ? null : (findRelyingParty(services)?.origin ?? null)
    const sends_mail = SMTP_URL !== undefined
    return { data: { password: !SSO_ONLY, single_sign_on, passkey_origin, sends_mail } }
  },
})
