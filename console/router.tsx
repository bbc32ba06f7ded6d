import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { Problem, type ResponseOf } from './api/client.ts'
import { read, readAll, whoami } from './api/queries.ts'
import { NotFound, RouteProblem } from './frame/route-problem.tsx'
import { SignedIn } from './frame/signed-in.tsx'
import {
  type BrandPath,
  brandRoutes,
  brandSettings,
  type ConsoleRoute,
  formerPaths,
  page,
  settingsRoutes,
} from './routes.ts'
import { parseSearch, type Search, stringifySearch } from './search/url.ts'
import { clearOtherDrafts } from './ui/use-draft.ts'

/** Each page validates its own parameters and shows invalid values. */
const validateSearch = (search: Record<string, unknown>): Search => search as Search

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  validateSearch,
})

const accountPages = () => import('./features/account/pages.tsx')
const accountRoute = <const P extends string>(path: P, name: keyof Awaited<ReturnType<typeof accountPages>>) =>
  createRoute({ getParentRoute: () => root, path, component: page(accountPages, name) })

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
    if (me.workspaces.some(({ id, needs_second_factor: isMissing }) => id === workspaceId && isMissing)) return
    await queries.ensureQueryData(read(workspaceId, 'list-brands', {}))
  },
})
const newBrand = createRoute({
  getParentRoute: () => workspace,
  path: '/new-brand',
  component: page(() => import('./features/brands/new-brand-page.tsx'), 'NewBrandPage'),
})

const settingsFrame = page(() => import('./frame/settings-frame.tsx'), 'SettingsFrame')
const workspaceSettings = createRoute({ getParentRoute: () => workspace, path: '/settings', component: settingsFrame })
/** The same settings pages below a workspace and below a brand. */
const settingsBelow = <P extends typeof workspaceSettings | typeof settings>(parent: P) =>
  settingsRoutes.map(({ path, page: component }) =>
    createRoute({ getParentRoute: () => parent, path: path as '/members', component }),
  )
const workspaceSettingsHome = createRoute({
  getParentRoute: () => workspaceSettings,
  path: '/',
  beforeLoad({ params }) {
    throw redirect({ to: '/$workspaceId/settings/members', params })
  },
})

const brand = createRoute({
  getParentRoute: () => workspace,
  path: '/$brandId',
  component: Outlet,
  errorComponent: RouteProblem,
  async loader({ context: { queries }, params: { workspaceId, brandId } }) {
    void queries.prefetchQuery(readAll(workspaceId, 'list-competitors', { brand_id: brandId }))
    const brands = read(workspaceId, 'list-brands', {})
    const isThere = ({ data }: ResponseOf<'list-brands'>) => data.some(({ id }) => id === brandId)
    // The cached list may lack a brand that was just created.
    if (isThere(await queries.ensureQueryData(brands))) return
    if (!isThere(await queries.fetchQuery({ ...brands, staleTime: 0 })))
      throw new Problem('not_found', 'Brand not found.', 404)
  },
})
const redirectInBrand = (path: string, to: string) =>
  createRoute({
    getParentRoute: () => brand,
    path,
    beforeLoad({ params: { workspaceId, brandId }, location }) {
      throw redirect({ to: `/${workspaceId}/${brandId}${to}` as '/', search: location.search as never })
    },
  })
/** A prompt opens over the table of prompts. */
const promptDrawer = createRoute({
  getParentRoute: () => brand,
  path: '/prompts/$promptId',
  beforeLoad({ params: { promptId, ...params }, location }) {
    const search = { ...location.search, open: promptId } as never
    throw redirect({ to: '/$workspaceId/$brandId/prompts', params, search })
  },
})
function brandPage<const P extends string>({ path, page, prefetch }: Omit<ConsoleRoute, 'path'> & { path: P }) {
  return createRoute({
    getParentRoute: () => brand,
    path,
    component: page,
    loader({ context: { queries }, params, location }) {
      const { workspaceId, brandId } = params as { workspaceId: string; brandId: string }
      prefetch?.(queries, workspaceId, brandId, location.search as Search)
    },
  })
}
/** Keeps each path's type, so that links to it are checked. */
type BrandPages = { [P in BrandPath]: ReturnType<typeof brandPage<P>> }[BrandPath][]
const brandPages = brandRoutes.map((route) => brandPage(route)) as unknown as BrandPages

const settings = createRoute({ getParentRoute: () => brand, path: '/settings', component: settingsFrame })
const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: brandSettings.path,
  component: brandSettings.page,
})

const routeTree = root.addChildren([
  accountRoute('/sign-in', 'SignInPage'),
  accountRoute('/set-up', 'SetUpPage'),
  accountRoute('/sign-in-link', 'SignInLinkPage'),
  accountRoute('/invitation', 'InvitationPage'),
  accountRoute('/choose-password', 'ChoosePasswordPage'),
  signedIn.addChildren([
    home,
    connect,
    workspace.addChildren([
      newBrand,
      workspaceSettings.addChildren([workspaceSettingsHome, ...settingsBelow(workspaceSettings)]),
      brand.addChildren([
        redirectInBrand('/', '/overview'),
        ...Object.entries(formerPaths).map(([path, to]) => redirectInBrand(path, to)),
        ...brandPages,
        promptDrawer,
        settings.addChildren([settingsHome, ...settingsBelow(settings)]),
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
