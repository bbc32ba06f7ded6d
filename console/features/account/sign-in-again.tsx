import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { endedSession, whoami } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** A sign-in dialog over the current page after the session expired. Nothing else closes it; unsaved input is kept. */
export function SignInAgain() {
  const queries = useQueryClient()
  const href = useRouterState({ select: ({ location }) => location.href })
  const { data: before } = useQuery({ ...whoami, enabled: false })
  const onEntered = async () => {
    await queries.fetchQuery({ ...whoami, staleTime: 0 })
    queries.setQueryData(endedSession.queryKey, false)
    await queries.invalidateQueries()
  }
  return (
    <Dialog title="Your session has expired" isOpen onClose={() => {}}>
      <p className="-mt-3 text-muted">Sign in again to continue. Your unsaved input is kept.</p>
      <SignInForm onEntered={onEntered} next={href} of={before?.email ?? ''} />
    </Dialog>
  )
}
