import { type FormEvent, useState } from 'react'
import type { ResponseOf } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { useWrite } from '../../api/use-write.ts'
import { count } from '../../format/numbers.ts'
import { useBrand } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { inputClass } from '../../ui/field.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Empty } from '../../ui/states.tsx'
import { actionsColumn, type Column, Table } from '../../ui/table.tsx'
import { useDraft } from '../../ui/use-draft.ts'

type Category = ResponseOf<'list-alignment-categories'>['data'][number]

/** Categories of prompts and suggestions. */
export function AlignmentCategories({ mayEdit }: { mayEdit: boolean }) {
  const { workspaceId, brandId } = useBrand()
  const query = usePages(workspaceId, 'list-alignment-categories', { brand_id: brandId, limit: 100 })
  const [toDelete, setToDelete] = useState<Category>()
  const columns: Column<Category>[] = [
    { name: 'Category', className: 'w-full', cell: ({ name }) => <bdi>{name}</bdi> },
    { name: 'Prompts', isNumber: true, cell: ({ prompt_count }) => count(prompt_count) },
    actionsColumn(
      (category) =>
        mayEdit && (
          <Button kind="quiet" aria-label={`Delete ${category.name}`} onClick={() => setToDelete(category)}>
            Delete
          </Button>
        ),
    ),
  ]
  return (
    <Panel title="Categories" about="for prompts and suggestions">
      <Pages query={query} rowsOf={({ data }) => data} empty={<Empty title="No categories yet" />}>
        {(rows) => <Table label="Categories" columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </Pages>
      {mayEdit && <AddCategory />}
      {toDelete !== undefined && (
        <DeleteCategory category={toDelete} onClose={() => setToDelete(undefined)} />
      )}
    </Panel>
  )
}

function AddCategory() {
  const { brandId } = useBrand()
  const { draft, change, clear } = useDraft(`category:${brandId}`, { name: '' })
  const { name } = draft
  const create = useWrite('create-alignment-category', {
    changes: ['list-alignment-categories'],
    onDone: () => clear(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate({ brand_id: brandId, name })
  }
  return (
    <>
      {create.error !== null && <ProblemNote problem={create.error} />}
      <form className="mt-4 flex max-w-md gap-2" onSubmit={submit}>
        <input
          aria-label="New category name"
          placeholder="New category"
          required
          className={inputClass}
          value={name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Button type="submit" disabled={create.isPending}>
          Add
        </Button>
      </form>
    </>
  )
}

function DeleteCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const { brandId } = useBrand()
  const [withPrompts, setWithPrompts] = useState(false)
  const remove = useWrite('delete-alignment-categories', {
    changes: ['list-alignment-categories', 'list-alignment-suggestions', 'list-prompts'],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={`Delete “${category.name}”?`}
      write={remove}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate({ brand_id: brandId, category_ids: [category.id], delete_prompts: withPrompts })
      }
    >
      <p>Its prompts and suggestions are kept without a category. You cannot undo this.</p>
      {category.prompt_count > 0 && (
        <Checkbox
          label={`Also delete its ${count(category.prompt_count)} prompts permanently. Their answers are kept and still count.`}
          isOn={withPrompts}
          onChange={setWithPrompts}
        />
      )}
    </ConfirmDialog>
  )
}
