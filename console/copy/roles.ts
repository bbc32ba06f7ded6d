/** Display names and short descriptions of roles. */
export const roleNames = {
  viewer: { name: 'Viewer', about: 'can view everything' },
  editor: {
    name: 'Editor',
    about: 'can also edit prompts and competitors, run collection and audits, and import data',
  },
  admin: { name: 'Admin', about: 'can also manage members, API keys, providers and budgets' },
  owner: { name: 'Owner', about: 'can do everything, including deleting the workspace' },
} as const

export type Role = keyof typeof roleNames
export const roleOptions = (Object.keys(roleNames) as Role[]).map((value) => ({
  value,
  name: `${roleNames[value].name}: ${roleNames[value].about}`,
}))
