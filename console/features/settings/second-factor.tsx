import { useState } from 'react'
import { OperationForm } from '../../ui/edit-form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Secret } from '../../ui/secret.tsx'

export function SecondFactor({ isOn }: { isOn: boolean }) {
  const [secret, setSecret] = useState<string>()
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <Panel title="Second factor" about={isOn ? 'on: sign-in requires a code' : 'off'}>
      <div className="max-w-md space-y-4">
        {codes !== undefined && (
          <Secret label="Recovery codes. Each signs you in once, without your device" text={codes.join('  ')} />
        )}
        {isOn ? (
          <OperationForm operation="remove-second-factor" initial={{ password: '' }} button="plain" />
        ) : secret === undefined ? (
          <OperationForm
            operation="begin-second-factor"
            initial={{ password: '' }}
            onDone={({ data }) => setSecret(data.secret)}
            button="plain"
          />
        ) : (
          <OperationForm
            operation="confirm-second-factor"
            initial={{ code: '' }}
            onDone={({ data }) => {
              setCodes(data.recovery_codes)
              setSecret(undefined)
            }}
            button="main"
            lead={
              <>
                <p>Add this secret to an authenticator app, then enter the code that it shows.</p>
                <p className="font-mono break-all select-all">{secret}</p>
              </>
            }
          />
        )}
      </div>
    </Panel>
  )
}
