/** What a role may do, in a line. */
export const roleNames = {
  viewer: { name: 'Viewer', about: 'reads everything' },
  editor: { name: 'Editor', about: 'also edits prompts and competitors, collects, audits and imports' },
  admin: { name: 'Admin', about: 'also manages people, keys, sources and budgets' },
  owner: { name: 'Owner', about: 'may do everything, deleting the workspace included' },
} as const

export type Role = keyof typeof roleNames
export const roleOptions = (Object.keys(roleNames) as Role[]).map((value) => ({
  value,
  name: `${roleNames[value].name}: ${roleNames[value].about}`,
}))
