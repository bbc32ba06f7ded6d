import { useQueryClient } from '@tanstack/react-query'
import { useRead, useWrite } from '../../api/hooks.ts'
import { whoami } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded, Panel, ProblemNote } from '../../ui/panel.tsx'

/** The second factor requirement. Owners can change it. */
export function SecondFactorPolicy() {
  const queries = useQueryClient()
  const query = useRead('get-workspace')
  const change = useWrite('require-second-factor', {
    changes: ['get-workspace'],
    onDone: () => void queries.invalidateQueries(whoami),
  })
  return (
    <Panel title="Required second factor" about="for all members and their connected apps">
      <Loaded query={query} lines={2}>
        {({ data: { second_factor_required: isRequired } }) => (
          <div className="space-y-4">
            <ProblemNote problem={change.error} />
            <p>
              {isRequired
                ? 'Members open this workspace only with a second factor. API keys are not affected.'
                : 'Members can open this workspace without a second factor. If you require one, members without it must set one up.'}
            </p>
            <Button disabled={change.isPending} onClick={() => change.mutate({ required: !isRequired })}>
              {isRequired ? 'Stop requiring' : 'Require a second factor'}
            </Button>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
