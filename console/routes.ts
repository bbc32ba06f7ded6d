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

export const brandRoutes = [
  {
    path: '/overview',
    name: 'Overview',
    group: 'Overview',
    icon: LayoutDashboard,
    page: page(() => import('./features/overview/overview-page.tsx'), 'OverviewPage'),
    prefetch: prefetchOverview,
  },
  {
    path: '/prompts',
    name: 'Prompts',
    group: 'Visibility',
    icon: MessageSquare,
    page: page(() => import('./features/prompts/prompts-page.tsx'), 'PromptsPage'),
  },
  {
    path: '/answers',
    name: 'Answers',
    group: 'Visibility',
    icon: BookOpen,
    page: page(() => import('./features/answers/answers-page.tsx'), 'AnswersPage'),
  },
  {
    path: '/answers/$executionId',
    page: page(() => import('./features/answers/answers-page.tsx'), 'AnswersPage'),
  },
  {
    path: '/competitors',
    name: 'Competitors',
    group: 'Visibility',
    icon: Swords,
    page: page(() => import('./features/competitors/competitors-page.tsx'), 'CompetitorsPage'),
  },
  {
    path: '/sources',
    name: 'Sources',
    group: 'Visibility',
    icon: Quote,
    page: page(() => import('./features/cited-sources/cited-sources-page.tsx'), 'CitedSourcesPage'),
  },
  {
    path: '/ai-traffic',
    name: 'AI traffic',
    group: 'Website',
    icon: Bot,
    page: page(() => import('./features/ai-visitors/ai-visitors-page.tsx'), 'AiVisitorsPage'),
  },
  {
    path: '/site-health',
    name: 'Site health',
    group: 'Website',
    icon: HeartPulse,
    page: page(() => import('./features/site-health/site-health-page.tsx'), 'SiteHealthPage'),
  },
  {
    path: '/opportunities',
    name: 'Opportunities',
    group: 'Act',
    icon: Lightbulb,
    page: page(() => import('./features/opportunities/opportunities-page.tsx'), 'OpportunitiesPage'),
  },
  {
    path: '/content',
    name: 'Content',
    group: 'Act',
    icon: FilePen,
    page: page(() => import('./features/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
  },
  {
    path: '/experiments',
    name: 'Experiments',
    group: 'Act',
    icon: FlaskConical,
    page: page(() => import('./features/experiments/experiments-page.tsx'), 'ExperimentsPage'),
  },
  {
    path: '/experiments/$experimentId',
    page: page(() => import('./features/experiments/experiment-page.tsx'), 'ExperimentPage'),
  },
  {
    path: '/reports',
    name: 'Reports',
    group: 'Share',
    icon: FileChart,
    page: page(() => import('./features/reports/reports-page.tsx'), 'ReportsPage'),
  },
  {
    path: '/reports/$reportId',
    page: page(() => import('./features/reports/report-page.tsx'), 'ReportPage'),
  },
  {
    path: '/exports',
    name: 'Exports',
    group: 'Share',
    icon: Download,
    page: page(() => import('./features/exports/exports-page.tsx'), 'ExportsPage'),
  },
  {
    path: '/start',
    name: 'Get started',
    page: page(() => import('./features/start/start-page.tsx'), 'StartPage'),
  },
  {
    path: '/collection',
    name: 'Data collection',
    group: 'Setup',
    icon: RadioTower,
    page: page(() => import('./features/collection/collection-page.tsx'), 'CollectionPage'),
  },
] as const satisfies readonly ConsoleRoute[]

/** The brand's own settings. Opens first under Settings. */
export const brandSettings = {
  path: '/',
  name: 'Brand',
  group: 'Setup',
  icon: Settings,
  page: page(settings, 'BrandPage'),
} as const satisfies ConsoleRoute

/** Settings of the workspace and the account, below `/settings` of a brand, or of a workspace without one. */
export const settingsRoutes = [
  { path: '/members', name: 'Members', page: page(settings, 'MembersPage') },
  { path: '/keys', name: 'API keys', needs: 'list-keys', page: page(settings, 'KeysPage') },
  { path: '/webhooks', name: 'Webhooks', needs: 'list-webhooks', page: page(settings, 'WebhooksPage') },
  { path: '/webhooks/$webhookId', page: page(settings, 'WebhookPage') },
  { path: '/changes', name: 'Activity log', needs: 'list-changes', page: page(settings, 'ChangesPage') },
  { path: '/account', name: 'Account', page: page(settings, 'AccountPage') },
  { path: '/about', name: 'About', page: page(settings, 'AboutPage') },
] as const satisfies readonly ConsoleRoute[]

/** Former paths below a brand, which bookmarks may hold. */
export const formerPaths = { '/ai-visitors': '/ai-traffic', '/knowledge': '/content' } as const

/** All pages of a brand that need no id, as paths below it. */
export const pagePaths: readonly string[] = [
  ...brandRoutes.map(({ path }) => path),
  '/settings',
  ...settingsRoutes.map(({ path }) => `/settings${path}`),
].filter((path) => !path.includes('$'))
