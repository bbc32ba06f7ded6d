import { z } from 'zod'
import { nameText, utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import type { Row } from '../../stores/postgres-schema.ts'

export type Topic = Row<'topics'>

export const topicSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    parent_topic_id: z.uuid().nullable().describe('Parent root topic. Null for a root topic.'),
    created_at: utcTimestamp,
  })
  .meta({ component: 'Topic' })

export const topicName = nameText(200)

/** The topic of prompts without one. */
export const unassignedTopic = 'Unassigned'

export const serializeTopic = (row: Topic) => showRow(topicSchema, { ...row, parent_topic_id: row.parent_id })
