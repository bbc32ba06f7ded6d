import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Input, type Problem, type ResponseOf } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FieldGrid } from '../../ui/edit-form.tsx'
import { Form } from '../../ui/form.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { formOf } from '../../ui/use-form.ts'
import { Refusal } from './card.tsx'
import { isOwnPath } from './own-path.ts'
import { canUsePasskeys, signInWithPasskey } from './passkey.ts'

interface SignInFormProps {
  onEntered: () => Promise<void>
  /** Path to return to after single sign-on. */
  next: string | undefined
  /** Email of the expired session. */
  of?: string
}

export function SignInForm({ onEntered, next, of = '' }: SignInFormProps) {
  const methods = useRead('get-sign-in-methods')
  const entry = useMutation<ResponseOf<'sign-in'>, Problem, Input<'sign-in'>>({
    mutationFn: (input) => call('sign-in', input),
    async onSuccess({ data }) {
      if (!data.second_factor) await onEntered()
    },
  })
  const [given, setGiven] = useState({ email: of, password: '', code: '' })
  const { email, password, code } = given
  const wantsCode = entry.data?.data.second_factor ?? false
  const [isCodeEntered, setCodeEntered] = useState(false)
  const needsCode = wantsCode || isCodeEntered
  const submit = () => {
    if (wantsCode) setCodeEntered(true)
    entry.mutate({ email, password, ...(needsCode ? { code } : {}) })
  }
  return (
    <>
      <SingleSignOn next={next} />
      {canUsePasskeys(methods.data?.data.passkey_origin) && <PasskeyEntry onEntered={onEntered} />}
      {methods.data?.data.password !== false && (
        <Form problem={<Refusal>{entry.error?.message}</Refusal>} onSubmit={submit}>
          <FieldGrid
            fields={fieldsFor(of !== '', needsCode)}
            values={{ email, password, code }}
            onChange={(changed) => setGiven({ ...given, ...changed })}
          />
          <Button label="Sign in" kind="main" type="submit" className="w-full py-2" disabled={entry.isPending} />
        </Form>
      )}
      {methods.data?.data.password !== false && <ForgottenPassword email={email} />}
      {methods.data?.data.has_accounts === false && (
        <p className="mt-4 text-sm text-muted">No account exists yet. Open the link that the server printed.</p>
      )}
    </>
  )
}

const fieldsFor = (isKnown: boolean, needsCode: boolean) => ({
  email: { label: 'Email', type: 'email', autoComplete: 'username', required: true, autoFocus: !isKnown } as const,
  password: { ...formOf('change-password').fields.password, label: 'Password', autoFocus: isKnown },
  code: {
    ...{ label: 'Code', hint: 'From your authenticator, or a recovery code', autoComplete: 'one-time-code' },
    ...{ required: true, autoFocus: true, isHidden: !needsCode },
  },
})

function SingleSignOn({ next }: Pick<SignInFormProps, 'next'>) {
  const methods = useRead('get-sign-in-methods').data?.data
  if (methods?.single_sign_on == null) return null
  const query = isOwnPath(next) ? `?return=${encodeURIComponent(next)}` : ''
  return (
    <p className="mb-6">
      <a href={`/console/api/sso/start${query}`} className={`${buttonClass('plain')} w-full py-2`}>
        Sign in with {methods.single_sign_on.name}
      </a>
    </p>
  )
}

function PasskeyEntry({ onEntered }: Pick<SignInFormProps, 'onEntered'>) {
  const entry = useMutation<unknown, Problem>({ mutationFn: signInWithPasskey, onSuccess: onEntered })
  return (
    <div className="mb-6 space-y-3">
      <Refusal>{entry.error?.message}</Refusal>
      <Button
        label="Sign in with a passkey"
        className="w-full py-2"
        disabled={entry.isPending}
        onClick={() => entry.mutate()}
      />
    </div>
  )
}

function ForgottenPassword({ email }: { email: string }) {
  const request = useMutation<ResponseOf<'request-password-link'>, Problem, string>({
    mutationFn: (address) => call('request-password-link', { email: address }),
  })
  if (request.data !== undefined)
    return (
      <p role="status" className="mt-4 text-sm text-muted">
        {request.data.data.sends_mail
          ? `If ${email} has an account, a password reset link is on its way.`
          : 'This installation does not send email. Ask the server operator for a reset link.'}
      </p>
    )
  return (
    <div className="mt-4 text-sm">
      <Button
        label="Forgot your password?"
        kind="quiet"
        className="-ml-3"
        disabled={email === ''}
        onClick={() => request.mutate(email)}
      />
      {email === '' && <span className="text-muted"> Enter your email first.</span>}
      <ProblemNote problem={request.error} />
    </div>
  )
}
