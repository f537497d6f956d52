import { CallFailed } from '@consilium/contract/client.ts'
import { isOfExperts, isOutside, loginAddress, MISSING_PATH } from '@consilium/web-kit/expert-paths.ts'
import type { NeedKind } from '@consilium/contract/overviews/overviews.ts'
import { ActionIcon, Box, Skeleton } from '@mantine/core'
import { IconChevronRight, IconMail, IconMenu2, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useSearch } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Brand } from '../components/brand.tsx'
import { usePhone } from '../components/forms/use-phone.ts'
import { PlainLink } from '../components/links.tsx'
import { RequestError } from '../components/dialogs/request-error.tsx'
import { SlowNote } from '../components/slow-note.tsx'
import { useEventStream, useUnreadCount } from '../lib/live/live.ts'
import { dutyOf, hasDuty } from '@consilium/web-kit/login/duty.ts'
import { moveOldViews } from '../lib/kept.ts'
import { arrivals } from '../lib/live/arrivals.ts'
import type { Search } from '../lib/search.ts'
import { rememberVisit } from '../lib/menu/visited.ts'
import { usePreference } from '../lib/preferences.ts'
import { sessionQuery, useSession } from '../lib/session/session.ts'
import { useStayAlive } from '../lib/live/stay-alive.ts'
import { useTexts } from '../lib/texts.ts'
import { menuFor, type MenuEntry, type MenuGroup } from '../lib/menu/menu.ts'
import { keepApp } from '../lib/versions.ts'
import { Account, HelpPlace, NeedsBar, PaletteButton } from './on-demand.tsx'
import { anythingUnsaved } from '../lib/unsaved.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { DutyNotice } from './duty-notice.tsx'
import { OfflinePage } from './offline-page.tsx'
import { SessionGuard } from './session-guard.tsx'
import classes from './shell.module.css'
import { menuTexts } from '../lib/menu/menu-texts.ts'
import { shellTexts } from './texts.ts'

const MENU_ID = 'menu'
const COUNT_SHOWN = 99

/** The frame of all pages behind the login. Without a session it redirects to the login, which returns to this address. */
export function Shell() {
  const { data, error, refetch } = useQuery(sessionQuery)
  // React draws a deferred value in parts, so that a slow phone answers while it draws the whole frame.
  const profile = useDeferredValue(data)
  const { href, pathname } = useLocation()
  const mayWork = !!profile && !hasDuty(profile)
  useEventStream(mayWork)
  useStayAlive(!!profile)
  useEffect(() => void (mayWork && keepApp()), [mayWork])
  const worker = mayWork ? profile.user.userId : null
  // What cannot be sent now is moved by the next window.
  useEffect(() => void (worker !== null && moveOldViews(worker).catch(() => undefined)), [worker])
  const isUnreachable = !(error instanceof CallFailed)
  if (error && data === undefined && isUnreachable) return <OfflinePage onRetry={() => void refetch()} />
  if (error && data === undefined)
    return (
      <Box component="main" p="md">
        <RequestError error={error} onRetry={() => void refetch()} />
      </Box>
    )
  if (isOutside(pathname)) return <HandOver to={href} />
  if (profile === undefined) return <FrameOnItsWay onRetry={() => void refetch()} />
  if (profile === null) return <ToLogin returnTo={href} />
  if (profile.user.roleType === 'doctor') return <HandOver to={isOfExperts(pathname) ? href : MISSING_PATH} />
  const duty = dutyOf(profile, pathname)
  if (duty === null) return <Frame />
  return anythingUnsaved() ? <Frame duty={duty} /> : <Navigate to={duty} replace />
}

const MENU_LINES_HEIGHT = 420
const PAGE_LINES_HEIGHT = 560

/** The frame before it is known who has logged in; it moves nothing when the menu and the page come. */
function FrameOnItsWay({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(shellTexts)
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <div className={classes.bar}>
          <span className={classes.brand}>
            <Brand size={28} />
            Consilium
          </span>
        </div>
      </header>
      <div className={classes.menu} aria-hidden>
        <Skeleton height={MENU_LINES_HEIGHT} />
      </div>
      <main className={classes.main} aria-busy aria-label={t('loading')}>
        <SlowNote queryKey={sessionQuery.queryKey} isFetching isStopped={false} onRetry={onRetry} />
        <Skeleton height={PAGE_LINES_HEIGHT} />
      </main>
    </div>
  )
}

/** The login is a page of the service, which returns to this address. */
function ToLogin({ returnTo }: { returnTo: string }) {
  useEffect(() => location.replace(loginAddress(returnTo)), [returnTo])
  return null
}

const HANDED_OVER = 'consilium.handedOver'
const AGAIN_AFTER_MS = 5000

/** The page at this address is one that the service renders; twice in a row it would be none. */
function HandOver({ to }: { to: string }) {
  const [isStuck, setStuck] = useState(false)
  useEffect(() => {
    const last = Number(sessionStorage.getItem(HANDED_OVER) ?? 0)
    if (Date.now() - last < AGAIN_AFTER_MS) return setStuck(true)
    sessionStorage.setItem(HANDED_OVER, String(Date.now()))
    return location.replace(to)
  }, [to])
  return isStuck ? <OfflinePage onRetry={() => location.reload()} /> : null
}

