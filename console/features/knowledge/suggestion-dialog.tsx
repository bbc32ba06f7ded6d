import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { read } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import type { Suggestion } from './suggestion.ts'

interface SuggestionDialogProps {
  /** The one that is edited; a new one where not given. */
  suggestion?: Suggestion
  isOpen: boolean
  onClose: () => void
}

const changes = ['list-alignment-suggestions'] as const

/** What is suggested: its words, its markets and, while it is new, its category and product. */
export function SuggestionDialog({ suggestion, isOpen, onClose }: SuggestionDialogProps) {
  const { workspaceId, brandId } = useBrand()
  const name = suggestion === undefined ? `suggestion of ${brandId}` : `suggestion:${suggestion.id}`
  const {
    draft: form,
    change: set,
    clear,
  } = useDraft(name, {
    text: suggestion?.suggested_prompt ?? '',
    markets: suggestion?.country_codes.join(', ') ?? 'US',
    category: '',
    product: '',
  })
  const close = () => {
    clear()
    onClose()
  }
  const create = useWrite('create-alignment-suggestion', {
    workspaceId,
    changes,
    onDone() {
      // The next one is often of the same market and category.
      clear({ ...form, text: '' })
      onClose()
    },
  })
  const update = useWrite('update-alignment-suggestions', { workspaceId, changes, onDone: close })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const texts = {
      suggested_prompt: form.text,
      country_codes: form.markets
        .split(/[\s,]+/)
        .flatMap((code) => (code === '' ? [] : [code.toUpperCase()])),
    }
    if (suggestion !== undefined)
      update.mutate({ brand_id: brandId, updates: [{ suggestion_id: suggestion.id, ...texts }] })
    else
      create.mutate({
        brand_id: brandId,
        ...texts,
        ...(form.category === '' ? {} : { category_id: form.category }),
        ...(form.product === '' ? {} : { product_id: form.product }),
      })
  }
  const error = create.error ?? update.error
  return (
    <Dialog
      title={suggestion === undefined ? 'Suggest a prompt' : 'Edit the suggestion'}
      isOpen={isOpen}
      onClose={onClose}
    >
      <form className="space-y-4" onSubmit={submit}>
        {error !== null && <ProblemNote problem={error} />}
        <TextArea
          label="Prompt"
          required
          maxLength={500}
          value={form.text}
          onChange={(event) => set({ text: event.target.value })}
        />
        <Field
          label="Markets"
          required
          hint="Two letters each, such as US, GB, DE"
          value={form.markets}
          onChange={(event) => set({ markets: event.target.value })}
        />
        {suggestion === undefined && (
          <Belongings category={form.category} product={form.product} onChange={set} />
        )}
        <DialogActions onCancel={close} isBusy={create.isPending || update.isPending}>
          {suggestion === undefined ? 'Suggest' : 'Save'}
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface BelongingsProps {
  category: string
  product: string
  onChange: (chosen: { category?: string; product?: string }) => void
}

function Belongings({ category, product, onChange }: BelongingsProps) {
  const { workspaceId, brandId } = useBrand()
  const categories = useQuery(
    read(workspaceId, 'list-alignment-categories', { brand_id: brandId, limit: 100 }),
  )
  const products = useQuery(read(workspaceId, 'list-products', { brand_id: brandId, limit: 100 }))
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
        label="Product that it is about"
        value={product}
        onChange={(event) => onChange({ product: event.target.value })}
        options={options(products.data?.data)}
      />
    </>
  )
}
