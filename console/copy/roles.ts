/** Display names and short descriptions of roles. */
export const roleNames = {
  viewer: { name: 'Viewer', about: 'reads everything' },
  editor: {
    name: 'Editor',
    about: 'also edits prompts and competitors, runs collection and audits, and imports data',
  },
  admin: { name: 'Admin', about: 'also manages members, API keys, providers and budgets' },
  owner: { name: 'Owner', about: 'can do everything, including deleting the workspace' },
} as const

export type Role = keyof typeof roleNames
export const roleOptions = (Object.keys(roleNames) as Role[]).map((value) => ({
  value,
  name: `${roleNames[value].name}: ${roleNames[value].about}`,
}))
