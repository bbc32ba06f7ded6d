import { useState } from 'react'
import { type RowOf, useReadAll } from '../../api/hooks.ts'
import { marketName } from '../../copy/engines.ts'
import { count } from '../../format/numbers.ts'
import { BrandLink } from '../../frame/brand.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { rowOptions } from '../../ui/field.tsx'
import { FormButton } from '../../ui/form-dialog.tsx'
import { Empty } from '../../ui/panel.tsx'
import { ReadPanel } from '../../ui/read-panel.tsx'
import { actionsColumn, type Column, countColumn, mainColumn } from '../../ui/table.tsx'
import { useView, Views } from '../../ui/views.tsx'
import words from './words.json' with { type: 'json' }

const { states } = words

export function Alignment() {
  const state = useView('state', states)
  const products = useReadAll('list-products')
  const names = new Map(products.data?.data.map(({ id, name }) => [id, name]))
  const actionsOf = (row: Suggestion, version: string | undefined) => (
    <>
      <ActionButton label="Accept" operation="accept-alignment-suggestion" input={{ suggestion_id: row.id }} />
      <ActionButton label="Reject" operation="reject-alignment-suggestion" input={{ suggestion_id: row.id }} />
      <MakePrompt suggestion={row} />
      <FormButton
        of={row.suggested_prompt}
        kind="quiet"
        operation="update-alignment-suggestions"
        version={version}
        ids={{}}
        draft={row.id}
        initial={{ suggested_prompt: row.suggested_prompt, country_codes: row.country_codes }}
        input={(given) => ({ updates: [{ suggestion_id: row.id, ...given }] })}
      />
    </>
  )
  const columns = (versionOf: (row: Suggestion) => string | undefined): Column<Suggestion>[] => [
    mainColumn('Prompt', (row) => <SuggestedText suggestion={row} product={names.get(row.product_id ?? '')} />),
    actionsColumn((row) => row.state === 'proposed' && actionsOf(row, versionOf(row))),
  ]
  return (
    <>
      <ReadPanel
        read="list-alignment-suggestions"
        input={{ state }}
        limit={50}
        views={<Views label="State" name="state" views={states} />}
        columns={columns}
        searchText={({ suggested_prompt }) => suggested_prompt}
        actions={<SuggestPrompt />}
        empty={<Empty title={`No ${state === 'proposed' ? 'pending' : state} suggestions`} />}
      />
      <ReadPanel
        read="list-alignment-categories"
        limit={100}
        param="category-"
        columns={categoryColumns}
        actions={<FormButton operation="create-alignment-category" initial={{ name: '' }} />}
      />
    </>
  )
}

function SuggestedText({ suggestion, product }: { suggestion: Suggestion; product: string | undefined }) {
  const { suggested_prompt, category, country_codes, prompt_id } = suggestion
  const about = [category?.name, product, ...country_codes.map(marketName)].filter((one) => one !== undefined)
  return (
    <>
      <bdi className="block font-medium">{suggested_prompt}</bdi>
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

function SuggestPrompt() {
  const products = useReadAll('list-products')
  const categories = useReadAll('list-alignment-categories')
  return (
    <FormButton
      operation="create-alignment-suggestion"
      initial={{ suggested_prompt: '', country_codes: ['US'], category_id: '', product_id: '' }}
      fields={{
        category_id: { options: [none, ...rowOptions(categories.data?.data)] },
        product_id: { options: [none, ...rowOptions(products.data?.data)] },
      }}
      // The next suggestion often has the same market and category.
      keeps={['country_codes', 'category_id', 'product_id']}
    />
  )
}

const none = { value: '', name: 'None' }

const MakePrompt = ({ suggestion }: { suggestion: Suggestion }) => (
  <FormButton
    operation="promote-alignment-suggestion"
    ids={{ suggestion_id: suggestion.id }}
    initial={{ topic_id: '' }}
    fields={{
      topic_id: { options: [{ value: '', name: 'No topic' }, ...rowOptions(useReadAll('list-topics').data?.data)] },
    }}
    isComplete
    lead={<bdi>{suggestion.suggested_prompt}</bdi>}
  >
    <p className="text-sm text-muted">Planned engines run it from their next run on.</p>
  </FormButton>
)

type Suggestion = RowOf<'list-alignment-suggestions'>

type Category = RowOf<'list-alignment-categories'>

const categoryColumns: readonly Column<Category>[] = [
  mainColumn({ name: 'Category', sort: ({ name }) => name }, ({ name }) => <bdi>{name}</bdi>),
  countColumn('Prompts', (row) => row.prompt_count),
  actionsColumn((category) => <DeleteCategory category={category} />),
]

function DeleteCategory({ category }: { category: Category }) {
  const [withPrompts, setWithPrompts] = useState(false)
  return (
    <ConfirmButton
      kind="quiet"
      operation="delete-alignment-categories"
      of={category.name}
      input={{ category_ids: [category.id], delete_prompts: withPrompts }}
    >
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
