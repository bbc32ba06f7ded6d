/** Roles in a workspace. Each includes the permissions of the ones before it. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const

export type Role = (typeof roles)[number]

/** Whether a role includes the required one. */
export const includesRole = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least)
