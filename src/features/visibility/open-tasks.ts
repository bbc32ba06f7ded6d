/** What is left to do for a topic. */
export interface OpenTasks {
  /** Open content opportunities. */
  contentActions: number
  /** Open opportunities of any kind. */
  all: number
}

/** Open opportunities of a topic and of everything beneath it. No feature stores opportunities: there are none. */
export const openTasksOf = (_topicId: string): OpenTasks => ({ contentActions: 0, all: 0 })
