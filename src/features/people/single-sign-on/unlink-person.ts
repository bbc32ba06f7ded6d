import { z } from 'zod'
import { defineChange, forOperator } from '../../../kernel/operation.ts'
import { notFound } from '../../../lib/errors.ts'
import { emailText, findPerson } from '../person.ts'
import { endPersonAccess } from '../sessions.ts'

export const unlinkPerson = defineChange({
  ...forOperator,
  name: 'unlink-person',
  summary: 'Unlink an account from single sign-on, sign it out everywhere and disconnect its apps',
  description: 'The next sign-in with its verified email address links it again.',
  fields: { email: emailText },
  data: z.object({ id: z.uuid() }),
  async change({ ctx: { services }, input, transaction }) {
    const person = await findPerson(transaction, input.email)
    if (person === undefined) throw notFound('person')
    const { id } = person
    await transaction.updateTable('people').set({ issuer: null, subject: null }).where('id', '=', id).execute()
    await endPersonAccess(services, transaction, id)
    return { data: { id }, audit: { before: { person_id: id }, after: null, workspaceId: null } }
  },
})
