import { useState } from 'react'
import { type RowOf, rowOf, usePages, useReadAll, useWrite } from '../../api/hooks.ts'
import { marketName } from '../../copy/engines.ts'
import { codesOf } from '../../format/lines.ts'
import { count } from '../../format/numbers.ts'
import { BrandLink, useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { WriteButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { rowOptions } from '../../ui/field.tsx'
import { type EditDialogProps, FormDialog } from '../../ui/form-dialog.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, type Column, countColumn, mainColumn } from '../../ui/table.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'
import { useView, Views } from '../../ui/views.tsx'

type State = Suggestion['state']

const states: Record<State, string> = {
  proposed: 'Proposed',
  accepted: 'Accepted',
  rejected: 'Rejected',
  promoted: 'Promoted',
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
  const isPending = accept.isPending || reject.isPending
  const actionsOf = (row: Suggestion) => (
    <>
      <WriteButton label="Accept" disabled={isPending} write={accept} input={{ suggestion_id: row.id }} />
      <WriteButton label="Reject" disabled={isPending} write={reject} input={{ suggestion_id: row.id }} />
      <DialogButton label="Create prompt" isDisabled={isPending} dialog={MakePrompt} given={{ suggestion: row }} />
      <DialogButton
        label="Edit"
        name={`Edit ${row.suggested_prompt}`}
        kind="quiet"
        isDisabled={isPending}
        dialog={EditSuggestion}
        given={{ suggestion: row, version: rowOf(query.data, row.id)?.version }}
      />
    </>
  )
  const columns: Column<Suggestion>[] = [
    mainColumn('Prompt', (row) => <SuggestedText suggestion={row} product={names.get(row.product_id ?? '')} />),
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
        actions={<DialogButton isHidden={!mayEdit} label="Suggest prompt" dialog={SuggestPrompt} />}
        empty={<Empty title={`No ${state === 'proposed' ? 'pending' : state} suggestions`} />}
      />
      <AlignmentCategories mayEdit={mayEdit} />
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

const changes = ['list-alignment-suggestions'] as const

const fields = {
  text: { label: 'Prompt', rows: 3, required: true, maxLength: 500 },
  markets: { label: 'Markets', required: true, hint: 'Country codes, such as US, GB, DE' },
}

/** Creates a suggestion with text, markets, category and product. */
function SuggestPrompt({ onClose }: { onClose: () => void }) {
  const { brandId } = useBrand()
  const empty = { text: '', markets: 'US', category: '', product: '' }
  const edit = useEdit(`suggestion of ${brandId}`, empty, undefined)
  const categories = useReadAll('list-alignment-categories')
  const products = useReadAll('list-products')
  const create = useWrite('create-alignment-suggestion', {
    changes,
    onDone() {
      // The next suggestion often has the same market and category.
      edit.set({ text: '' })
      onClose()
    },
  })
  const save = (_: unknown, { text, markets, category, product }: typeof empty) =>
    create.mutate({
      suggested_prompt: text,
      country_codes: codesOf(markets),
      category_id: category || undefined,
      product_id: product || undefined,
    })
  const fieldsOfNew = {
    ...fields,
    category: { label: 'Category', options: [none, ...rowOptions(categories.data?.data)] },
    product: { label: 'Product', options: [none, ...rowOptions(products.data?.data)] },
  }
  return (
    <FormDialog
      {...{ edit, fields: fieldsOfNew, write: create, onSave: save, onClose }}
      title="Suggest prompt"
      action="Suggest"
    />
  )
}

const none = { value: '', name: 'None' }

function EditSuggestion({ suggestion, version, onClose }: EditDialogProps<{ suggestion: Suggestion }>) {
  const shown = { text: suggestion.suggested_prompt, markets: suggestion.country_codes.join(', ') }
  const edit = useEdit(`suggestion:${suggestion.id}`, shown, version)
  const update = useSave('update-alignment-suggestions', edit, { changes, onDone: onClose })
  const save = ({ text, markets }: Partial<typeof shown>) => {
    const changed = {
      ...(text !== undefined && { suggested_prompt: text }),
      ...(markets !== undefined && { country_codes: codesOf(markets) }),
    }
    update.mutate({ updates: [{ suggestion_id: suggestion.id, ...changed }] })
  }
  return <FormDialog {...{ edit, fields, write: update, onSave: save, onClose }} title="Edit suggestion" />
}

/** Creates a prompt from a suggestion, with its text, markets and category. */
function MakePrompt({ suggestion, onClose }: { suggestion: Suggestion; onClose: () => void }) {
  const topics = useReadAll('list-topics')
  const edit = useEdit(`prompt from:${suggestion.id}`, { topic: '' }, undefined)
  const promote = useSave('promote-alignment-suggestion', edit, {
    changes: [...alignmentReads, 'list-prompts', 'estimate-collection'],
    onDone: onClose,
  })
  const options = [{ value: '', name: 'No topic' }, ...rowOptions(topics.data?.data)]
  const save = (_: unknown, { topic }: { topic: string }) =>
    promote.mutate({ suggestion_id: suggestion.id, topic_id: topic || undefined })
  return (
    <FormDialog
      {...{ edit, fields: { topic: { label: 'Topic', options } }, write: promote, onSave: save, onClose }}
      title="Create prompt"
      action="Create prompt"
      isComplete
      lead={<bdi className="[overflow-wrap:anywhere]">{suggestion.suggested_prompt}</bdi>}
    >
      <p className="text-sm text-muted">Planned engines run it from their next run on.</p>
    </FormDialog>
  )
}

type Suggestion = RowOf<'list-alignment-suggestions'>

/** Operations to refetch after a suggestion changes. */
const alignmentReads = ['list-alignment-suggestions', 'list-alignment-categories'] as const

type Category = RowOf<'list-alignment-categories'>

/** Categories of prompts and suggestions. */
function AlignmentCategories({ mayEdit }: { mayEdit: boolean }) {
  const query = usePages('list-alignment-categories', { limit: 100 })
  const columns: Column<Category>[] = [
    { ...mainColumn('Category', ({ name }) => <bdi>{name}</bdi>), sort: ({ name }) => name },
    countColumn('Prompts', (row) => row.prompt_count),
    actionsColumn((category) => mayEdit && <DeleteCategory category={category} />),
  ]
  return (
    <ListPanel
      title="Categories"
      about="for prompts and suggestions"
      param="category-"
      list={pagedListOf(query)}
      columns={columns}
      actions={mayEdit && <DialogButton label="Add category" dialog={AddCategory} />}
      empty={<Empty title="No categories yet" />}
    />
  )
}

function AddCategory({ onClose }: { onClose: () => void }) {
  const { brandId } = useBrand()
  const edit = useEdit(`category:${brandId}`, { name: '' }, undefined)
  const create = useSave('create-alignment-category', edit, {
    changes: ['list-alignment-categories'],
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Add category"
      action="Add"
      edit={edit}
      fields={{ name: { label: 'Name', required: true } }}
      write={create}
      onSave={(_, given) => create.mutate(given)}
      onClose={onClose}
    />
  )
}

function DeleteCategory({ category }: { category: Category }) {
  const [withPrompts, setWithPrompts] = useState(false)
  return (
    <ConfirmButton
      kind="quiet"
      name={`Delete ${category.name}`}
      title={`Delete “${category.name}”?`}
      operation="delete-alignment-categories"
      input={{ category_ids: [category.id], delete_prompts: withPrompts }}
      changes={[...alignmentReads, 'list-prompts']}
    >
      <p>Its prompts and suggestions are kept without a category. You cannot undo this.</p>
      {category.prompt_count > 0 && (
        <Checkbox
          label={`Also delete its ${count(category.prompt_count)} prompts permanently. Their answers are kept and still count.`}
          isOn={withPrompts}
          onChange={setWithPrompts}
        />
      )}
    </ConfirmButton>
  )
}
