import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { endedSession } from '../api/queries.ts'
import { clearOtherDrafts } from '../ui/use-draft.ts'
import { useMe } from './use-permission.ts'

const SignInAgain = lazy(async () => ({
  default: (await import('../features/account/sign-in-again.tsx')).SignInAgain,
}))

/** All signed-in pages, with a sign-in dialog over them if the session expires. */
export function SignedIn() {
  useOnePerson()
  const { data: hasEnded } = useQuery(endedSession)
  return (
    <>
      <Outlet />
      {hasEnded && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </>
  )
}

/** Clears cached data and drafts if another person signs in, so that nothing carries over. */
function useOnePerson(): void {
  const id = useMe()?.id
  const queries = useQueryClient()
  const navigate = useNavigate()
  const before = useRef(id)
  useEffect(() => {
    const isOtherPerson = before.current !== undefined && id !== undefined && before.current !== id
    before.current = id ?? before.current
    if (!isOtherPerson) return
    clearOtherDrafts(id)
    queries.clear()
    void navigate({ to: '/' })
  }, [id, queries, navigate])
}
