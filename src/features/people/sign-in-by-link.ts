import { z } from 'zod'
import { defineChange } from '../../kernel/operation.ts'
import { forVisitors } from './for-visitors.ts'
import { consumeOneTimeLink, linkToken } from './links.ts'
import { openSession } from './sessions.ts'

export const signInByLink = defineChange({
  name: 'sign-in-by-link',
  summary: 'Sign in with a link that the operator created',
  ...forVisitors('sign-in-by-link'),
  fields: { token: linkToken },
  data: z.object({ person_id: z.uuid() }),
  async change({ ctx: { services, actor }, input, transaction }) {
    const link = await consumeOneTimeLink(transaction, 'sign-in', input.token, services.now())
    const data = { person_id: link.person_id as string }
    const session = await openSession(services, transaction, data.person_id, actor)
    return { data, session, audit: { before: null, after: data, by: data.person_id } }
  },
})
