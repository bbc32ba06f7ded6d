import { type DataOf, useRead } from '../../api/hooks.ts'
import { dollars } from '../../format/numbers.ts'
import { useBrand } from '../../frame/brand.tsx'
import { usePermission } from '../../frame/use-permission.ts'
import { OperationForm } from '../../ui/edit-form.tsx'
import { Loaded, Panel } from '../../ui/panel.tsx'

export type Estimate = DataOf<'estimate-collection'>

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
          {({ data: { monthly_usd }, version }) => (
            <div className="mt-3 max-w-xs">
              <OperationForm
                operation="set-budget"
                changes={['suggest-setup']}
                version={version}
                ids={{ brand_id: brandId }}
                initial={{ monthly_usd }}
                button="plain"
              />
            </div>
          )}
        </Loaded>
      )}
    </Panel>
  )
}
