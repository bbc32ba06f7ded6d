import { useState } from 'react'
import { type RowOf, usePages, useWrite } from '../../api/hooks.ts'
import { count } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ListPanel, pagedListOf } from '../../ui/list-panel.tsx'
import { Empty } from '../../ui/panel.tsx'
import { actionsColumn, type Column, countColumn } from '../../ui/table.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

type Category = RowOf<'list-alignment-categories'>

/** Categories of prompts and suggestions. */
export function AlignmentCategories({ mayEdit }: { mayEdit: boolean }) {
  const query = usePages('list-alignment-categories', { limit: 100 })
  const [toDelete, setToDelete] = useState<Category>()
  const columns: Column<Category>[] = [
    {
      name: 'Category',
      className: 'w-full',
      sort: ({ name }) => name,
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    countColumn('Prompts', (row) => row.prompt_count),
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
    <>
      <ListPanel
        title="Categories"
        about="for prompts and suggestions"
        param="category-"
        list={pagedListOf(query)}
        columns={columns}
        actions={mayEdit && <DialogButton label="Add category" dialog={AddCategory} />}
        empty={<Empty title="No categories yet" />}
      />
      {toDelete !== undefined && (
        <DeleteCategory category={toDelete} onClose={() => setToDelete(undefined)} />
      )}
    </>
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

function DeleteCategory({ category, onClose }: { category: Category; onClose: () => void }) {
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
      onConfirm={() => remove.mutate({ category_ids: [category.id], delete_prompts: withPrompts })}
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
