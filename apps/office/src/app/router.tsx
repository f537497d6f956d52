import type { Profile } from '@consilium/contract/profile/profile.ts'
import { dutyOf } from '@consilium/web-kit/login/duty.ts'
import { isPermitted } from '../lib/session/permission.ts'
import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { useSession } from '../lib/session/session.ts'
import { anythingUnsaved } from '../lib/unsaved.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { BrokenApp, BrokenPage, MissingPage } from './missing-page.tsx'
import { codeOf, WhenThere, type PageCode } from './page-code.tsx'
import type { PageDefinition } from '../lib/menu/page-definition.ts'
import { openPages, pages } from './pages.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: MissingPage,
  errorComponent: BrokenApp,
})

/** A failure is shown by the page itself. */
const preloading = (code: PageCode) => (): Promise<void> => code.fetch().catch(() => undefined)

function open({ path, load }: (typeof openPages)[number]) {
  const code = codeOf(load)
  const component = () => <WhenThere code={code} />
  const preload = preloading(code)
  return createRoute({ getParentRoute: () => root, path, loader: () => void preload(), component })
}

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })

const isAllowed = ({ roles, needs }: PageDefinition, profile: Profile) =>
  (roles?.includes(profile.user.roleType) ?? true) && isPermitted(profile, needs)

/** A page that the account may not see is shown as not found. */
function guarded(page: PageDefinition) {
  const code = codeOf(page.load)
  const preload = preloading(code)
  // Not awaited: the code loads in parallel with the session, and the frame is shown meanwhile.
  const component = () => <Guarded page={page} code={code} />
  return createRoute({
    getParentRoute: () => shell,
    path: page.path,
    loader: () => void preload(),
    component,
  })
}

function Guarded({ page, code }: { page: PageDefinition; code: PageCode }) {
  const profile = useSession()
  // The address changes before the page does.
  if (dutyOf(profile, page.path) !== null && !anythingUnsaved()) return null
  return isAllowed(page, profile) ? <WhenThere code={code} /> : <MissingPage />
}

/** Unknown addresses, with the frame of the app around their message. */
const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: MissingPage })

export const router = createRouter({
  routeTree: root.addChildren([...openPages.map(open), shell.addChildren([...pages.map(guarded), unknown])]),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingMinMs: 0,
})
