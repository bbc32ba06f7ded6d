import { personOf, roleOf } from '../../kernel/actor.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forMembers } from '../../kernel/operation.ts'
import { checkRole } from '../../kernel/permissions.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { isOpen, serializeTask, taskSchema, taskThing } from './task.ts'

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
    const task = await tasks.where('workspace_id', '=', workspace.id).forUpdate().executeTakeFirst()
    if (task === undefined) throw notFound('task')
    const role = roleOf(actor)
    if (role !== undefined && personOf(actor) !== task.person_id) checkRole('admin', role)
    if (!isOpen(task)) throw conflict(`the task is already ${task.state}`)
    const canceled = await transaction
      .updateTable('tasks')
      .set({ state: 'canceled', finished_at: services.now() })
      .where('id', '=', task_id)
      .returningAll()
      .executeTakeFirstOrThrow()
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
