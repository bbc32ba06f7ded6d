import { Navigate, useParams } from '@tanstack/react-router'
import { Page } from '../../frame/page.tsx'
import { useParam } from '../../search/use-param.ts'
import { TabViews } from '../../ui/views.tsx'
import { Alignment } from './alignment.tsx'
import { Documents } from './documents.tsx'
import { Products } from './products.tsx'
import { WritingStyles } from './writing-styles.tsx'

const views = {
  documents: ['Documents', Documents],
  styles: ['Writing styles', WritingStyles],
  alignment: ['Alignment', Alignment],
  products: ['Products', Products],
} as const

export function KnowledgePage() {
  const params = useParams({ from: '/signed-in/$workspaceId/$brandId' })
  // The profile is among the settings of the brand; bookmarks may hold its former place.
  if (useParam('tab')[0] === 'profile') return <Navigate to="/$workspaceId/$brandId/settings" params={params} replace />
  return (
    <Page title="Content" about="Facts and style of the brand, for writers and prompt suggestions.">
      <TabViews label="Content" views={views} />
    </Page>
  )
}
