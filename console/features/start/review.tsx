import type { ReactNode } from 'react'
import { useWrite } from '../../api/hooks.ts'
import { marketName } from '../../copy/engines.ts'
import { linesOf, namesOf } from '../../format/lines.ts'
import { count, countOf, dollars } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Panel, ProblemNote } from '../../ui/panel.tsx'
import { Tile } from '../../ui/tiles.tsx'
import { range } from './ask-model.tsx'
import { Expect } from './expect.tsx'
import { PartButton } from './part-form.tsx'
import type { Proposal, SetUp, Suggested } from './use-set-up.ts'

interface ReviewProps {
  setUp: SetUp
  suggested: Suggested
  proposal: Proposal
}

export function Review(props: ReviewProps) {
  const { setUp, suggested, proposal } = props
  return (
    <>
      <div className="space-y-4">
        {suggested.notes.map((note) => (
          <p key={note} role="status" className="rounded-lg bg-warn-soft px-4 py-2.5 text-warn">
            {note}
          </p>
        ))}
        <Names {...{ setUp, proposal }} />
        <Competitors {...{ setUp, proposal }} />
        <Prompts {...{ setUp, proposal }} />
      </div>
      <Accept {...props} />
    </>
  )
}

type PartProps = Pick<ReviewProps, 'setUp' | 'proposal'>

function Names({ setUp, proposal }: PartProps) {
  const { name, aliases, domains, country, language } = proposal
  const others = [...aliases, ...domains]
  return (
    <Panel>
      <div className="flex items-center gap-3">
        <Tile name={name} isOwn />
        <div className="min-w-0 flex-1">
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <p className="text-muted">
            {others.length > 0 && <>Also {others.join(', ')}. </>}
            {marketName(country)}, prompts in {language}.
          </p>
        </div>
        <PartButton
          label="Edit"
          name="Edit names and market"
          of="names"
          shown={{ name, aliases: aliases.join('\n'), domains: domains.join('\n'), country, language }}
          onSave={(values) =>
            setUp.edit({ ...values, aliases: linesOf(values.aliases), domains: linesOf(values.domains) })
          }
        />
      </div>
    </Panel>
  )
}

function Competitors({ setUp, proposal: { competitors } }: PartProps) {
  const kept = competitors.filter(({ name }) => setUp.isKept(name))
  return (
    <Panel
      title="Competitors"
      about={`${count(kept.length)} of ${count(competitors.length)} chosen`}
      actions={
        <PartButton
          label="Add"
          name="Add competitor"
          of="competitor"
          shown={{ name: '', domain: '' }}
          onSave={(values) => setUp.edit({ competitors: [...competitors, { ...values, reason: '' }] })}
        />
      }
    >
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {competitors.map(({ name, domain, reason }) => (
          <Checkbox
            key={name}
            label={<bdi className="font-medium">{name}</bdi>}
            hint={<bdi>{[domain, reason].filter(Boolean).join(' · ')}</bdi>}
            isOn={setUp.isKept(name)}
            onChange={(isOn) => setUp.keep(name, isOn)}
          />
        ))}
      </div>
    </Panel>
  )
}

type Prompt = Proposal['prompts'][number]

function Prompts({ setUp, proposal: { prompts } }: PartProps) {
  const kept = prompts.filter(({ text }) => setUp.isKept(text))
  const topics = [...Map.groupBy(prompts, ({ topic }) => topic)]
  const form = (label: string, shown: Prompt, save: (prompt: Prompt) => Prompt[]): ReactNode => (
    <PartButton
      label={label}
      name={label === 'Add' ? 'Add prompt' : `Edit ${shown.text}`}
      of="prompt"
      part={shown.text}
      shown={{ text: shown.text, topic: shown.topic, tags: shown.tags.join(', ') }}
      onSave={(values) => setUp.edit({ prompts: save({ ...shown, ...values, tags: namesOf(values.tags) }) })}
    />
  )
  return (
    <Panel
      title="Prompts"
      about={`${count(kept.length)} of ${count(prompts.length)} chosen, in ${countOf(topics.length, 'topic')}`}
      actions={form('Add', { text: '', topic: topics[0]?.[0] ?? '', tags: [], reason: '' }, (added) => [
        ...prompts,
        added,
      ])}
      isFlush
    >
      {topics.map(([topic, rows]) => (
        <details key={topic} open className="border-t border-line">
          <summary className="cursor-pointer px-4 py-2 font-medium">
            <bdi>{topic}</bdi> <span className="text-sm font-normal text-muted">{countOf(rows.length, 'prompt')}</span>
          </summary>
          <ul className="space-y-1.5 px-4 pb-3">
            {rows.map((row) => (
              <li key={row.text} className="flex items-start justify-between gap-2">
                <Checkbox
                  label={<bdi>{row.text}</bdi>}
                  hint={<bdi>{[row.reason, row.tags.join(', ')].filter(Boolean).join(' · ')}</bdi>}
                  isOn={setUp.isKept(row.text)}
                  onChange={(isOn) => setUp.keep(row.text, isOn)}
                />
                {form('Edit', row, (changed) => prompts.map((one) => (one === row ? changed : one)))}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Panel>
  )
}

/** The prompts of the run that `suggest-setup` prices. */
const promptsOfRun = 30
const runsPerMonth = 30

/** Stores the chosen parts and starts the first run, at the cost that it shows. */
function Accept({ setUp, suggested, proposal }: ReviewProps) {
  const { brandId } = useBrand()
  const { engine, usd_of_run, cost_usd } = suggested
  const chosen = setUp.chosen ?? proposal
  const share = chosen.prompts.length / promptsOfRun
  const run = useWrite('start-task', {
    changes: ['list-brands', 'list-competitors', 'list-prompts', 'estimate-collection'],
    onDone: setUp.clear,
  })
  const create = useWrite('create-setup', {
    onDone: () => run.mutate({ operation: 'run-collection', brand_id: brandId, input: JSON.stringify({ engine }) }),
  })
  const isBusy = create.isPending || run.isPending
  return (
    <div className="space-y-4 lg:sticky lg:top-4">
      <Expect
        rows={{
          'First run': range(usd_of_run, share),
          'Answers per month': count(chosen.prompts.length * runsPerMonth),
          'Cost per month': range(usd_of_run, share * runsPerMonth),
          'Budget left this month': dollars((suggested.left_usd ?? 0) - (cost_usd ?? 0)),
        }}
      >
        <p>
          The request cost {dollars(cost_usd)}. The plan asks each prompt once a day and stops at the monthly budget.
          You can change everything later.
        </p>
      </Expect>
      <ProblemNote problem={create.error ?? run.error} />
      <Button
        kind="main"
        className="w-full"
        label="Accept and start the first run"
        disabled={isBusy || chosen.prompts.length === 0}
        onClick={() => create.mutate({ source_id: setUp.draft.source_id, engine, proposal: chosen })}
      />
      <Button kind="quiet" className="w-full" label="Discard suggestions" disabled={isBusy} onClick={setUp.clear} />
    </div>
  )
}
