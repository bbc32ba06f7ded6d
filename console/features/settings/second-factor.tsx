import { useState } from 'react'
import { useWrite } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, ProblemNote } from '../../ui/panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { currentPassword } from '../account/password-fields.ts'

/** The second factor of the signed-in account: set up or turn off. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const begin = useWrite('begin-second-factor', { changes: [] })
  const confirm = useWrite('confirm-second-factor', { changes: ['whoami', 'list-sessions'] })
  const remove = useWrite('remove-second-factor', { changes: ['whoami'], onDone: () => setPassword('') })
  const problem = begin.error ?? confirm.error ?? remove.error
  const secret = begin.data?.data
  const codes = confirm.data?.data.recovery_codes
  return (
    <Panel title="Second factor" about={isOn ? 'on: sign-in requires a code' : 'off'}>
      <div className="max-w-md space-y-4">
        <ProblemNote problem={problem} />
        {codes !== undefined && (
          <Secret
            label="Recovery codes. Each signs you in once, without your device"
            text={codes.join('  ')}
          />
        )}
        {!isOn && secret !== undefined ? (
          <Form onSubmit={() => confirm.mutate({ code })}>
            <p>Add this secret to an authenticator app, then enter the code that it shows.</p>
            <p className="font-mono break-all select-all">{secret.secret}</p>
            <Field
              label="Code"
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
            <Button kind="main" type="submit" disabled={confirm.isPending}>
              Turn on
            </Button>
          </Form>
        ) : (
          <Form
            className="flex items-end gap-3"
            onSubmit={() => (isOn ? remove.mutate({ password }) : begin.mutate({ password }))}
          >
            <div className="flex-1">
              <Field
                {...currentPassword}
                label="Your password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </div>
            <Button type="submit" disabled={begin.isPending || remove.isPending}>
              {isOn ? 'Turn off' : 'Set up'}
            </Button>
          </Form>
        )}
      </div>
    </Panel>
  )
}
