import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../kernel/context.ts'
import { protocols } from '../../lib/providers/protocols/protocols.ts'
import type { ProviderKind } from '../../lib/providers/provider-kinds.ts'
import { pollMs } from './ask-slot.ts'

/** However often it is called, a task is looked after this long after the last time at the earliest. */
const minPollMs = 2000
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * `POST /ingest/collection/{source_id}`: a provider tells that a task is done. All that comes of it is that a task which
 * is known here is looked after sooner: its answer is fetched from the provider itself. So it does not matter who calls,
 * and everybody is told the same. A body is bounded as everywhere: one that brings a whole long answer is refused, and its
 * task looked after in its turn.
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
  const task = protocols[source.kind as ProviderKind].readWebhook?.({
    headers: new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    query: new URL(request.url, 'http://localhost').searchParams,
    body: request.body instanceof Buffer ? request.body : Buffer.alloc(0),
    // No source has one yet: whoever knows a task’s id can at most have it looked after sooner.
    secret: undefined,
    now: now(),
  })
  if (task === undefined || 'refusal' in task) {
    log.debug({ source_id: sourceId, refusal: task?.refusal }, 'a webhook was passed over')
    return
  }
  const { taskId, questionId } = task
  // The id of an attempt is known to its provider alone: this is how a task is found whose submission had no answer.
  if (questionId !== undefined && uuidPattern.test(questionId))
    await db
      .updateTable('collection_slots')
      .set({ state: 'submitted', task_id: taskId, due_at: now() })
      .where('source_id', '=', sourceId)
      .where('attempt_id', '=', questionId)
      .where('state', '=', 'reserved')
      .execute()
  // One that is looked after just now, or that the provider wants to be left alone, is due later than that.
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