function Entry({ entry }: { entry: MenuEntry }) {
  const t = useTexts(menuTexts)
  const { pathname } = useLocation()
  const isHere = pathname === entry.to || (entry.to !== '/' && pathname.startsWith(`${entry.to}/`))
  return (
    <PlainLink to={entry.to} className={classes.entry} {...(isHere ? { 'aria-current': 'page' } : {})}>
      <entry.icon size={20} stroke={1.6} aria-hidden />
      {t(entry.key)}
    </PlainLink>
  )
}

/** Opened by its button on a phone; it closes with the next page, and by Esc. */
function useMenuOnPhone() {
  const { href } = useLocation()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [href])
  useEffect(() => {
    if (!isOpen) return undefined
    const stop = new AbortController()
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    window.addEventListener('keydown', close, { signal: stop.signal })
    return () => stop.abort()
  }, [isOpen])
  return { isOpen, toggle: () => setOpen(!isOpen) }
}

/** Keeps the entry of the present page in sight where the menu is higher than the window. */
function usePlaceInMenu(isShown: boolean) {
  const { pathname } = useLocation()
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const menu = ref.current!
    const here = menu.querySelector<HTMLElement>('[aria-current=page]')
    if (here === null) return
    const { top, bottom } = menu.getBoundingClientRect()
    const entry = here.getBoundingClientRect()
    if (entry.top < top || entry.bottom > bottom) menu.scrollTop += entry.top - (top + bottom) / 2
  }, [pathname, isShown])
  return ref
}

/** Remembers how each page was left, and moves the focus to the heading of the next one. */
function useVisits(): void {
  const { pathname, search } = useLocation()
  const { userId } = useSession().user
  const before = useRef(pathname)
  useEffect(() => rememberVisit(userId, pathname, search as Search), [userId, pathname, search])
  useLayoutEffect(() => {
    if (before.current !== pathname) arrivals.await()
    before.current = pathname
  }, [pathname])
}

/** `duty` is asked for in another window while this one holds unsaved changes. */
function Frame({ duty = null }: { duty?: string | null }) {
  const t = useTexts(shellTexts)
  const m = useTexts(menuTexts)
  useVisits()
  const { isOpen, toggle } = useMenuOnPhone()
  const isPhone = usePhone()
  const hasEntries = isOpen || !isPhone
  const menu = usePlaceInMenu(hasEntries)
  return (
    <div className={classes.frame}>
      <SessionGuard />
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <header className={classes.header}>
        <div className={classes.bar}>
          <ActionIcon
            color="gray"
            className={classes.burger}
            aria-expanded={isOpen}
            aria-controls={MENU_ID}
            aria-label={isOpen ? t('closeMenu') : t('openMenu')}
            onClick={toggle}
          >
            {isOpen ? <IconX aria-hidden /> : <IconMenu2 aria-hidden />}
          </ActionIcon>
          <PlainLink to="/" className={classes.brand}>
            <Brand size={28} />
            Consilium
          </PlainLink>
        </div>
        <div className={classes.bar}>
          <PaletteButton />
          <Unread />
          <Account />
        </div>
      </header>
      <nav
        ref={menu}
        id={MENU_ID}
        className={classes.menu}
        aria-label={t('menu')}
        {...(isOpen ? { 'data-open': true } : {})}
      >
        {hasEntries && <Groups titleOf={m} />}
      </nav>
      <main id="content" tabIndex={-1} className={classes.main}>
        <ConnectionBanner />
        {duty !== null && <DutyNotice to={duty} />}
        <ReviewBar />
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <HelpPlace />
    </div>
  )
}

/** On a page that was opened from what waits: the way to the next of it. */
function ReviewBar() {
  const { needs, of }: Search = useSearch({ strict: false })
  return needs && of ? <NeedsBar kind={needs as NeedKind} id={Number(of)} /> : null
}

function Groups({ titleOf }: { titleOf: (key: MenuGroup['key']) => string }) {
  const { pathname } = useLocation()
  const [folded, setFolded] = usePreference<readonly string[]>('foldedMenu', [])
  const isHere = ({ to }: MenuEntry) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`))
  const toggle = (key: string) =>
    setFolded(folded.includes(key) ? folded.filter((each) => each !== key) : [...folded, key])
  return menuFor(useSession()).map(({ key, entries }) => {
    const isFolded = folded.includes(key)
    // Where somebody is stays in sight.
    const shown = isFolded ? entries.filter(isHere) : entries
    return (
      <div key={key} className={classes.group} role="group" aria-label={titleOf(key)}>
        <button
          type="button"
          className={classes.groupName}
          aria-expanded={!isFolded}
          onClick={() => toggle(key)}
        >
          {titleOf(key)}
          <IconChevronRight size={14} aria-hidden className={classes.fold} />
        </button>
        {shown.map((entry) => (
          <Entry key={entry.to} entry={entry} />
        ))}
      </div>
    )
  })
}

function Unread() {
  const t = useTexts(shellTexts)
  const count = useUnreadCount()
  return (
    <PlainLink
      to="/messages"
      className={classes.icon}
      aria-label={count > COUNT_SHOWN ? t('messagesMany', { count: COUNT_SHOWN }) : t('messages', { count })}
    >
      <IconMail size={22} stroke={1.6} aria-hidden />
      {count > 0 && (
        <span className={classes.count} aria-hidden data-testid="unread">
          {count > COUNT_SHOWN ? `${COUNT_SHOWN}+` : count}
        </span>
      )}
    </PlainLink>
  )
}
