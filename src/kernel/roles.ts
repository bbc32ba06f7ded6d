/** The roles of people in a workspace, each with all that the ones before it may do. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const

export type Role = (typeof roles)[number]

/** Whether somebody with a role may do what needs at least another one. */
export const includesRole = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least)
