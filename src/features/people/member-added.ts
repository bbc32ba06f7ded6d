import { z } from 'zod'
import { defineEvent } from '../../kernel/events.ts'
import { roles } from '../../kernel/roles.ts'

export const memberAdded = defineEvent({
  type: 'member.added',
  summary: 'A member joined the workspace',
  isOfBrand: false,
  data: z.object({ person_id: z.uuid(), role: z.enum(roles) }),
  example: { person_id: 'c1d7e2f4-8a59-4b36-a0c2-7e9f3b5d1a68', role: 'editor' },
  page: () => 'settings/members',
  sentence: ({ role }) => `A new member joined the workspace as ${role}`,
})
