import { useState } from 'react'
import { rowOf, usePages, useReadAll, useWrite } from '../../api/hooks.ts'
import { marketName } from '../../copy/engines.ts'
import { BrandLink } from '../../frame/brand-link.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, type Column } from '../../ui/table.tsx'
import { useView, Views } from '../../ui/views.tsx'
import { AlignmentCategories } from './alignment-categories.tsx'
import {
  alignmentReads,
  EditSuggestion,
  MakePrompt,
  type Suggestion,
  SuggestPrompt,
} from './suggestion-dialog.tsx'

type State = Suggestion['state']

const states: Record<State, string> = {
  proposed: 'Proposed',
  accepted: 'Accepted',
  rejected: 'Rejected',
  promoted: 'Promoted',
}
const empties: Record<State, string> = {
  proposed: 'No pending suggestions',
  accepted: 'No accepted suggestions',
  rejected: 'No rejected suggestions',
  promoted: 'No promoted suggestions',
}

/** Suggested prompts to review, and their categories. */
export function Alignment() {
  const mayEdit = usePermission()('update-alignment-suggestions')
  const state = useView('state', states)
  const query = usePages('list-alignment-suggestions', { state, limit: 50 })
  const products = useReadAll('list-products')
  const names = new Map(products.data?.data.map(({ id, name }) => [id, name]))
  const accept = useWrite('accept-alignment-suggestion', { changes: alignmentReads })
  const reject = useWrite('reject-alignment-suggestion', { changes: alignmentReads })
  const [editedId, setEditedId] = useState<string>()
  const edited = rowOf(query.data, editedId)
  const [promoted, setPromoted] = useState<Suggestion>()
  const isPending = accept.isPending || reject.isPending
  const actionsOf = (row: Suggestion) => {
    const input = { suggestion_id: row.id }
    return (
      <>
        <Button disabled={isPending} onClick={() => accept.mutate(input)}>
          Accept
        </Button>
        <Button disabled={isPending} onClick={() => reject.mutate(input)}>
          Reject
        </Button>
        <Button disabled={isPending} onClick={() => setPromoted(row)}>
          Create prompt
        </Button>
        <Button
          kind="quiet"
          disabled={isPending}
          aria-label={`Edit ${row.suggested_prompt}`}
          onClick={() => setEditedId(row.id)}
        >
          Edit
        </Button>
      </>
    )
  }
  const columns: Column<Suggestion>[] = [
    {
      name: 'Prompt',
      className: 'w-full',
      cell: (row) => <SuggestedText suggestion={row} product={names.get(row.product_id ?? '')} />,
    },
    actionsColumn((row) => mayEdit && row.state === 'proposed' && actionsOf(row)),
  ]
  return (
    <>
      <ListPanel
        title="Suggested prompts"
        about="accept suggestions or create prompts from them; decisions are final"
        views={<Views label="State" name="state" views={states} />}
        list={pagedListOf(query)}
        columns={columns}
        searchText={({ suggested_prompt }) => suggested_prompt}
        problem={accept.error ?? reject.error}
        actions={mayEdit && <DialogButton label="Suggest prompt" dialog={SuggestPrompt} />}
        empty={<Empty title={empties[state]} />}
      />
      <AlignmentCategories mayEdit={mayEdit} />
      {edited !== undefined && (
        <EditSuggestion
          key={edited.row.id}
          suggestion={edited.row}
          version={edited.version}
          onClose={() => setEditedId(undefined)}
        />
      )}
      {promoted !== undefined && <MakePrompt suggestion={promoted} onClose={() => setPromoted(undefined)} />}
    </>
  )
}

function SuggestedText({ suggestion, product }: { suggestion: Suggestion; product: string | undefined }) {
  const { suggested_prompt, category, country_codes, prompt_id } = suggestion
  const about = [category?.name, product, ...country_codes.map(marketName)].filter((one) => one !== undefined)
  return (
    <>
      <p className="font-medium [overflow-wrap:anywhere]">
        <bdi>{suggested_prompt}</bdi>
      </p>
      <p className="text-sm text-muted">
        <bdi>{about.join(' · ')}</bdi>
        {prompt_id !== null && (
          <>
            {' · '}
            <BrandLink to="answers" search={{ prompt: prompt_id }}>
              View answers
            </BrandLink>
          </>
        )}
      </p>
    </>
  )
}
