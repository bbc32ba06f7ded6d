import type { QueryClient } from '@tanstack/react-query'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import BookOpen from 'lucide-react/icons/book-open-text'
import Bot from 'lucide-react/icons/bot'
import Download from 'lucide-react/icons/download'
import FileChart from 'lucide-react/icons/file-chart-column'
import FilePen from 'lucide-react/icons/file-pen-line'
import FlaskConical from 'lucide-react/icons/flask-conical'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Lightbulb from 'lucide-react/icons/lightbulb'
import MessageSquare from 'lucide-react/icons/message-square-text'
import Quote from 'lucide-react/icons/quote'
import RadioTower from 'lucide-react/icons/radio-tower'
import Settings from 'lucide-react/icons/settings'
import Swords from 'lucide-react/icons/swords'
import type { OperationName } from './api/client.ts'
import { prefetchOverview } from './features/overview/prefetch.ts'
import places from './routes.json' with { type: 'json' }
import type { Search } from './search/url.ts'

/** One route below a brand or a workspace. Router, navigation, palette and tests read these tables. */
export interface ConsoleRoute {
  path: string
  page: RouteComponent
  /** Label in navigation and palette. Routes without a name open from another page. */
  name?: string
  /** Group in the sidebar. `settings` pages are in the navigation of Settings. */
  group?: Group
  icon?: typeof Settings
  /** Hides the page from people whose role does not allow this operation. */
  needs?: OperationName
  /** Starts the page's reads while its code loads. */
  prefetch?: (queries: QueryClient, workspaceId: string, brandId: string, search: Search) => void
}

export type Group = (typeof groups)[number]

/** The groups of the sidebar, from top to bottom. The first and the last have no heading. */
export const groups = ['Overview', 'Visibility', 'Website', 'Act', 'Share', 'Setup'] as const

/** A component that loads with its own chunk. */
export const page = <K extends string>(load: () => Promise<Record<K, () => React.ReactNode>>, name: K) =>
  lazyRouteComponent(load as () => Promise<Record<string, () => React.ReactNode>>, name)

const settings = () => import('./features/settings/pages.tsx')

const answers = page(() => import('./features/answers/answers-page.tsx'), 'AnswersPage')

/** The component and icon of each path in `routes.json`. */
const parts: Readonly<Record<keyof typeof places, readonly [RouteComponent, ConsoleRoute['icon']?]>> = {
  '/overview': [page(() => import('./features/overview/overview-page.tsx'), 'OverviewPage'), LayoutDashboard],
  '/prompts': [page(() => import('./features/prompts/prompts-page.tsx'), 'PromptsPage'), MessageSquare],
  '/answers': [answers, BookOpen],
  '/answers/$executionId': [answers],
  '/competitors': [page(() => import('./features/competitors/competitors-page.tsx'), 'CompetitorsPage'), Swords],
  '/sources': [page(() => import('./features/cited-sources/cited-sources-page.tsx'), 'CitedSourcesPage'), Quote],
  '/ai-traffic': [page(() => import('./features/ai-visitors/ai-visitors-page.tsx'), 'AiVisitorsPage'), Bot],
  '/site-health': [page(() => import('./features/site-health/site-health-page.tsx'), 'SiteHealthPage'), HeartPulse],
  '/opportunities': [
    page(() => import('./features/opportunities/opportunities-page.tsx'), 'OpportunitiesPage'),
    Lightbulb,
  ],
  '/content': [page(() => import('./features/knowledge/knowledge-page.tsx'), 'KnowledgePage'), FilePen],
  '/experiments': [page(() => import('./features/experiments/experiments-page.tsx'), 'ExperimentsPage'), FlaskConical],
  '/experiments/$experimentId': [page(() => import('./features/experiments/experiment-page.tsx'), 'ExperimentPage')],
  '/reports': [page(() => import('./features/reports/reports-page.tsx'), 'ReportsPage'), FileChart],
  '/reports/$reportId': [page(() => import('./features/reports/report-page.tsx'), 'ReportPage')],
  '/exports': [page(() => import('./features/exports/exports-page.tsx'), 'ExportsPage'), Download],
  '/start': [page(() => import('./features/start/start-page.tsx'), 'StartPage')],
  '/collection': [page(() => import('./features/collection/collection-page.tsx'), 'CollectionPage'), RadioTower],
}

export type BrandPath = keyof typeof places

export const brandRoutes = (Object.entries(places) as [BrandPath, Pick<ConsoleRoute, 'name' | 'group'>][]).map(
  ([path, place]): ConsoleRoute & { path: BrandPath } => ({
    ...{ path, ...place, page: parts[path][0] },
    ...(parts[path][1] && { icon: parts[path][1] }),
    ...(path === '/overview' && { prefetch: prefetchOverview }),
  }),
)

/** The brand's own settings. Opens first under Settings. */
export const brandSettings = {
  path: '/',
  name: 'Brand',
  group: 'Setup',
  icon: Settings,
  page: page(settings, 'BrandPage'),
} as const satisfies ConsoleRoute

/** Settings of the workspace and the account, below `/settings` of a brand, or of a workspace without one. */
export const settingsRoutes: readonly ConsoleRoute[] = [
  { path: '/members', name: 'Members', page: page(settings, 'MembersPage') },
  { path: '/keys', name: 'API keys', needs: 'list-keys', page: page(settings, 'KeysPage') },
  { path: '/webhooks', name: 'Webhooks', needs: 'list-webhooks', page: page(settings, 'WebhooksPage') },
  { path: '/webhooks/$webhookId', page: page(settings, 'WebhookPage') },
  { path: '/changes', name: 'Activity log', needs: 'list-changes', page: page(settings, 'ChangesPage') },
  { path: '/account', name: 'Account', page: page(settings, 'AccountPage') },
  { path: '/about', name: 'About', page: page(settings, 'AboutPage') },
]

/** Former paths below a brand, which bookmarks may hold. */
export const formerPaths = { '/ai-visitors': '/ai-traffic', '/knowledge': '/content' } as const

/** All pages of a brand that need no id, as paths below it. */
export const pagePaths: readonly string[] = [
  ...brandRoutes.map(({ path }) => path),
  '/settings',
  ...settingsRoutes.map(({ path }) => `/settings${path}`),
].filter((path) => !path.includes('$'))
