import type { DataOf } from '../../api/hooks.ts'
import { useBrand } from '../../frame/brand.tsx'
import { useKeptTask } from '../../frame/use-kept-task.ts'
import { useDraft } from '../../ui/use-draft.ts'

export type Suggested = DataOf<'suggest-setup'>
export type Proposal = NonNullable<Suggested['proposal']>
export type SetUp = ReturnType<typeof useSetUp>

/** What to ask a model for. Empty texts leave the choice to it. */
export interface Asked {
  source_id: string
  country?: string | undefined
  language?: string | undefined
}

const empty = {
  ...{ source_id: '', country: '', language: '' },
  /** Of the request for a proposal. */
  ...{ attempt: '', task: '' },
  /** The proposal with the user’s changes, and the names and texts that are not wanted. */
  ...{ edited: null as Proposal | null, dropped: [] as string[] },
}

/** A proposal for a brand as a draft: what to ask for, the paid request, and the user’s changes. */
export function useSetUp() {
  const { brandId } = useBrand()
  const { draft, change, clear } = useDraft(`set-up:${brandId}`, empty)
  const { start, task, isBusy, problem } = useKeptTask<Asked & { confirm: true }>(
    'suggest-setup',
    draft,
    (changed, { source_id }) => change({ ...changed, source_id, edited: null, dropped: [] }),
  )
  const suggested = task?.state === 'done' ? (task.result as unknown as Suggested) : undefined
  const proposal = draft.edited ?? suggested?.proposal ?? undefined
  const isKept = (name: string) => !draft.dropped.includes(name)
  return {
    draft,
    change,
    clear: () => clear(),
    start: (asked: Asked) => start({ ...asked, confirm: true }),
    isBusy,
    problem,
    /** Why there is no proposal. The commands of the message do not help here. */
    failure: task?.error?.message.replace(/; to continue by hand.*/s, '').replace(/^./, (first) => first.toUpperCase()),
    suggested,
    proposal,
    isKept,
    keep: (name: string, isOn: boolean) =>
      change({ dropped: isOn ? draft.dropped.filter((one) => one !== name) : [...draft.dropped, name] }),
    edit: (changed: Partial<Proposal>) => proposal && change({ edited: { ...proposal, ...changed } }),
    chosen: proposal && {
      ...proposal,
      competitors: proposal.competitors.filter(({ name }) => isKept(name)),
      prompts: proposal.prompts.filter(({ text }) => isKept(text)),
    },
  }
}
