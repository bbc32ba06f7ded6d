import { Page } from '../../frame/page.tsx'
import { TabViews } from '../../ui/views.tsx'
import { Alignment } from './alignment.tsx'
import { Documents } from './documents.tsx'
import { Products } from './products.tsx'
import { Profile } from './profile.tsx'
import { WritingStyles } from './writing-styles.tsx'

const views = {
  documents: ['Documents', Documents],
  styles: ['Writing styles', WritingStyles],
  alignment: ['Alignment', Alignment],
  profile: ['Profile', Profile],
  products: ['Products', Products],
} as const

export const KnowledgePage = () => (
  <Page title="Content" about="Facts and style of the brand, for writers and prompt suggestions.">
    <TabViews label="Content" views={views} />
  </Page>
)
