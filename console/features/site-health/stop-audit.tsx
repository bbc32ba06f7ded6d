import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { ProblemNote } from '../../ui/problem.tsx'

/** Stops the audit that runs, after a question: what it has read is paid for. */
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
      <Button onClick={() => setAsking(true)}>Stop the audit</Button>
      <Dialog title="Stop the audit?" isOpen={isAsking} onClose={() => setAsking(false)}>
        {cancel.error !== null && <ProblemNote problem={cancel.error} />}
        <p>
          Issues stay as the audit before has left them. Its credits come back only where it has read no page
          yet.
        </p>
        <DialogActions
          onCancel={() => setAsking(false)}
          cancel="Let it run"
          isBusy={cancel.isPending}
          kind="danger"
          onAct={() => cancel.mutate({ brand_id: brandId })}
        >
          Stop it
        </DialogActions>
      </Dialog>
    </>
  )
}
