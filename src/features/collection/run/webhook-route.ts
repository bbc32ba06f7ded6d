import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../../kernel/context.ts'
import { providerOf } from '../../../lib/providers/providers.ts'
import { pollMs } from './ask-slot.ts'

/** Minimum time between polls of a task, however often the webhook is called. */
const minPollMs = 2000
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * `POST /ingest/collection/{source_id}`: a provider reports a finished task. This only polls a known task
 * earlier; Sightline fetches the answer from the provider itself. So callers need no authentication, and all
 * get the same response. Oversized bodies are rejected, and their tasks polled on schedule.
 */
export const webhookRoute = (services: Services) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.post<{ Params: { sourceId: string } }>('/ingest/collection/:sourceId', async (request, reply) => {
    if (uuidPattern.test(request.params.sourceId)) await notice(services, request.params.sourceId, request)
    reply.code(204)
  })
}

async function notice({ db, now, log }: Services, sourceId: string, request: FastifyRequest): Promise<void> {
  const source = await db.selectFrom('sources').selectAll().where('id', '=', sourceId).executeTakeFirst()
  if (source === undefined) return
  const task = providerOf(source.kind).protocol.readWebhook?.({
    headers: new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    query: new URL(request.url, 'http://localhost').searchParams,
    body: request.body instanceof Buffer ? request.body : Buffer.alloc(0),
    // Sources have no webhook secret: a caller who knows a task id can at most trigger an early poll.
    secret: undefined,
    now: now(),
  })
  if (task === undefined || 'refusal' in task) {
    log.debug({ source_id: sourceId, refusal: task?.refusal }, 'ignored a webhook')
    return
  }
  const { taskId, questionId } = task
  // Only the provider knows an attempt's id, which identifies a task whose submission got no response.
  if (questionId !== undefined && uuidPattern.test(questionId))
    await db
      .updateTable('collection_slots')
      .set({ state: 'submitted', task_id: taskId, due_at: now() })
      .where('source_id', '=', sourceId)
      .where('attempt_id', '=', questionId)
      .where('state', '=', 'reserved')
      .execute()
  // Skips tasks that are being polled, or that the provider wants polled later.
  await db
    .updateTable('collection_slots')
    .set({ due_at: now() })
    .where('source_id', '=', sourceId)
    .where('task_id', '=', taskId)
    .where('state', '=', 'submitted')
    .where('due_at', '>', now())
    .where('due_at', '<=', new Date(now().getTime() + pollMs - minPollMs))
    .execute()
}
