import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { whoami } from '../api/queries.ts'
import { SignInAgain } from '../features/account/sign-in-again.tsx'
import { clearOtherDrafts } from '../ui/use-draft.ts'

/** Every page of somebody who is signed in, and the way back in over it when their session has ended. */
export function SignedIn() {
  useOnePerson()
  return (
    <>
      <Outlet />
      <SignInAgain />
    </>
  )
}

/** Where the session is somebody else’s from now on, nothing of what the one before has seen or typed is theirs. */
function useOnePerson(): void {
  const id = useQuery(whoami).data?.id
  const queries = useQueryClient()
  const navigate = useNavigate()
  const before = useRef(id)
  useEffect(() => {
    const isAnother = before.current !== undefined && id !== undefined && before.current !== id
    before.current = id ?? before.current
    if (!isAnother) return
    clearOtherDrafts(id)
    queries.clear()
    void navigate({ to: '/' })
  }, [id, queries, navigate])
}
