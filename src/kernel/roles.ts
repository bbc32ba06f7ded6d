/** Roles in a workspace. Each includes the permissions of the ones before it. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const

export type Role = (typeof roles)[number]

export const includesRole = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least)
