import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { readAll } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { EditForm } from '../../ui/edit-form.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { useEdit } from '../../ui/use-edit.ts'
import type { Suggestion } from './suggestion.ts'

const changes = ['list-alignment-suggestions'] as const

const fields = {
  text: { label: 'Prompt', rows: 3, required: true, maxLength: 500 },
  markets: { label: 'Markets', required: true, hint: 'Country codes, such as US, GB, DE' },
}

const codesOf = (markets: string) =>
  markets.split(/[\s,]+/).flatMap((code) => (code === '' ? [] : [code.toUpperCase()]))

interface SuggestPromptProps {
  isOpen: boolean
  onClose: () => void
}

/** Creates a suggestion with text, markets, category and product. */
export function SuggestPrompt({ isOpen, onClose }: SuggestPromptProps) {
  const { workspaceId, brandId } = useBrand()
  const {
    draft: form,
    change: set,
    clear,
  } = useDraft(`suggestion of ${brandId}`, { text: '', markets: 'US', category: '', product: '' })
  const close = () => {
    clear()
    onClose()
  }
  const create = useWrite('create-alignment-suggestion', {
    workspaceId,
    changes,
    onDone() {
      // The next suggestion often has the same market and category.
      clear({ ...form, text: '' })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({
      brand_id: brandId,
      suggested_prompt: form.text,
      country_codes: codesOf(form.markets),
      ...(form.category === '' ? {} : { category_id: form.category }),
      ...(form.product === '' ? {} : { product_id: form.product }),
    })
  }
  return (
    <Dialog title="Suggest prompt" isOpen={isOpen} onClose={onClose}>
      <form className="space-y-4" onSubmit={submit}>
        {create.error !== null && <ProblemNote problem={create.error} />}
        <Texts text={form.text} markets={form.markets} onChange={set} />
        <CategoryAndProduct category={form.category} product={form.product} onChange={set} />
        <DialogActions onCancel={close} isBusy={create.isPending}>
          Suggest
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface EditSuggestionProps {
  suggestion: Suggestion
  version: string | undefined
  onClose: () => void
}

/** Edits the text and markets of a proposed suggestion. */
export function EditSuggestion({ suggestion, version, onClose }: EditSuggestionProps) {
  const { workspaceId, brandId } = useBrand()
  const shown = { text: suggestion.suggested_prompt, markets: suggestion.country_codes.join(', ') }
  const edit = useEdit(`suggestion:${suggestion.id}`, shown, version)
  const close = () => {
    edit.clear()
    onClose()
  }
  const update = useWrite('update-alignment-suggestions', {
    workspaceId,
    changes,
    onDone: close,
    version: edit.version,
  })
  const save = ({ text, markets }: Partial<typeof shown>) => {
    const changed = {
      ...(text === undefined ? {} : { suggested_prompt: text }),
      ...(markets === undefined ? {} : { country_codes: codesOf(markets) }),
    }
    update.mutate({ brand_id: brandId, updates: [{ suggestion_id: suggestion.id, ...changed }] })
  }
  return (
    <Dialog title="Edit suggestion" isOpen onClose={onClose}>
      <EditForm {...{ edit, fields, write: update, onSave: save, onCancel: close }} />
    </Dialog>
  )
}

interface TextsProps {
  text: string
  markets: string
  onChange: (typed: { text?: string; markets?: string }) => void
}

function Texts({ text, markets, onChange }: TextsProps) {
  return (
    <>
      <TextArea {...fields.text} value={text} onChange={(event) => onChange({ text: event.target.value })} />
      <Field
        {...fields.markets}
        value={markets}
        onChange={(event) => onChange({ markets: event.target.value })}
      />
    </>
  )
}

interface CategoryAndProductProps {
  category: string
  product: string
  onChange: (chosen: { category?: string; product?: string }) => void
}

function CategoryAndProduct({ category, product, onChange }: CategoryAndProductProps) {
  const { workspaceId, brandId } = useBrand()
  const categories = useQuery(readAll(workspaceId, 'list-alignment-categories', { brand_id: brandId }))
  const products = useQuery(readAll(workspaceId, 'list-products', { brand_id: brandId }))
  const options = (rows: readonly { id: string; name: string }[] | undefined) => [
    { value: '', name: 'None' },
    ...(rows ?? []).map(({ id, name }) => ({ value: id, name })),
  ]
  return (
    <>
      <Select
        label="Category"
        value={category}
        onChange={(event) => onChange({ category: event.target.value })}
        options={options(categories.data?.data)}
      />
      <Select
        label="Product"
        value={product}
        onChange={(event) => onChange({ product: event.target.value })}
        options={options(products.data?.data)}
      />
    </>
  )
}
