import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { VisitorActor } from '../../kernel/actor.ts'
import { checkLimit } from '../../kernel/admission.ts'
import { record } from '../../kernel/change.ts'
import type { Brand, Services } from '../../kernel/context.ts'
import { notFound } from '../../lib/errors.ts'
import { html, htmlText } from '../../lib/text/html-template.ts'
import { hasUnsubscribed, readUnsubscribeToken, type Subscription } from './unsubscribe-link.ts'

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/**
 * `/unsubscribe/{token}` unsubscribes an external recipient without a session. Link scanners open every link
 * of a mail, so GET only shows a page with a button. POST, which mail clients also send (RFC 8058), does it.
 */
export const unsubscribeRoute = (services: Services) => async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const find = async (request: FastifyRequest) => {
    checkLimit(await services.limits.countAddress('read', request.ip))
    const subscription = readUnsubscribeToken(services, (request.params as { token: string }).token)
    if (subscription === undefined) throw notFound('page')
    const brands = services.db.selectFrom('brands').selectAll().where('id', '=', subscription.brandId)
    const brand = await brands.executeTakeFirstOrThrow(() => notFound('page'))
    return { subscription, brand }
  }
  const url = '/unsubscribe/:token'
  app.route({
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url,
    async handler(request, reply) {
      const { subscription, brand } = await find(request)
      return show(reply, brand, subscription, await hasUnsubscribed(services.db, subscription))
    },
  })
  app.post(url, { bodyLimit: 10_000 }, async (request, reply) => {
    const { subscription, brand } = await find(request)
    const isOff = request.body !== 'subscribe=again'
    await setSubscription(services, request, brand, subscription, isOff)
    return show(reply, brand, subscription, isOff)
  })
}

/** Unsubscribes or resubscribes, with an audit record that holds no address. Idempotent. */
async function setSubscription(
  services: Services,
  request: FastifyRequest,
  brand: Brand,
  { brandId, addressKey }: Subscription,
  isOff: boolean,
): Promise<void> {
  await services.db.transaction().execute(async (transaction) => {
    const changed = isOff
      ? await transaction
          .insertInto('report_unsubscribes')
          .values({ brand_id: brandId, address_key: addressKey, created_at: services.now() })
          .onConflict((on) => on.doNothing())
          .returning('brand_id')
          .execute()
      : await transaction
          .deleteFrom('report_unsubscribes')
          .where('brand_id', '=', brandId)
          .where('address_key', '=', addressKey)
          .returning('brand_id')
          .execute()
    if (changed.length === 0) return
    const visitor = { kind: 'visitor', address: request.ip } as VisitorActor
    const origin = { via: 'console', address: request.ip } as const
    const ctx = { services, actor: visitor, requestId: request.id, origin }
    await record(transaction, isOff ? 'unsubscribe-from-reports' : 'subscribe-to-reports', ctx, {
      before: { is_subscribed: isOff },
      after: { is_subscribed: !isOff },
      workspaceId: brand.workspace_id,
      brandId,
    })
  })
}

function show(reply: FastifyReply, brand: Brand, { addressKey }: Subscription, isOff: boolean): FastifyReply {
  const title = isOff ? 'You are unsubscribed' : 'Unsubscribe'
  const about = isOff
    ? html`Sightline no longer sends reports and alerts about <b>${brand.name}</b> to <b>${addressKey}</b>.`
    : html`Stop the reports and alerts about <b>${brand.name}</b> to <b>${addressKey}</b>?`
  const field = isOff
    ? html`<input type="hidden" name="subscribe" value="again">`
    : html`<input type="hidden" name="List-Unsubscribe" value="One-Click">`
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>
:root{color-scheme:light dark}
body{margin:0 auto;padding:48px 24px;max-width:32rem;font:16px/1.5 system-ui,'Segoe UI',Arial,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem}button{font:inherit;padding:.5rem 1rem;cursor:pointer}
</style></head><body><main><h1>${title}</h1><p>${about}</p>
<form method="post">${field}<button>${isOff ? 'Subscribe again' : 'Unsubscribe'}</button></form></main></body></html>
`
  return reply.headers(headers).send(htmlText(page))
}
