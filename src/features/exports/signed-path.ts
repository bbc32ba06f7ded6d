import type { FastifyInstance } from 'fastify'
import type { Services } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { notFound } from '../../lib/errors.ts'
import { secretsEqual } from '../../lib/secrets-equal.ts'
import { sendFile } from '../../lib/send-file.ts'
import { requireRow } from '../../stores/postgres-rows.ts'
import { openExportFile } from './export-file.ts'

/** The path of a file that works without a key until a given time. */
export function signedPath(services: Services, id: string, until: Date): string {
  const expires = String(until.getTime())
  return `/exports/${id}?expires=${expires}&signature=${signatureOf(services, id, expires)}`
}

const signatureOf = ({ sign }: Services, id: string, expires: string) =>
  sign('export', `${id} ${expires}`).toString('base64url')

/** Serves files by signed link. Returns 404 for invalid and expired links. */
export const signedFiles = (services: Services) => async (app: FastifyInstance) => {
  app.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: '/exports/:id',
    async handler(request, reply) {
      const id = uuid.safeParse(request.params.id).data ?? ''
      const { expires = '', signature = '' } = request.query
      const isSigned = secretsEqual(String(signature), signatureOf(services, id, String(expires)))
      if (!isSigned || Number(expires) <= services.now().getTime()) throw notFound('export')
      const found = await requireRow(services.db, 'exports', { id }, 'export')
      return sendFile(openExportFile(services, found), request, reply)
    },
  })
}
