import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { goalFields, goalSchema, goalVersion, maxGoals, readGoals, serializeGoal } from './goal.ts'

export const createGoal = defineChange({
  name: 'create-goal',
  summary: 'Add a goal: pages that visits from AI engines should reach',
  description: 'Applies to past visits, too.',
  ...forEditors,
  fields: goalFields,
  data: goalSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const { length } = await readGoals({ db: transaction }, brand.id)
    if (length >= maxGoals)
      throw conflict(`the brand has the maximum of ${maxGoals} goals; delete some first`)
    const goal = { id: randomUUID(), brand_id: brand.id, ...input, created_at: services.now() }
    await transaction.insertInto('traffic_goals').values(goal).execute()
    const data = serializeGoal(goal)
    return { data, audit: { before: null, after: data } }
  },
})

export const deleteGoal = defineChange({
  name: 'delete-goal',
  summary: 'Delete a goal of visits from AI engines',
  ...forEditors,
  changes: goalVersion,
  fields: { goal_id: uuid },
  data: z.object({ deleted_goal_id: z.uuid() }),
  async change({ ctx: { brand }, input: { goal_id }, transaction }) {
    const own = transaction
      .deleteFrom('traffic_goals')
      .where('brand_id', '=', brand.id)
      .where('id', '=', goal_id)
    const goal = await own.returningAll().executeTakeFirst()
    if (goal === undefined) throw notFound('goal')
    return { data: { deleted_goal_id: goal_id }, audit: { before: serializeGoal(goal), after: null } }
  },
})
