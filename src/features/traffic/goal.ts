import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { nameText, trimmedText } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { Row } from '../../stores/postgres-schema.ts'

/** Goals become columns of a query. */
export const maxGoals = 50

export const goalSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    path: z.string().describe('Pattern of paths, where * stands for any text.'),
    value: z.number().nullable().describe('Value of one visit that reaches the goal, in your currency.'),
    created_at: z.iso.datetime(),
  })
  .meta({ component: 'TrafficGoal' })

export const goalVersion = defineVersioned('goal', ['id', 'name', 'path', 'value'])

export const goalFields = {
  name: nameText(100).describe('Display name.'),
  path: trimmedText(1, 500)
    .refine((path) => /^\/[^?#\s]*$/.test(path), 'must begin with / and have no spaces, query or fragment')
    .transform((path) => new URL(`http://site${path}`).pathname)
    .describe('Path of the pages that count, where * stands for any text, such as /checkout/done*.'),
  value: z
    .number()
    .min(0)
    .max(1e9)
    .nullable()
    .default(null)
    .describe('Value of one visit that reaches the goal, in your currency.'),
}

export interface Goal {
  id: string
  name: string
  path: string
  value: number | null
}

export const serializeGoal = (goal: Row<'traffic_goals'>) => showRow(goalSchema, goal)

/** All goals of a brand, oldest first. */
export const readGoals = ({ db }: Pick<Services, 'db'>, brandId: string) =>
  db
    .selectFrom('traffic_goals')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
