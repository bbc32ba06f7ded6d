import { useQuery } from '@tanstack/react-query'
import type { OperationName } from '../api/client.ts'
import { routes } from '../api/operations.gen.ts'
import { whoami } from '../api/queries.ts'
import { type Role, roleNames } from '../copy/roles.ts'

const roles = Object.keys(roleNames) as Role[]

/** What whoever is signed in may do in a workspace, by the role that each operation asks for; nothing until that is known. */
export function usePermission(workspaceId: string): (operation: OperationName) => boolean {
  const role = useOwnRole(workspaceId)
  return (operation) => roleAllows(role, operation)
}

/** The roles that whoever is signed in may give others, and take from them: none above their own. */
export function useAssignableRoles(workspaceId: string): readonly Role[] {
  const role = useOwnRole(workspaceId)
  return role === undefined ? [] : roles.slice(0, roles.indexOf(role) + 1)
}

/** Whether a role holds less than another one. */
export const isLowerRole = (role: Role, than: Role): boolean => roles.indexOf(role) < roles.indexOf(than)

/** Whether somebody of a role may run an operation: each role holds all below it. */
export const roleAllows = (role: Role | undefined, operation: OperationName): boolean =>
  role !== undefined && roles.indexOf(role) >= roles.indexOf(routes[operation].role as Role)

/** The role of whoever is signed in in a workspace; undefined until it is known, and where they have none. */
export function useOwnRole(workspaceId: string): Role | undefined {
  const { data: me } = useQuery(whoami)
  return me?.workspaces.find(({ id }) => id === workspaceId)?.role
}
