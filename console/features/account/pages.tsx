import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, type Input, type OperationName, type Problem, type ResponseOf } from '../../api/client.ts'
import { refusalWords } from '../../api/operations.gen.ts'
import { whoami } from '../../api/queries.ts'
import type { Search } from '../../search/url.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { Card } from './card.tsx'
import { isOwnPath } from './own-path.ts'
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

/** Calls an operation that signs in, then opens the console. */
function useEntry<N extends OperationName>(name: N, to?: string) {
  const onEntered = useEntered(to)
  return useMutation<ResponseOf<N>, Problem, Input<N>>({
    mutationFn: (input) => call(name, input),
    async onSuccess(shown) {
      if (!(shown.data as { second_factor?: boolean }).second_factor) await onEntered()
    },
  })
}

export function SignInPage() {
  const { next, error: refused } = useRouterState({ select: ({ location }) => location.search as Search })
  const entry = useEntry('sign-in', next)
  const onEntered = useEntered(next)
  return (
    <Card title="Sign in">
      {refused !== undefined && (
        <p role="alert" className="mb-4 rounded-md bg-down-soft px-3 py-2 text-sm text-down">
          {Object.hasOwn(refusalWords, refused)
            ? refusalWords[refused as keyof typeof refusalWords]
            : 'Sign-in failed.'}
        </p>
      )}
      <SignInForm entry={entry} onEntered={onEntered} next={next} />
    </Card>
  )
}

const noLink = 'This link is incomplete. Copy the full link, including the part after #.'

export function SetUpPage() {
  const token = useLinkToken()
  const entry = useEntry('set-up')
  const { draft, change, clear } = useDraft('set-up', { email: '', name: '', workspace_name: '' })
  // Secrets are never stored in drafts.
  const [password, setPassword] = useState('')
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { workspace_name, ...rest } = draft
    const given = { ...rest, password, ...(workspace_name === '' ? {} : { workspace_name }) }
    entry.mutateAsync({ token: token ?? '', ...given }).then(
      () => clear(),
      () => {},
    )
  }
  return (
    <Card
      title="Create the first owner"
      about="The owner manages all workspaces on this installation and invites members."
    >
      {token === undefined ? (
        <p className="text-down">{noLink}</p>
      ) : (
        <form className="space-y-4" onSubmit={submit}>
          <ProblemNote problem={entry.error} />
          <Field label="Your name" autoComplete="name" required autoFocus {...field('name')} />
          <Field label="Email" type="email" autoComplete="username" required {...field('email')} />
          <Field
            label="Password"
            type="password"
            autoComplete="new-password"
            hint="At least 10 characters"
            minLength={10}
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Field
            label="First workspace name"
            hint="Such as a company or team. Leave empty if workspaces already exist."
            {...field('workspace_name')}
          />
          <Button kind="main" type="submit" className="w-full py-2" disabled={entry.isPending}>
            Create account
          </Button>
        </form>
      )}
    </Card>
  )
}

/** Only the button uses the link, so that link scanners in mail clients do not consume it. */
export function SignInLinkPage() {
  const token = useLinkToken()
  const entry = useEntry('sign-in-by-link')
  return (
    <Card title="Sign in" about="You can use this link once.">
      <ProblemNote problem={entry.error} />
      {token === undefined ? (
        <p className="text-down">{noLink}</p>
      ) : (
        <Button
          kind="main"
          className="mt-3 w-full py-2"
          autoFocus
          disabled={entry.isPending}
          onClick={() => entry.mutate({ token })}
        >
          Sign in
        </Button>
      )}
    </Card>
  )
}

export function InvitationPage() {
  const token = useLinkToken()
  const { data: me } = useQuery(whoami)
  return (
    <Card
      title="You are invited"
      about="Sightline shows how brands appear in the answers of AI search engines."
    >
      {token === undefined ? (
        <p className="text-down">{noLink}</p>
      ) : me == null ? (
        <NewAccount token={token} />
      ) : (
        <JoinWorkspace token={token} name={me.name} />
      )}
    </Card>
  )
}

function NewAccount({ token }: { token: string }) {
  const entry = useEntry('accept-invitation')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    entry.mutate({ token, name, password })
  }
  return (
    <form className="space-y-4" onSubmit={submit}>
      <ProblemNote problem={entry.error} />
      <Field
        label="Your name"
        autoComplete="name"
        required
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Choose a password"
        type="password"
        autoComplete="new-password"
        hint="At least 10 characters"
        minLength={10}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button kind="main" type="submit" className="w-full py-2" disabled={entry.isPending}>
        Join
      </Button>
      <p className="text-sm text-muted">
        Already have an account?{' '}
        <Link to="/sign-in" search={{ next: '/invitation' }} className="text-accent underline">
          Sign in
        </Link>
        , then open the invitation again.
      </p>
    </form>
  )
}

function JoinWorkspace({ token, name }: { token: string; name: string }) {
  const entry = useEntry('join-workspace')
  return (
    <div className="space-y-4">
      <ProblemNote problem={entry.error} />
      <Button
        kind="main"
        className="w-full py-2"
        disabled={entry.isPending}
        onClick={() => entry.mutate({ token })}
      >
        Join as {name}
      </Button>
    </div>
  )
}

export function ChoosePasswordPage() {
  const token = useLinkToken()
  const [password, setPassword] = useState('')
  const choose = useMutation<ResponseOf<'choose-password'>, Problem, string>({
    mutationFn: (chosen) => call('choose-password', { token: token ?? '', password: chosen }),
  })
  if (choose.data !== undefined)
    return (
      <Card title="Password changed" about="You are signed out everywhere.">
        <Link to="/sign-in" className={buttonClass('main')}>
          Sign in
        </Link>
      </Card>
    )
  return (
    <Card title="Choose a new password">
      {token === undefined ? (
        <p className="text-down">{noLink}</p>
      ) : (
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault()
            choose.mutate(password)
          }}
        >
          <ProblemNote problem={choose.error} />
          <Field
            label="New password"
            type="password"
            autoComplete="new-password"
            hint="At least 10 characters"
            minLength={10}
            required
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button kind="main" type="submit" className="w-full py-2" disabled={choose.isPending}>
            Change password
          </Button>
        </form>
      )}
    </Card>
  )
}

/**
 * The token after # in a link. Removed from the URL immediately so that it stays out of history and view. Reloads
 * keep it while the tab is open.
 */
function useLinkToken(): string | undefined {
  const [token] = useState(() => {
    const key = `link ${window.location.pathname}`
    const given = window.location.hash.slice(1)
    if (given !== '') {
      sessionStorage.setItem(key, given)
      window.history.replaceState(window.history.state, '', window.location.pathname)
    }
    return sessionStorage.getItem(key) ?? undefined
  })
  return token
}
