import { CallFailed, type Client } from '@consilium/contract/client.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { SESSION_COOKIE } from '@consilium/contract/login/session.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { profileRoutes, type Profile } from '@consilium/contract/profile/profile.ts'
import {
  EXPERT_PATHS,
  isOfExperts,
  isOutside,
  loginAddress,
  OUTSIDE_PATHS,
  plainPath,
} from '@consilium/web-kit/expert-paths.ts'
import { dutyOf, hasDuty } from '@consilium/web-kit/login/duty.ts'
import '@consilium/web-kit/moments.ts'
import { render as toHtml } from 'preact-render-to-string'
import { Document } from './frame/document.tsx'
import { agreementListPage } from './agreements/agreement-list-page.tsx'
import { failurePage, missingPage } from './frame/failure.tsx'
import { homePage } from './home/home-page.tsx'
import { feedPage } from './meetings/feed-page.tsx'
import { meetingListPage } from './meetings/meeting-list-page.tsx'
import { meetingPage } from './meetings/meeting-page.tsx'
import { messageListPage, messagePage } from './messages/message-pages.tsx'
import { openNotice } from './messages/notice-link.tsx'
import { OutsideDocument, type OutsidePage } from './outside/document.tsx'
import { forgottenPage } from './outside/forgotten-page.tsx'
import { loginPage } from './outside/login-page.tsx'
import { mailConfirmationPage } from './outside/mail-confirmation-page.tsx'
import { registerPage } from './outside/register-page.tsx'
import { ownAddress } from './outside/return-address.ts'
import { paymentsPage } from './payments/payments-page.tsx'
import { signingPage } from './signing/signing-page.tsx'
import { noticesPage } from './notices/notices-page.tsx'
import { newPlanPage, planForm } from './plans/plan-form.tsx'
import { planListPage } from './plans/plan-list-page.tsx'
import { planPage } from './plans/plan-page.tsx'
import { profileForm } from './profile/profile-form.tsx'
import { profilePage } from './profile/profile-page.tsx'
import { passwordPage } from './security/password-page.tsx'
import { securityPage } from './security/security-page.tsx'
import { openProjectsPage } from './sign-ups/open-projects-page.tsx'
import { signUpListPage } from './sign-ups/sign-up-list-page.tsx'
import {
  clientFor,
  viewOf,
  type Host,
  type Outcome,
  type OutsideVisit,
  type Page,
  type Redirect,
  type View,
  type Visit,
} from './visit.ts'

const OK = 200
const SEE_OTHER = 303
const UNAUTHENTICATED = 401
/** An origin for addresses that are those of this site wherever it runs. */
const IN_PROCESS = 'http://in.process'

type Handler = (visit: Visit, id: number) => Outcome | Promise<Outcome>

/** Routes of the pages; the group in parentheses is passed to the handler. */
const ROUTES: readonly [path: RegExp, handler: Handler][] = [
  [/^\/$/, homePage],
  [/^\/my-meetings\/?$/, meetingListPage],
  [/^\/my-meetings\/calendar$/, feedPage],
  [/^\/my-meetings\/([1-9]\d{0,15})$/, meetingPage],
  [/^\/my-agreements\/?$/, agreementListPage],
  [/^\/my-agreements\/([1-9]\d{0,15})$/, signingPage],
  [/^\/my-payments\/?$/, paymentsPage],
  [/^\/my-plans\/?$/, planListPage],
  [/^\/my-plans\/new$/, newPlanPage],
  [/^\/my-plans\/([1-9]\d{0,15})$/, planPage],
  [/^\/my-plans\/([1-9]\d{0,15})\/edit$/, planForm],
  [/^\/sign-ups\/?$/, signUpListPage],
  [/^\/sign-ups\/new$/, openProjectsPage],
  [/^\/notices\/?$/, noticesPage],
  [/^\/password$/, passwordPage],
  [/^\/security$/, securityPage],
  [/^\/my-profile\/?$/, profilePage],
  [/^\/my-profile\/edit$/, profileForm],
  [/^\/messages\/?$/, messageListPage],
  [/^\/messages\/([1-9]\d{0,15})$/, messagePage],
  [/^\/n\/[A-Za-z0-9]{1,20}$/, openNotice],
]

/** Pages outside a session, by the first part of their addresses. */
const OUTSIDE: Readonly<Record<string, (visit: OutsideVisit) => OutsidePage>> = {
  login: loginPage,
  register: registerPage,
  forgotten: forgottenPage,
  'mail-confirmation': mailConfirmationPage,
}
const LOGIN = '/login'

