import type { Profile } from '@consilium/contract/profile.ts'
import { VisuallyHidden } from '@mantine/core'
import { isPermitted } from '../lib/permission.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type AsyncRouteComponent,
} from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sessionQuery, useSession } from '../lib/session.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { BrokenPage, MissingPage } from './missing-page.tsx'
import type { PageDefinition } from '../lib/page-definition.ts'
import { pages } from './pages.ts'
import { queryClient } from './query-client.ts'
import { Shell } from './shell.tsx'
import { shellTexts } from './texts.ts'
import { useTexts } from '../lib/texts.ts'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: MissingPage,
  errorComponent: BrokenPage,
})

const pageOf = (load: PageDefinition['load']) =>
  lazyRouteComponent(load, 'Page') as AsyncRouteComponent<object>

/** Not done with Suspense, because React keeps a fallback on screen for at least 300 ms. */
function WhenThere({ Page }: { Page: AsyncRouteComponent<object> }) {
  const t = useTexts(shellTexts)
  // The router removes `preload` once the code is loaded.
  const [isThere, setThere] = useState(Page.preload === undefined)
  useEffect(() => void Page.preload?.()?.then(() => setThere(true)), [Page])
  return isThere ? <Page /> : <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
}

function outside(path: string, load: PageDefinition['load']) {
  const Page = pageOf(load)
  const loader = () => void Page.preload?.()
  const component = () => <WhenThere Page={Page} />
  return createRoute({ getParentRoute: () => root, path, loader, component })
}

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

const isAllowed = ({ roles, needs }: PageDefinition, profile: Profile) =>
  (roles?.includes(profile.user.roleType) ?? true) && isPermitted(profile, needs)

/** Errors are ignored here: the page makes the same request and shows them. */
async function prefetch(page: PageDefinition, params: Record<string, string>): Promise<void> {
  const profile = await queryClient.ensureQueryData(sessionQuery).catch(() => null)
  if (profile && isAllowed(page, profile)) page.prefetch?.(queryClient, profile, params)
}

/** A page that the account may not see is shown as not found. */
function guarded(page: PageDefinition) {
  const Page = pageOf(page.load)
  // Not awaited: the code loads in parallel with the session, and the frame is shown meanwhile.
  const loader = ({ params }: { params: Record<string, string> }) => {
    void Page.preload?.()
    if (page.prefetch) void prefetch(page, params)
  }
  const component = () => <Guarded page={page} Page={Page} />
  return createRoute({ getParentRoute: () => shell, path: page.path, loader, component })
}

function Guarded({ page, Page }: { page: PageDefinition; Page: AsyncRouteComponent<object> }) {
  return isAllowed(page, useSession()) ? <WhenThere Page={Page} /> : <MissingPage />
}

const login = () => import('../features/login/login-page.tsx')
const register = () => import('../features/login/register-page.tsx')

export const router = createRouter({
  routeTree: root.addChildren([
    outside('/login', login),
    outside('/forgotten', () => import('../features/login/forgotten-page.tsx')),
    outside('/register', register),
    outside('/register/$kind', register),
    shell.addChildren(pages.map(guarded)),
  ]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMinMs: 0,
})
