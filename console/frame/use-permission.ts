import { useQuery } from '@tanstack/react-query'
import type { OperationName } from '../api/client.ts'
import { isOfAccount, usePlace } from '../api/hooks.ts'
import { routes } from '../api/operations.gen.ts'
import { whoami } from '../api/queries.ts'
import { type Role, roles } from '../copy/roles.ts'

export const useMe = () => useQuery(whoami).data

/** Checks the user’s permission for each operation, by role. Denies all until the role is known. */
export function usePermission(): (operation: OperationName) => boolean {
  const role = useOwnRole()
  return (operation) => isOfAccount(operation) || roleAllows(role, operation)
}

/** The roles that the user can assign and revoke: none above their own. */
export function useAssignableRoles(): readonly Role[] {
  const role = useOwnRole()
  return role === undefined ? [] : roles.slice(0, roles.indexOf(role) + 1)
}

export const isLowerRole = (role: Role, than: Role): boolean => roles.indexOf(role) < roles.indexOf(than)

/** Whether a role permits an operation. Each role includes all lower ones. */
export const roleAllows = (role: Role | undefined, operation: OperationName): boolean =>
  role !== undefined && roles.indexOf(role) >= roles.indexOf(routes[operation].role as Role)

/** The user’s role in the page's workspace. Undefined until known, or without a membership. */
export function useOwnRole(): Role | undefined {
  const { workspaceId } = usePlace()
  return useMe()?.workspaces.find(({ id }) => id === workspaceId)?.role
}
