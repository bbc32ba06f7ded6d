import { type DataOf, useRead } from '../../api/hooks.ts'
import { dollars } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { EditProblem, withFieldLabels } from '../../ui/conflict.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Loaded, Panel } from '../../ui/panel.tsx'
import { useEdit, useSave } from '../../ui/use-edit.ts'

export type Estimate = DataOf<'estimate-collection'>

/** A brand’s monthly budget, the amount left, and the cost of the plan. */
export function Budget({ estimate }: { estimate: Estimate }) {
  const mayEdit = usePermission()('set-budget')
  const { brandId } = useBrand()
  const query = useRead('get-budget', { brand_id: brandId }, { enabled: mayEdit })
  const { budget_usd, left_usd, usd_per_month, fits } = estimate
  return (
    <Panel title="Budget" about="Hard limit per calendar month (UTC)">
      <p>
        {budget_usd === null
          ? 'No budget is set. Set one to collect answers.'
          : `${dollars(left_usd)} of ${dollars(budget_usd)} left this month.`}
        {usd_per_month !== null &&
          estimate.engines.length > 0 &&
          ` The plan costs ${dollars(usd_per_month)} per month.`}
      </p>
      {fits !== null && <p className="mt-1 text-warn">{fits.note}</p>}
      {mayEdit && (
        <Loaded query={query} lines={2}>
          {({ data, version }) => <BudgetForm monthlyUsd={data.monthly_usd} version={version} />}
        </Loaded>
      )}
    </Panel>
  )
}

const fieldNames = { monthly_usd: 'US dollars per month' }

function BudgetForm({ monthlyUsd, version }: { monthlyUsd: number | null; version: string | undefined }) {
  const { brandId } = useBrand()
  const shown = { monthly_usd: monthlyUsd === null ? '' : String(monthlyUsd) }
  const edit = useEdit(`budget:${brandId}`, shown, version)
  const set = useSave('set-budget', edit, { changes: ['get-budget', 'estimate-collection'] })
  // Show server errors at the only field.
  const refused = set.error?.code === 'invalid_request' ? withFieldLabels(set.error, fieldNames).message : undefined
  return (
    <div className="mt-3 space-y-3">
      {refused === undefined && <EditProblem edit={edit} names={fieldNames} write={set} />}
      <Form
        className="flex max-w-xs items-start gap-3"
        onSubmit={() => set.mutate({ brand_id: brandId, monthly_usd: Number(edit.values.monthly_usd) })}
      >
        <div className="flex-1">
          <Field
            label={fieldNames.monthly_usd}
            type="number"
            step="0.01"
            required
            problem={refused}
            value={edit.values.monthly_usd}
            onChange={({ target }) => {
              set.reset()
              edit.set({ monthly_usd: target.value })
            }}
          />
        </div>
        <Button
          label="Set budget"
          type="submit"
          className="mt-7"
          disabled={set.isPending || edit.changed.length === 0}
        />
      </Form>
    </div>
  )
}
