import { useState } from 'react'
import { useReadAll, useWrite } from '../../api/hooks.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { alignmentReads, type Suggestion } from './suggestion.ts'

/** Creates a prompt from a suggestion, with its text, markets and category. */
export function MakePrompt({ suggestion, onClose }: { suggestion: Suggestion; onClose: () => void }) {
  const topics = useReadAll('list-topics')
  const [topic, setTopic] = useState('')
  const promote = useWrite('promote-alignment-suggestion', {
    changes: [...alignmentReads, 'list-prompts', 'estimate-collection'],
    onDone: onClose,
  })
  return (
    <Dialog title="Create prompt" isOpen onClose={onClose}>
      <div className="space-y-4">
        <ProblemNote problem={promote.error} />
        <p className="[overflow-wrap:anywhere]">
          <bdi>{suggestion.suggested_prompt}</bdi>
        </p>
        <p className="text-sm text-muted">Planned engines run it from their next run on.</p>
        <Select
          label="Topic"
          value={topic}
          onChange={(event) => setTopic(event.target.value)}
          options={[
            { value: '', name: 'No topic' },
            ...(topics.data?.data ?? []).map(({ id, name }) => ({ value: id, name })),
          ]}
        />
        <DialogActions
          onCancel={onClose}
          isBusy={promote.isPending}
          onAct={() =>
            promote.mutate({
              suggestion_id: suggestion.id,
              ...(topic === '' ? {} : { topic_id: topic }),
            })
          }
        >
          Create prompt
        </DialogActions>
      </div>
    </Dialog>
  )
}
