import { useState } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { useReadAll, useWrite } from '../../api/hooks.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { rowOptions, Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ProblemNote } from '../../ui/panel.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

const changes = ['list-alignment-suggestions'] as const

const fields = {
  text: { label: 'Prompt', rows: 3, required: true, maxLength: 500 },
  markets: { label: 'Markets', required: true, hint: 'Country codes, such as US, GB, DE' },
}

const codesOf = (markets: string) =>
  markets.split(/[\s,]+/).flatMap((code) => (code === '' ? [] : [code.toUpperCase()]))

/** Creates a suggestion with text, markets, category and product. */
export function SuggestPrompt({ onClose }: { onClose: () => void }) {
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
      ...(category === '' ? {} : { category_id: category }),
      ...(product === '' ? {} : { product_id: product }),
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

interface EditSuggestionProps {
  suggestion: Suggestion
  version: string | undefined
  onClose: () => void
}

/** Edits the text and markets of a proposed suggestion. */
export function EditSuggestion({ suggestion, version, onClose }: EditSuggestionProps) {
  const shown = { text: suggestion.suggested_prompt, markets: suggestion.country_codes.join(', ') }
  const edit = useEdit(`suggestion:${suggestion.id}`, shown, version)
  const update = useSave('update-alignment-suggestions', edit, { changes, onDone: onClose })
  const save = ({ text, markets }: Partial<typeof shown>) => {
    const changed = {
      ...(text === undefined ? {} : { suggested_prompt: text }),
      ...(markets === undefined ? {} : { country_codes: codesOf(markets) }),
    }
    update.mutate({ updates: [{ suggestion_id: suggestion.id, ...changed }] })
  }
  return <FormDialog {...{ edit, fields, write: update, onSave: save, onClose }} title="Edit suggestion" />
}

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
          options={[{ value: '', name: 'No topic' }, ...rowOptions(topics.data?.data)]}
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

/** A suggested prompt. */
export type Suggestion = ResponseOf<'list-alignment-suggestions'>['data'][number]

/** Operations to refetch after a suggestion changes. */
export const alignmentReads = ['list-alignment-suggestions', 'list-alignment-categories'] as const
