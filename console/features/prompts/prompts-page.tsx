import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Shown } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { usePages } from '../../api/use-pages.ts'
import { useWrite } from '../../api/use-write.ts'
import { count, percent, rank, score } from '../../format/numbers.ts'
import { FilterBar } from '../../frame/filter-bar.tsx'
import { Page } from '../../frame/page.tsx'
import { useBrand, useFilters, useRole } from '../../frame/use-brand.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { inputClass } from '../../ui/field.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { marketName } from '../../words/engines.ts'

type Prompt = Shown<'list-prompts'>['data'][number]

export function PromptsPage() {
  const { workspaceId, brandId } = useBrand()
  const { input } = useFilters()
  const mayEdit = useRole(workspaceId) !== 'viewer'
  const [isAdding, setAdding] = useState(false)
  const query = usePages(workspaceId, 'list-prompts', { brand_id: brandId, ...input, limit: 50 })
  const total = query.data?.pages[0]?.meta.total
  return (
    <Page
      title="Prompts"
      about={total === undefined ? '…' : `${count(total)} questions that engines are asked.`}
      filters={<FilterBar comparison={false} />}
      actions={
        mayEdit && (
          <Button kind="main" onClick={() => setAdding(true)}>
            Add prompts
          </Button>
        )
      }
    >
      <Panel title="What each comes to" about="in this period">
        <Pages
          query={query}
          rowsOf={({ data }) => data}
          empty={
            <Empty title="No prompt fits">
              Take filters away, or add the questions that your customers ask an engine.
            </Empty>
          }
        >
          {(prompts) => <PromptTable prompts={prompts} mayEdit={mayEdit} />}
        </Pages>
      </Panel>
      <AddPrompts isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  )
}

function PromptTable({ prompts, mayEdit }: { prompts: readonly Prompt[]; mayEdit: boolean }) {
  const { workspaceId, brandId } = useBrand()
  const update = useWrite('update-prompt', { workspaceId, changes: ['list-prompts'] })
  const columns: Column<Prompt>[] = [
    {
      name: 'Prompt',
      className: 'w-full',
      cell: ({ id, text, topic, tags, countries }) => (
        <>
          <Link
            to="/$workspaceId/$brandId/answers"
            params={{ workspaceId, brandId }}
            search={{ prompt: id } as never}
            className="hover:underline"
          >
            <bdi>{text}</bdi>
          </Link>
          <span className="block text-sm text-muted">
            {[topic.name, ...tags.map(({ name }) => name), ...countries.map(marketName)].join(' · ')}
          </span>
        </>
      ),
    },
    { name: 'Answers', isNumber: true, isMinor: true, cell: ({ executions }) => count(executions) },
    { name: 'Visibility', isNumber: true, cell: ({ visibility_pct }) => percent(visibility_pct) },
    {
      name: 'Share',
      isNumber: true,
      isMinor: true,
      cell: ({ market_share_pct }) => percent(market_share_pct),
    },
    {
      name: 'Sentiment',
      isNumber: true,
      isMinor: true,
      cell: ({ sentiment_score }) => score(sentiment_score),
    },
    { name: 'Rank', isNumber: true, isMinor: true, cell: ({ avg_rank }) => rank(avg_rank) },
    {
      name: 'Asked',
      isNumber: true,
      cell: ({ id, text, is_active }) => (
        <input
          type="checkbox"
          aria-label={`Ask: ${text}`}
          className="accent-[var(--accent)]"
          checked={is_active}
          disabled={!mayEdit || update.isPending}
          onChange={(event) =>
            update.mutate({ brand_id: brandId, prompt_id: id, is_active: event.target.checked })
          }
        />
      ),
    },
  ]
  return (
    <>
      {update.error !== null && <ProblemNote problem={update.error} />}
      <Table label="Prompts" columns={columns} rows={prompts} keyOf={({ id }) => id} />
    </>
  )
}

const unsorted = { value: '', name: 'Without a topic' }

/** One prompt a line: pasted from wherever they were collected. */
function AddPrompts({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { workspaceId, brandId } = useBrand()
  const topics = useQuery(read(workspaceId, 'list-topics', { brand_id: brandId }))
  const [text, setText] = useState('')
  const [topicId, setTopicId] = useState('')
  const create = useWrite('create-prompt', { workspaceId, changes: ['list-prompts'] })
  const lines = [...new Set(text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])))]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    let left = lines
    for (const line of lines) {
      await create.mutateAsync({
        brand_id: brandId,
        text: line,
        ...(topicId === '' ? {} : { topic_id: topicId }),
      })
      // What was added goes; where one is refused, it stands first among those that are left.
      left = left.slice(1)
      setText(left.join('\n'))
    }
    onClose()
  }
  return (
    <Dialog title="Add prompts" isOpen={isOpen} onClose={onClose}>
      <form className="space-y-4" onSubmit={(event) => void submit(event).catch(() => {})}>
        {create.error !== null && <ProblemNote problem={create.error} />}
        <label className="block text-sm font-medium">
          One a line
          <textarea
            required
            rows={8}
            className={`mt-1 font-normal ${inputClass}`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Select
          label="Topic"
          value={topicId}
          onChange={(event) => setTopicId(event.target.value)}
          options={[unsorted, ...(topics.data?.data.map(({ id, name }) => ({ value: id, name })) ?? [])]}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" disabled={create.isPending || lines.length === 0}>
            Add {lines.length > 1 ? lines.length : ''}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
