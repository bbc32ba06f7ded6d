import { AccountMenu } from '../../frame/account-menu.tsx'
import { useMe } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { SecondFactor } from './second-factor.tsx'

/** Replaces a workspace that requires a second factor until the member has one and has saved the recovery codes. */
export function SecondFactorNeeded({ workspaceId, onContinue }: { workspaceId: string; onContinue: () => void }) {
  const me = useMe()
  const workspace = me?.workspaces.find(({ id }) => id === workspaceId)
  const isDone = workspace?.needs_second_factor === false
  return (
    <main className="mx-auto max-w-2xl space-y-5 p-6">
      <h1>Set up a second factor</h1>
      <p>
        The workspace <bdi>{workspace?.name}</bdi> requires a second factor from all members.{' '}
        {isDone
          ? 'Second factor set up. Save the recovery codes, then continue.'
          : 'Set one up with an authenticator app to open the workspace.'}
      </p>
      {me?.has_password === false && (
        <p className="text-warn">
          This requires a password, but your account has none. Sign out, then request a password reset link on the
          sign-in page.
        </p>
      )}
      <SecondFactor isOn={isDone} />
      {isDone && <Button label="Continue" kind="main" onClick={onContinue} />}
      <AccountMenu href={`/${workspaceId}/settings/account`} />
    </main>
  )
}
