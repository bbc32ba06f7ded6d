import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Problem, type ResponseOf } from './api/client.ts'
import { read, readAll, whoami } from './api/queries.ts'
import { prefetchOverview } from './features/overview/prefetch.ts'
import { NotFound, RouteProblem } from './frame/route-problem.tsx'
import { SignedIn } from './frame/signed-in.tsx'
import { parseSearch, type Search, stringifySearch } from './search/url.ts'
import { clearOtherDrafts } from './ui/use-draft.ts'

/** Each page validates its own parameters and shows invalid values. */
const validateSearch = (search: Record<string, unknown>): Search => search as Search

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  validateSearch,
})

const account = { getParentRoute: () => root } as const
const page = (load: () => Promise<Record<string, unknown>>, name: string) =>
  lazyRouteComponent(load as () => Promise<Record<string, () => React.ReactNode>>, name)

const accountPages = () => import('./features/account/pages.tsx')
const signIn = createRoute({ ...account, path: '/sign-in', component: page(accountPages, 'SignInPage') })
const setUp = createRoute({ ...account, path: '/set-up', component: page(accountPages, 'SetUpPage') })
const signInLink = createRoute({
  ...account,
  path: '/sign-in-link',
  component: page(accountPages, 'SignInLinkPage'),
})
const invitation = createRoute({
  ...account,
  path: '/invitation',
  component: page(accountPages, 'InvitationPage'),
})
const choosePassword = createRoute({
  ...account,
  path: '/choose-password',
  component: page(accountPages, 'ChoosePasswordPage'),
})

