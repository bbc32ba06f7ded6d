import { z } from 'zod'
import { defineChange, forPerson } from '../../kernel/operation.ts'
import { resumeUrl } from './approve-client.ts'
import { answerRequest, findRequest, requestId } from './requests.ts'

export const refuseClient = defineChange({
  ...forPerson,
  name: 'refuse-client',
  summary: 'Deny the request of an app',
  fields: { request_id: requestId },
  data: z.object({
    refused: z.literal(true),
    url: z.url().describe('URL at which the requesting browser continues.'),
  }),
  async change({ ctx: { services }, input: { request_id }, transaction }) {
    const { client } = await findRequest(services, request_id, transaction)
    await answerRequest(transaction, request_id, { error: 'access_denied' })
    const after = { client_name: client.name, client_place: client.place }
    return {
      data: { refused: true as const, url: resumeUrl(services.address(), request_id) },
      audit: { before: null, after },
    }
  },
})