export const methods = ['GET'] as const

/** Addresses of these pages, in the form of the service's router. Some are those of the office for whoever is no expert. */
export const paths = [...EXPERT_PATHS, ...OUTSIDE_PATHS]

const mayHaveSession = (cookies: string | undefined) =>
  Object.values(SESSION_COOKIE).some((name) => cookies?.includes(`${name}=`))

/** Null without a session. */
async function profileOf(client: Client): Promise<Profile | null> {
  const { status, error, data } = await readProfile(client)
  if (status === UNAUTHENTICATED) return null
  if (error) throw error
  return data
}

async function readProfile(client: Client) {
  const outcome = await client.attempt(profileRoutes.getInfo, {})
  if (outcome.error === null) return { status: outcome.status, error: null, data: outcome.data }
  const error = new CallFailed(profileRoutes.getInfo, outcome.status, outcome.error)
  return { status: outcome.status, error, data: null }
}

/** An account that has to do something first may not read its messages yet. */
async function countUnread(client: Client, profile: Profile): Promise<number> {
  if (hasDuty(profile)) return 0
  const { total } = await client.call(messageRoutes.list, { query: { isRead: 'false', pageSize: 1 } })
  return total
}

async function answerTo(visit: Visit): Promise<Outcome> {
  for (const [path, handler] of ROUTES) {
    const match = path.exec(visit.path)
    if (match) return handler(visit, Number(match[1]))
  }
  return missingPage(visit)
}

/** A refusal of the API is told in its own words; other errors are those of the service. */
const told =
  (view: View) =>
  (error: unknown): Page => {
    if (error instanceof CallFailed) return failurePage(view, { status: error.status, refusal: error.answer })
    throw error
  }

function respond(view: View & Partial<Visit>, outcome: Outcome, host: Host, path: string): Response {
  if ('location' in outcome) return redirect(outcome)
  const html = toHtml(<Document view={view} page={outcome} nonce={host.nonce} path={path} />)
  return answer(view, html, outcome.status)
}

const redirect = ({ location }: Redirect) => new Response(null, { status: SEE_OTHER, headers: { location } })

const answer = (view: View, html: string, status: number) =>
  new Response(`<!doctype html>${html}`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-language': view.language },
  })

/** A page outside a session, which is the same for everybody; but whoever is logged in is led on from the login. */
async function renderOutside(visit: OutsideVisit, host: Host): Promise<Response> {
  const { path, query, client } = visit
  if (path === LOGIN && mayHaveSession(host.cookies) && (await profileOf(client)))
    return redirect({ location: ownAddress(query.get('returnTo'), IN_PROCESS) })
  return respondOutside(visit, OUTSIDE[path.split('/')[1]!]!(visit), host)
}

const respondOutside = (view: View, page: OutsidePage, { nonce }: Host) =>
  answer(view, toHtml(<OutsideDocument view={view} page={page} nonce={nonce} />), page.status ?? OK)

const isKnown = (pathname: string) => isOfExperts(pathname) || isOutside(pathname)

/**
 * Answers a request for a page of an expert, for one outside a session, or for an address that is none; null for people of the
 * office. Nobody waits for the office to be told of the login, or that there is no such page.
 */
export async function render(request: Request, host: Host): Promise<Response | null> {
  const view = viewOf(host)
  const client = clientFor(host, view.language)
  const { pathname, search, searchParams: query } = new URL(request.url)
  const plain = plainPath(pathname)
  if (!isKnown(pathname) && isKnown(plain)) return redirect({ location: plain + search })
  if (isOutside(pathname)) return renderOutside({ ...view, path: pathname, query, client }, host)
  const profile = mayHaveSession(host.cookies) ? await profileOf(client) : null
  if (profile === null)
    return isOfExperts(pathname)
      ? redirect({ location: loginAddress(pathname + search) })
      : respondOutside(view, missingPage(view), host)
  if (profile.user.roleType !== 'doctor') return null
  const duty = dutyOf(profile, pathname)
  if (duty !== null) return redirect({ location: duty })
  const { now, cookies } = host
  const unread = await countUnread(client, profile)
  const visit = { ...view, now, path: pathname, query, client, profile, unread, cookies }
  return respond(visit, await answerTo(visit).catch(told(view)), host, pathname)
}

/** Returns the page for a request that failed before or in `render`. */
export function renderFailure(
  request: Request,
  host: Host,
  failure: { status: number; refusal: ErrorAnswer },
): Response {
  const view = viewOf(host)
  return respond(view, failurePage(view, failure), host, new URL(request.url).pathname)
}
