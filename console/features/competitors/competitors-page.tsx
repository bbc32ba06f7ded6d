import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Shown } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { useBrand, useFilters, useRole } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { RankingTable } from './ranking-table.tsx'

export function CompetitorsPage() {
  const { workspaceId, brandId } = useBrand()
  const { filters, input } = useFilters()
  const mayEdit = useRole(workspaceId) !== 'viewer'
  const [isAdding, setAdding] = useState(false)
  const rankings = useQuery(
    read(workspaceId, 'list-competitor-rankings', {
      brand_id: brandId,
      ...input,
      compare_to_previous: filters.compare,
    }),
  )
  return (
    <Page
      title="Competitors"
      about="Who is named in the same answers, and how often."
      filters={<FilterBar />}
      actions={
        mayEdit && (
          <Button kind="main" onClick={() => setAdding(true)}>
            Add a competitor
          </Button>
        )
      }
    >
      <Panel title="Ranking" about="by visibility">
        <Loaded query={rankings} lines={10}>
          {({ data }) => <RankingTable rows={data} />}
        </Loaded>
      </Panel>
      <Followed mayEdit={mayEdit} />
      <AddCompetitor isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  )
}

type Competitor = Shown<'list-competitors'>['data'][number]

/** By which names and domains they are found. */
function Followed({ mayEdit }: { mayEdit: boolean }) {
  const { workspaceId, brandId } = useBrand()
  const query = useQuery(read(workspaceId, 'list-competitors', { brand_id: brandId }))
  const update = useWrite('update-competitor', {
    workspaceId,
    changes: ['list-competitors', 'list-competitor-rankings', 'list-visibility-trend'],
  })
  const columns: Column<Competitor>[] = [
    {
      name: 'Name',
      className: 'w-full',
      cell: ({ name, aliases, name_hint }) => (
        <>
          {name}
          {aliases.length > 0 && <span className="block text-sm text-muted">also {aliases.join(', ')}</span>}
          {name_hint !== undefined && <span className="block text-sm text-warn">{name_hint}</span>}
        </>
      ),
    },
    { name: 'Domain', isMinor: true, cell: ({ domain }) => domain ?? '–' },
    {
      name: 'Followed',
      isNumber: true,
      cell: ({ id, name, is_active }) => (
        <input
          type="checkbox"
          aria-label={`Follow ${name}`}
          className="accent-[var(--accent)]"
          checked={is_active}
          disabled={!mayEdit || update.isPending}
          onChange={(event) =>
            update.mutate({ brand_id: brandId, competitor_id: id, is_active: event.target.checked })
          }
        />
      ),
    },
  ]
  return (
    <Panel title="Who is followed" about="answers are searched for these names, aliases and domains">
      {update.error !== null && <ProblemNote problem={update.error} />}
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="Nobody yet">Add those whom engines should not name before you.</Empty>
          ) : (
            <Table label="Competitors" columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Panel>
  )
}

function AddCompetitor({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { workspaceId, brandId } = useBrand()
  const [form, setForm] = useState({ name: '', primary_url: '', aliases: '' })
  const create = useWrite('create-competitor', {
    workspaceId,
    changes: ['list-competitors', 'list-competitor-rankings', 'list-visibility-trend'],
    onDone() {
      setForm({ name: '', primary_url: '', aliases: '' })
      onClose()
    },
  })
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const aliases = form.aliases.split(',').flatMap((alias) => (alias.trim() === '' ? [] : [alias.trim()]))
    create.mutate({ brand_id: brandId, name: form.name, primary_url: form.primary_url, aliases })
  }
  return (
    <Dialog title="Add a competitor" isOpen={isOpen} onClose={onClose}>
      <form className="space-y-4" onSubmit={submit}>
        {create.error !== null && <ProblemNote problem={create.error} />}
        <Field label="Name" required {...field('name')} />
        <Field label="Web address" required placeholder="https://example.com" {...field('primary_url')} />
        <Field label="Other names" hint="With commas between them" {...field('aliases')} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" disabled={create.isPending}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
