import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { forVisitors } from './for-visitors.ts'
import { findRelyingParty } from './passkeys/challenge.ts'
import { singleSignOnSettings } from './single-sign-on/settings.ts'

export const getSignInMethods = defineOperation({
  name: 'get-sign-in-methods',
  summary: 'List the ways to sign in to this installation',
  ...forVisitors('sign-in-methods', 'GET'),
  fields: {},
  data: z.object({
    password: z.boolean(),
    single_sign_on: z
      .object({ name: z.string().describe('Name of the provider.') })
      .nullable()
      .describe('Starts at /console/api/sso/start. Null if single sign-on is not configured.'),
    passkey_origin: z
      .string()
      .nullable()
      .describe('Origin at which passkeys work. Null if passkeys are disabled or the server has no host name.'),
    sends_mail: z.boolean().describe('Whether Sightline mails invitations and password links.'),
    has_accounts: z.boolean().describe('False until the first owner is created with the link that the server prints.'),
  }),
  async run({ ctx: { services } }) {
    const { SSO_ONLY, SMTP_URL } = services.config
    const settings = singleSignOnSettings(services.config)
    const single_sign_on = settings === undefined ? null : { name: settings.name }
    const passkey_origin = SSO_ONLY ? null : (findRelyingParty(services)?.origin ?? null)
    const sends_mail = SMTP_URL !== undefined
    const anyone = await services.db.selectFrom('people').select('id').limit(1).executeTakeFirst()
    const has_accounts = anyone !== undefined
    return { data: { password: !SSO_ONLY, single_sign_on, passkey_origin, sends_mail, has_accounts } }
  },
})
