import { z } from 'zod'
import { defineChange } from '../../kernel/operation.ts'
import { forVisitors } from './for-visitors.ts'
import { consumeOneTimeLink, findOneTimeLink, linkToken } from './links.ts'
import { hashNewPassword, passwordText } from './password.ts'
import { checkPasswordsCount } from './passwords-count.ts'
import { setPassword } from './set-password.ts'

export const choosePassword = defineChange({
  name: 'choose-password',
  summary: 'Set a new password with a link; ends all sessions of the account and disconnects its apps',
  ...forVisitors('choose-password'),
  fields: { token: linkToken, password: passwordText },
  data: z.object({ person_id: z.uuid() }),
  async prefetch({ ctx: { services }, input: { token, password } }) {
    checkPasswordsCount(services.config)
    await findOneTimeLink(services, 'password', token)
    return hashNewPassword(password)
  },
  async change({ ctx: { services }, input, transaction, prefetched: passwordHash }) {
    const link = await consumeOneTimeLink(transaction, 'password', input.token, services.now())
    const data = { person_id: link.person_id as string }
    await setPassword(services, transaction, data.person_id, passwordHash)
    return { data, audit: { before: null, after: data, by: data.person_id } }
  },
})
