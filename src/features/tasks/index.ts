import { defineFeature } from '../../kernel/feature.ts'
import { tasksConfig } from './config.ts'
import { forgetTasks, runSmallTask, runTask, runWaitingTask } from './run-task.ts'
import { startTask } from './start-task.ts'
import { cancelTask, getTask, listTasks } from './tasks.ts'

export const tasks = defineFeature({
  name: 'tasks',
  operations: [startTask, listTasks, getTask, cancelTask],
  jobs: [runTask, runSmallTask, runWaitingTask, forgetTasks],
  config: tasksConfig,
  tablesNotBackedUp: {
    tasks: 'users can start interrupted tasks again',
    task_file_parts: 'they belong to tasks, which are not backed up',
  },
})
