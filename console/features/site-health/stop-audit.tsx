import { ConfirmButton } from '../../ui/confirm-button.tsx'

/** Stops the running audit after confirmation, because pages already read are charged. */
export function StopAudit() {
  return (
    <ConfirmButton
      title="Stop audit?"
      action="Stop audit"
      cancel="Keep running"
      operation="cancel-audit"
      changes={['list-audits', 'get-credits']}
    >
      <p>
        Issues stay as the previous audit left them. Credits are refunded only if the audit has not read any
        page.
      </p>
    </ConfirmButton>
  )
}
