import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call, type Input, type Problem, type ResponseOf } from '../../api/client.ts'
import { useMe } from '../../frame/use-permission.ts'
import type { Search } from '../../search/url.ts'
import { buttonClass, WriteButton } from '../../ui/button.tsx'
import { OperationForm } from '../../ui/edit-form.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { Card, Refusal } from './card.tsx'
import { isOwnPath } from './own-path.ts'
import { refusalWords } from './refusals.gen.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Opens the console after sign-in and clears data cached before it. */
function useEntered(to?: string) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    queries.clear()
    await navigate({ href: isOwnPath(to) ? to : '/', replace: true })
  }
}

interface EntryProps {
  operation: 'sign-in-by-link' | 'join-workspace'
  token: string
  label: string
}

/** Only the button uses the link, so that link scanners in mail clients do not consume it. */
function Entry({ operation, token, label }: EntryProps) {
  const onEntered = useEntered()
  const entry = useMutation<ResponseOf<typeof operation>, Problem, Input<typeof operation>>({
    mutationFn: (input) => call(operation, input),
    onSuccess: onEntered,
  })
  return (
    <>
      <ProblemNote problem={entry.error} />
      <WriteButton write={entry} input={{ token }} label={label} kind="main" className="mt-3 w-full py-2" autoFocus />
    </>
  )
}

export function SignInPage() {
  const { next, error: refused } = useRouterState({ select: ({ location }) => location.search as Search })
  const onEntered = useEntered(next)
  return (
    <Card title="Sign in">
      <div className="mb-4 empty:hidden">
        <Refusal>
          {refused === undefined || Object.hasOwn(refusalWords, refused)
            ? refusalWords[refused as keyof typeof refusalWords]
            : 'Sign-in failed.'}
        </Refusal>
      </div>
      <SignInForm onEntered={onEntered} next={next} />
    </Card>
  )
}

/** The page of a link, or what is wrong with the link. */
function WithToken({ children }: { children: (token: string) => ReactNode }) {
  const [token] = useState(takeLinkToken)
  if (token !== undefined) return children(token)
  return <p className="text-down">This link is incomplete. Copy the full link, including the part after #.</p>
}

export function SetUpPage() {
  const onEntered = useEntered()
  return (
    <Card
      title="Create the first owner"
      about="The owner manages all workspaces on this installation and invites members."
    >
      <WithToken>
        {(token) => (
          <OperationForm
            operation="set-up"
            ids={{ token }}
            initial={{ name: '', email: '', password: '', workspace_name: '' }}
            onDone={() => void onEntered()}
            button="main"
          />
        )}
      </WithToken>
    </Card>
  )
}

export const SignInLinkPage = () => (
  <Card title="Sign in" about="You can use this link once.">
    <WithToken>{(token) => <Entry operation="sign-in-by-link" token={token} label="Sign in" />}</WithToken>
  </Card>
)

export function InvitationPage() {
  const me = useMe()
  return (
    <Card title="You are invited" about="Sightline shows how brands appear in the answers of AI search engines.">
      <WithToken>
        {(token) =>
          me == null ? (
            <NewAccount token={token} />
          ) : (
            <Entry operation="join-workspace" token={token} label={`Join as ${me.name}`} />
          )
        }
      </WithToken>
    </Card>
  )
}

function NewAccount({ token }: { token: string }) {
  const onEntered = useEntered()
  return (
    <OperationForm
      operation="accept-invitation"
      ids={{ token }}
      initial={{ name: '', password: '' }}
      onDone={() => void onEntered()}
      button="main"
    >
      <p className="text-sm text-muted">
        Already have an account?{' '}
        <Link to="/sign-in" search={{ next: '/invitation' }} className="text-accent underline">
          Sign in
        </Link>
        , then open the invitation again.
      </p>
    </OperationForm>
  )
}

export function ChoosePasswordPage() {
  const [isDone, setDone] = useState(false)
  if (isDone)
    return (
      <Card title="Password changed" about="You are signed out everywhere.">
        <Link to="/sign-in" className={buttonClass('main')}>
          Sign in
        </Link>
      </Card>
    )
  return (
    <Card title="Choose a new password">
      <WithToken>
        {(token) => (
          <OperationForm
            operation="choose-password"
            ids={{ token }}
            initial={{ password: '' }}
            onDone={() => setDone(true)}
            button="main"
          />
        )}
      </WithToken>
    </Card>
  )
}

/**
 * The token after # in a link. Removed from the URL immediately so that it stays out of history and view. Reloads
 * keep it while the tab is open.
 */
function takeLinkToken(): string | undefined {
  const key = `link ${window.location.pathname}`
  const given = window.location.hash.slice(1)
  if (given !== '') {
    sessionStorage.setItem(key, given)
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }
  return sessionStorage.getItem(key) ?? undefined
}
