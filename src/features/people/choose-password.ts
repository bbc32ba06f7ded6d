import { z } from 'zod'
import { defineChange } from '../../kernel/operation.ts'
import { linkToken, lookAtLink, takeLink } from './links.ts'
import { hashChosen, passwordText } from './password.ts'
import { checkPasswordsCount } from './passwords-count.ts'
import { endSessions } from './sessions.ts'

export const choosePassword = defineChange({
  name: 'choose-password',
  summary: 'Choose a new password with a link that was asked for; every session of the account ends',
  on: 'visit',
  access: 'operator',
  role: 'none',
  console: { method: 'POST', path: '/console/api/choose-password' },
  fields: { token: linkToken, password: passwordText },
  data: z.object({ person_id: z.uuid() }),
  async prefetch({ ctx: { services }, input: { token, password } }) {
    checkPasswordsCount(services.config)
    await lookAtLink(services, 'password', token)
    return hashChosen(password)
  },
  async change({ ctx: { services }, input, transaction, prefetched: password_hash }) {
    const link = await takeLink(transaction, 'password', input.token, services.now())
    const data = { person_id: link.person_id as string }
    await transaction.updateTable('people').set({ password_hash }).where('id', '=', data.person_id).execute()
    await endSessions(transaction, data.person_id)
    return { data, audit: { before: null, after: data, by: data.person_id } }
  },
})
