import { useWrite } from '../../api/hooks.ts'
import { EditForm } from '../../ui/edit-form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Secret } from '../../ui/secret.tsx'
import { useEdit } from '../../ui/use-edit.ts'
import { currentPassword } from '../account/password-fields.ts'

/** The second factor of the signed-in account: set up or turn off. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const password = useEdit('second-factor', { password: '' }, undefined, ['password'])
  const code = useEdit('second-factor-code', { code: '' }, undefined, ['code'])
  const begin = useWrite('begin-second-factor')
  const confirm = useWrite('confirm-second-factor')
  const remove = useWrite('remove-second-factor', { onDone: password.clear })
  const secret = begin.data?.data
  const codes = confirm.data?.data.recovery_codes
  return (
    <Panel title="Second factor" about={isOn ? 'on: sign-in requires a code' : 'off'}>
      <div className="max-w-md space-y-4">
        {codes !== undefined && (
          <Secret label="Recovery codes. Each signs you in once, without your device" text={codes.join('  ')} />
        )}
        {!isOn && secret !== undefined ? (
          <EditForm
            edit={code}
            fields={{
              code: { label: 'Code', autoComplete: 'one-time-code', inputMode: 'numeric', required: true },
            }}
            write={confirm}
            onSave={(_, given) => confirm.mutate(given)}
            button="main"
            action="Turn on"
            lead={
              <>
                <p>Add this secret to an authenticator app, then enter the code that it shows.</p>
                <p className="font-mono break-all select-all">{secret.secret}</p>
              </>
            }
          />
        ) : (
          <EditForm
            edit={password}
            fields={{ password: { ...currentPassword, label: 'Your password' } }}
            write={isOn ? remove : begin}
            onSave={(_, given) => (isOn ? remove.mutate(given) : begin.mutate(given))}
            button="plain"
            action={isOn ? 'Turn off' : 'Set up'}
          />
        )}
      </div>
    </Panel>
  )
}
