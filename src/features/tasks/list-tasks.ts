import { z } from 'zod'
import { accessibleBrands } from '../../kernel/actor.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineOperation, forMembers } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { notFound } from '../../lib/errors.ts'
import { seesTask, serializeTask, taskSchema, taskThing } from './task.ts'

export const listTasks = defineOperation({
  ...forMembers,
  name: 'list-tasks',
  summary: 'List the background tasks of a workspace, newest first',
  fields: { of_brand_id: uuid.optional().describe('Filter by brand.') },
  list: storedRows(50),
  data: z.array(taskSchema),
  async run({ ctx: { services, actor, workspace }, input, page }) {
    let tasks = services.db.selectFrom('tasks').selectAll().where('workspace_id', '=', workspace.id)
    if (input.of_brand_id !== undefined) tasks = tasks.where('brand_id', '=', input.of_brand_id)
    const brands = accessibleBrands(actor)
    if (brands !== 'all')
      tasks = tasks.where((eb) =>
        eb.or([eb('brand_id', 'is', null), ...brands.map((id) => eb('brand_id', '=', id))]),
      )
    const { rows, next } = await newestFirst(tasks, 'tasks', page)
    return { data: rows.map(serializeTask), next }
  },
})

export const getTask = defineOperation({
  ...forMembers,
  name: 'get-task',
  summary: 'Show the progress and result of a task',
  resourceRef: taskThing,
  fields: { task_id: uuid },
  data: taskSchema,
  async run({ ctx: { services, actor, workspace }, input }) {
    const task = await services.db
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', input.task_id)
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirst()
    if (task === undefined || !seesTask(actor, task)) throw notFound('task')
    return { data: serializeTask(task) }
  },
})
