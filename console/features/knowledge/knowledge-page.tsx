import { Page } from '../../frame/page.tsx'
import { Tabs, useTab } from '../../ui/views.tsx'
import { Alignment } from './alignment.tsx'
import { Documents } from './documents.tsx'
import { Products } from './products.tsx'
import { Profile } from './profile.tsx'
import { WritingStyles } from './writing-styles.tsx'

const tabs = {
  documents: 'Documents',
  styles: 'Writing styles',
  alignment: 'Alignment',
  profile: 'Profile',
  products: 'Products',
} as const
const views = {
  documents: Documents,
  styles: WritingStyles,
  alignment: Alignment,
  profile: Profile,
  products: Products,
} as const

export function KnowledgePage() {
  const View = views[useTab(tabs)]
  return (
    <Page title="Knowledge" about="Facts and style of the brand, for writers and prompt suggestions.">
      <Tabs label="Knowledge" tabs={tabs} />
      <View />
    </Page>
  )
}
