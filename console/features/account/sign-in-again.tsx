import { Dialog } from '@base-ui/react/dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { endedSession, whoami } from '../../api/queries.ts'
import { SignInForm } from './sign-in-form.tsx'

/** A sign-in dialog over the current page after the session expired. Unsaved input is kept. */
export function SignInAgain() {
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-overlay" />
        <Dialog.Popup className="fixed top-[10vh] left-1/2 z-60 max-h-[80vh] w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 overflow-y-auto rounded-lg border border-line-strong bg-panel p-6 shadow-xl">
          <Dialog.Title className="text-lg font-semibold">Your session has expired</Dialog.Title>
          <Dialog.Description className="mt-1 mb-4 text-muted">
            Sign in again to continue. Your unsaved input is kept.
          </Dialog.Description>
          <Again />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Again() {
  const queries = useQueryClient()
  const href = useRouterState({ select: ({ location }) => location.href })
  const { data: before } = useQuery({ ...whoami, enabled: false })
  const onEntered = async () => {
    await queries.fetchQuery({ ...whoami, staleTime: 0 })
    queries.setQueryData(endedSession.queryKey, false)
    await queries.invalidateQueries()
  }
  return <SignInForm onEntered={onEntered} next={href} of={before?.email ?? ''} />
}
