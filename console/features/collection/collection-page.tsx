import { Page } from '../../frame/page.tsx'
import { Tabs, useTab } from '../../ui/views.tsx'
import { Coverage } from './coverage.tsx'
import { Imports } from './imports.tsx'
import { Plan } from './plan.tsx'
import { ProviderSources } from './provider-sources.tsx'
import { Rounds } from './rounds.tsx'

const tabs = {
  plan: 'Plan',
  coverage: 'Coverage',
  rounds: 'Runs',
  sources: 'Providers',
  imports: 'Imports',
} as const
const views = {
  plan: Plan,
  coverage: Coverage,
  rounds: Rounds,
  sources: ProviderSources,
  imports: Imports,
} as const

export function CollectionPage() {
  const View = views[useTab(tabs)]
  return (
    <Page title="Data collection" about="Engines, providers, frequency and cost of collecting answers.">
      <Tabs label="Data collection" tabs={tabs} />
      <View />
    </Page>
  )
}
