import { z } from 'zod'
import { defineOperation } from '../../../kernel/operation.ts'
import { notFound } from '../../../lib/errors.ts'
import { findEngine, planSchema, planVersion, serializePlan } from './plan.ts'
import { findPlan } from './set-collection.ts'

export const getCollection = defineOperation({
  name: 'get-collection',
  summary: 'Show the collection plan of an engine',
  on: 'brand',
  access: 'operator',
  role: 'viewer',
  shows: planVersion,
  fields: { engine: z.string().min(1).max(200).describe('Slug or name of the engine.') },
  data: planSchema,
  async run({ ctx: { services, brand }, input }) {
    const plan = await findPlan(services, brand.id, findEngine(services, input.engine))
    if (plan === undefined) throw notFound('plan')
    return { data: serializePlan(plan) }
  },
})
