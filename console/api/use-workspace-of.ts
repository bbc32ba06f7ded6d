import { useParams } from '@tanstack/react-router'
import type { OperationName } from './client.ts'
import { routes } from './operations.gen.ts'

/** The workspace in the page’s URL, for operations on a workspace or brand. Others act on the signed-in account. */
export function useWorkspaceOf(operation: OperationName): string | undefined {
  const { workspaceId } = useParams({ strict: false }) as { workspaceId?: string }
  const { on } = routes[operation]
  return on === 'workspace' || on === 'brand' ? workspaceId : undefined
}