/** All routes below require sign-in and return here after it. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: SignedIn,
  errorComponent: RouteProblem,
  async beforeLoad({ context: { queries }, location }) {
    // If the session expired, the page stays and shows the sign-in dialog.
    const me = await queries.fetchQuery(whoami).catch((error: unknown) => {
      const before = queries.getQueryData(whoami.queryKey)
      if (before != null && error instanceof Problem && error.isSignedOut) return before
      throw error
    })
    if (me === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
    clearOtherDrafts(me.id)
    return { me }
  },
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: page(() => import('./features/brands/home-page.tsx'), 'HomePage'),
})

const connect = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect',
  component: page(() => import('./features/connect/connect-page.tsx'), 'ConnectPage'),
})
const workspace = createRoute({
  getParentRoute: () => signedIn,
  path: '/$workspaceId',
  component: page(() => import('./frame/workspace-frame.tsx'), 'WorkspaceFrame'),
  async loader({ context: { queries, me }, params: { workspaceId } }) {
    // The frame requires the second factor first; workspace data is not readable before.
    if (me.workspaces.some(({ id, needs_second_factor: isMissing }) => id === workspaceId && isMissing))
      return
    await queries.ensureQueryData(read(workspaceId, 'list-brands', {}))
  },
})
const inWorkspace = { getParentRoute: () => workspace } as const
const settingsPages = () => import('./features/settings/pages.tsx')
const newBrand = createRoute({
  ...inWorkspace,
  path: '/new-brand',
  component: page(() => import('./features/brands/new-brand-page.tsx'), 'NewBrandPage'),
})
const members = createRoute({
  ...inWorkspace,
  path: '/settings/members',
  component: page(settingsPages, 'MembersPage'),
})
const keys = createRoute({
  ...inWorkspace,
  path: '/settings/keys',
  component: page(settingsPages, 'KeysPage'),
})
const webhooks = createRoute({
  ...inWorkspace,
  path: '/settings/webhooks',
  component: page(settingsPages, 'WebhooksPage'),
})
const webhook = createRoute({
  ...inWorkspace,
  path: '/settings/webhooks/$webhookId',
  component: page(settingsPages, 'WebhookPage'),
})
const changes = createRoute({
  ...inWorkspace,
  path: '/settings/changes',
  component: page(settingsPages, 'ChangesPage'),
})
const myAccount = createRoute({
  ...inWorkspace,
  path: '/settings/account',
  component: page(settingsPages, 'AccountPage'),
})
const about = createRoute({
  ...inWorkspace,
  path: '/settings/about',
  component: page(settingsPages, 'AboutPage'),
})

const brand = createRoute({
  ...inWorkspace,
  path: '/$brandId',
  component: Outlet,
  errorComponent: RouteProblem,
  async loader({ context: { queries }, params: { workspaceId, brandId } }) {
    void queries.prefetchQuery(readAll(workspaceId, 'list-competitors', { brand_id: brandId }))
    void queries.prefetchQuery(readAll(workspaceId, 'list-engines', { brand_id: brandId }))
    const brands = read(workspaceId, 'list-brands', {})
    const isThere = ({ data }: ResponseOf<'list-brands'>) => data.some(({ id }) => id === brandId)
    // The cached list may lack a brand that was just created.
    if (isThere(await queries.ensureQueryData(brands))) return
    if (!isThere(await queries.fetchQuery({ ...brands, staleTime: 0 })))
      throw new Problem('not_found', 'Brand not found.', 404)
  },
})
const inBrand = { getParentRoute: () => brand } as const
const brandHome = createRoute({
  ...inBrand,
  path: '/',
  beforeLoad({ params }) {
    throw redirect({ to: '/$workspaceId/$brandId/overview', params })
  },
})
const start = createRoute({
  ...inBrand,
  path: '/start',
  component: page(() => import('./features/start/start-page.tsx'), 'StartPage'),
})
const overview = createRoute({
  ...inBrand,
  path: '/overview',
  component: page(() => import('./features/overview/overview-page.tsx'), 'OverviewPage'),
  loader({ context: { queries }, params: { workspaceId, brandId }, location }) {
    prefetchOverview(queries, workspaceId, brandId, location.search as Search)
  },
})
const answers = createRoute({
  ...inBrand,
  path: '/answers',
  component: page(() => import('./features/answers/answers-page.tsx'), 'AnswersPage'),
})
const answer = createRoute({
  ...inBrand,
  path: '/answers/$executionId',
  component: page(() => import('./features/answers/answer-page.tsx'), 'AnswerPage'),
})
const competitors = createRoute({
  ...inBrand,
  path: '/competitors',
  component: page(() => import('./features/competitors/competitors-page.tsx'), 'CompetitorsPage'),
})
const prompts = createRoute({
  ...inBrand,
  path: '/prompts',
  component: page(() => import('./features/prompts/prompts-page.tsx'), 'PromptsPage'),
})
const prompt = createRoute({
  ...inBrand,
  path: '/prompts/$promptId',
  component: page(() => import('./features/prompts/prompt-page.tsx'), 'PromptPage'),
})
const sources = createRoute({
  ...inBrand,
  path: '/sources',
  component: page(() => import('./features/cited-sources/cited-sources-page.tsx'), 'CitedSourcesPage'),
})
const visitors = createRoute({
  ...inBrand,
  path: '/ai-visitors',
  component: page(() => import('./features/ai-visitors/ai-visitors-page.tsx'), 'AiVisitorsPage'),
})
const siteHealth = createRoute({
  ...inBrand,
  path: '/site-health',
  component: page(() => import('./features/site-health/site-health-page.tsx'), 'SiteHealthPage'),
})
const opportunities = createRoute({
  ...inBrand,
  path: '/opportunities',
  component: page(() => import('./features/opportunities/opportunities-page.tsx'), 'OpportunitiesPage'),
})
const reports = createRoute({
  ...inBrand,
  path: '/reports',
  component: page(() => import('./features/reports/reports-page.tsx'), 'ReportsPage'),
})
const report = createRoute({
  ...inBrand,
  path: '/reports/$reportId',
  component: page(() => import('./features/reports/report-page.tsx'), 'ReportPage'),
})
const knowledge = createRoute({
  ...inBrand,
  path: '/knowledge',
  component: page(() => import('./features/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
})
const collection = createRoute({
  ...inBrand,
  path: '/collection',
  component: page(() => import('./features/collection/collection-page.tsx'), 'CollectionPage'),
})

const exports = createRoute({
  ...inBrand,
  path: '/exports',
  component: page(() => import('./features/exports/exports-page.tsx'), 'ExportsPage'),
})
const brandSettings = createRoute({
  ...inBrand,
  path: '/settings',
  component: page(settingsPages, 'BrandPage'),
})

const routeTree = root.addChildren([
  signIn,
  setUp,
  signInLink,
  invitation,
  choosePassword,
  signedIn.addChildren([
    home,
    connect,
    workspace.addChildren([
      newBrand,
      members,
      keys,
      webhooks,
      webhook,
      changes,
      myAccount,
      about,
      brand.addChildren([
        brandHome,
        start,
        overview,
        answers,
        answer,
        competitors,
        prompts,
        prompt,
        sources,
        visitors,
        siteHealth,
        opportunities,
        reports,
        report,
        knowledge,
        collection,
        exports,
        brandSettings,
      ]),
    ]),
  ]),
])

export const createConsoleRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: RouteProblem,
    defaultNotFoundComponent: NotFound,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
