import texts from './roles.json' with { type: 'json' }

/** Display names and short descriptions of roles, the lowest first. */
export const roleNames = texts

export type Role = keyof typeof roleNames
export const roles = Object.keys(roleNames) as Role[]
export const roleOptions = roles.map((value) => ({
  value,
  name: `${roleNames[value].name}: ${roleNames[value].about}`,
}))
