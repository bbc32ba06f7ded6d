import { useRead } from '../../api/hooks.ts'
import { dollars } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, rowOptions, Select } from '../../ui/field.tsx'
import { Loaded, Panel, ProblemNote } from '../../ui/panel.tsx'
import { AddSource } from '../collection/add-source.tsx'
import { Budget } from '../collection/budget.tsx'
import { Expect } from './expect.tsx'
import type { SetUp, Suggested } from './use-set-up.ts'

/** Chooses the provider of the proposal, shows its cost, and sends the request. */
export function AskModel({ setUp }: { setUp: SetUp }) {
  const { brand } = useBrand()
  const { draft, change } = setUp
  const sources = useRead('list-sources')
  const usable = sources.data?.data.filter(({ model }) => model !== '') ?? []
  const source = usable.find(({ id }) => id === draft.source_id) ?? usable.at(0)
  return (
    <>
      <Panel title="Website" about={brand?.primary_domain}>
        <Loaded query={sources}>
          {() => (
            <div className="space-y-4">
              <p className="text-muted">
                Sightline reads the website and asks one model for names, competitors, topics and 30 prompts. You choose
                what to keep.
              </p>
              {source === undefined ? (
                <p>Add a provider with your API key. It suggests the prompts, and answers them every day.</p>
              ) : (
                <Select
                  label="Provider"
                  value={source.id}
                  onChange={({ target }) => change({ source_id: target.value })}
                  options={rowOptions(usable)}
                />
              )}
              <AddSource kind={source === undefined ? 'main' : 'plain'} />
              <div className="grid grid-cols-2 gap-4">
                <Field
                  label="Market"
                  hint="Such as US. Empty: the model decides"
                  maxLength={2}
                  value={draft.country}
                  onChange={({ target }) => change({ country: target.value.toUpperCase() })}
                />
                <Field
                  label="Language"
                  hint="Such as de. Empty: that of the market"
                  maxLength={35}
                  value={draft.language}
                  onChange={({ target }) => change({ language: target.value })}
                />
              </div>
              <ProblemNote problem={setUp.problem} />
            </div>
          )}
        </Loaded>
      </Panel>
      <div className="space-y-4">{source && <Costs key={source.id} setUp={setUp} sourceId={source.id} />}</div>
    </>
  )
}

/** The costs of the request and the first run, to confirm with the button. */
function Costs({ setUp, sourceId }: { setUp: SetUp; sourceId: string }) {
  const { draft, start, isBusy } = setUp
  const estimate = useRead('estimate-collection')
  const asked = { source_id: sourceId, country: draft.country || undefined, language: draft.language || undefined }
  const costs = useRead('suggest-setup', { source_id: sourceId })
  const isAffordable = ({ usd_at_most: most, usd_of_run: run, left_usd: left }: Suggested) =>
    left !== null && most !== null && left >= most + (run?.low ?? 0)
  return (
    <Loaded query={costs}>
      {({ data }) => (
        <div className="space-y-4">
          <Expect
            rows={{
              'This request': `about ${dollars(data.usd_typical)}`,
              'First run of 30 prompts': range(data.usd_of_run),
              'Budget left this month': data.left_usd === null ? 'Not set' : dollars(data.left_usd),
            }}
          >
            <p>The request costs at most {dollars(data.usd_at_most)}. The run starts after you accept the prompts.</p>
            {data.left_usd !== null && !isAffordable(data) && (
              <p className="text-down">The budget does not cover the request and the first run. Raise it below.</p>
            )}
          </Expect>
          <Button
            kind="main"
            className="w-full"
            label={isBusy ? 'Reading the website…' : `Suggest for at most ${dollars(data.usd_at_most)}`}
            disabled={isBusy || !isAffordable(data)}
            onClick={() => start(asked)}
          />
          {isBusy && (
            <p role="status" className="text-sm text-muted">
              This takes a minute or two. Continues if you leave this page.
            </p>
          )}
          {!isAffordable(data) && estimate.data && <Budget estimate={estimate.data.data} />}
        </div>
      )}
    </Loaded>
  )
}

/** A cost that depends on the answers. */
export const range = (cost: Suggested['usd_of_run'], times = 1) =>
  cost === null ? 'Unknown' : `${dollars(cost.low * times)} to ${dollars(cost.high * times)}`
