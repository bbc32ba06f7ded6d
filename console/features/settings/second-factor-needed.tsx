import { useQuery } from '@tanstack/react-query'
import { whoami } from '../../api/queries.ts'
import { AccountMenu } from '../../frame/account-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { SecondFactor } from './second-factor.tsx'

interface SecondFactorNeededProps {
  workspaceId: string
  onContinue: () => void
}

/** Stands in place of a workspace that requires a second factor, until its member has one and has kept the recovery codes. */
export function SecondFactorNeeded({ workspaceId, onContinue }: SecondFactorNeededProps) {
  const { data: me } = useQuery(whoami)
  const workspace = me?.workspaces.find(({ id }) => id === workspaceId)
  const isDone = workspace?.needs_second_factor === false
  return (
    <main className="mx-auto max-w-2xl space-y-5 p-6">
      <h1>Set up a second factor</h1>
      <p>
        The workspace <bdi>{workspace?.name}</bdi> requires a second factor from all members.{' '}
        {isDone
          ? 'You have one now. Keep the recovery codes, then continue.'
          : 'Set one up with an authenticator app to open the workspace.'}
      </p>
      {me?.has_password === false && (
        <p className="text-warn">
          This takes a password, and your account has none. Sign out, then request a link for a new password
          on the sign-in page.
        </p>
      )}
      <SecondFactor isOn={isDone} />
      {isDone && (
        <Button kind="main" onClick={onContinue}>
          Continue
        </Button>
      )}
      <AccountMenu workspaceId={workspaceId} />
    </main>
  )
}
