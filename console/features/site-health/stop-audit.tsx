import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { ProblemNote } from '../../ui/problem.tsx'

/** Stops the running audit after confirmation, because pages already read are charged. */
export function StopAudit() {
  const { workspaceId, brandId } = useBrand()
  const [isAsking, setAsking] = useState(false)
  const cancel = useWrite('cancel-audit', {
    workspaceId,
    changes: ['list-audits', 'get-credits'],
    onDone: () => setAsking(false),
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>Stop audit</Button>
      <Dialog title="Stop audit?" isOpen={isAsking} onClose={() => setAsking(false)}>
        {cancel.error !== null && <ProblemNote problem={cancel.error} />}
        <p>
          Issues stay as the previous audit left them. Credits are refunded only if the audit has not read any
          page.
        </p>
        <DialogActions
          onCancel={() => setAsking(false)}
          cancel="Keep running"
          isBusy={cancel.isPending}
          kind="danger"
          onAct={() => cancel.mutate({ brand_id: brandId })}
        >
          Stop audit
        </DialogActions>
      </Dialog>
    </>
  )
}
