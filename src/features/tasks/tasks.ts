import { z } from 'zod'
import { accessibleBrands, personOf, roleOf } from '../../kernel/actor.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, defineOperation, forMembers } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { checkRole } from '../../kernel/permissions.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { findRow, updatedRow } from '../../stores/postgres-rows.ts'
import { isOpen, seesTask, serializeTask, taskSchema, taskThing } from './task.ts'

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
      tasks = tasks.where((eb) => eb.or([eb('brand_id', 'is', null), ...brands.map((id) => eb('brand_id', '=', id))]))
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
    const task = await findRow(services.db, 'tasks', { id: input.task_id, workspace_id: workspace.id })
    if (task === undefined || !seesTask(actor, task)) throw notFound('task')
    return { data: serializeTask(task) }
  },
})

export const cancelTask = defineChange({
  ...forMembers,
  name: 'cancel-task',
  summary: 'Cancel a pending or running task; keeps the data that it has stored',
  description: 'Members can cancel their own tasks, admins all tasks. A running task stops within seconds.',
  resourceRef: taskThing,
  fields: { task_id: uuid },
  data: taskSchema,
  async change({ ctx: { services, actor, workspace }, input: { task_id }, transaction }) {
    const tasks = transaction.selectFrom('tasks').selectAll().where('id', '=', task_id)
    const task = await tasks
      .where('workspace_id', '=', workspace.id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('task'))
    const role = roleOf(actor)
    if (role !== undefined && personOf(actor) !== task.person_id) checkRole('admin', role)
    if (!isOpen(task)) throw conflict(`the task is already ${task.state}`)
    const canceled = await updatedRow(transaction, 'tasks', task_id, { state: 'canceled', finished_at: services.now() })
    // The running process still reads the file, and deletes it.
    if (task.state !== 'working')
      await transaction.deleteFrom('task_file_parts').where('task_id', '=', task_id).execute()
    const { id, operation, brand_id, person_id } = task
    const recorded = (state: string) => ({ id, operation, brand_id, person_id, state })
    const audit = {
      before: recorded(task.state),
      after: recorded('canceled'),
      ...(brand_id !== null && { brandId: brand_id }),
    }
    return { data: serializeTask(canceled), audit }
  },
})
