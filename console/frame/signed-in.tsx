import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { whoami } from '../api/queries.ts'
import { SignInAgain } from '../features/account/sign-in-again.tsx'
import { clearOtherDrafts } from '../ui/use-draft.ts'

/** All signed-in pages, with a sign-in dialog over them if the session expires. */
export function SignedIn() {
  useOnePerson()
  return (
    <>
      <Outlet />
      <SignInAgain />
    </>
  )
}

/** Clears cached data and drafts if another person signs in, so that nothing carries over. */
function useOnePerson(): void {
  const id = useQuery(whoami).data?.id
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
