import { Outlet } from '@tanstack/react-router'
import { SignInAgain } from '../features/account/sign-in-again.tsx'

/** Every page of somebody who is signed in, and the way back in over it when their session has ended. */
export function SignedIn() {
  return (
    <>
      <Outlet />
      <SignInAgain />
    </>
  )
}
