import {
  AppShell,
  Box,
  Burger,
  Group,
  Indicator,
  NavLink,
  ScrollArea,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { PlainLink } from '../components/links.tsx'
import { RequestError } from '../components/request-error.tsx'
import { useEventStream, useUnreadCount } from '../lib/live.ts'
import { sessionQuery, useSession } from '../lib/session.ts'
import { useTexts } from '../lib/texts.ts'
import { AccountMenu } from './account-menu.tsx'
import { menuFor, type MenuEntry } from './menu.ts'
import { menuTexts, shellTexts } from './texts.ts'
import classes from './shell.module.css'

const Palette = lazy(() => import('./palette.tsx'))

const NAVBAR_WIDTH = 232
const HEADER_HEIGHT = 56

/** Behind the login: whoever is not logged in goes there, and comes back to this address. */
export function Shell() {
  const { data: profile, error, refetch } = useQuery(sessionQuery)
  const { href, pathname } = useLocation()
  useEventStream(profile !== null && profile !== undefined && !profile.user.mustChangePassword)
  if (error)
    return (
      <Box component="main" p="md">
        <RequestError error={error} onRetry={() => void refetch()} />
      </Box>
    )
  if (profile === undefined) return null
  if (profile === null) return <Navigate to="/login" search={{ returnTo: href } as never} replace />
  if (profile.user.mustChangePassword && pathname !== '/password') return <Navigate to="/password" replace />
  return <Frame />
}

function Entry({ entry, onChoose }: { entry: MenuEntry; onChoose: () => void }) {
  const t = useTexts(menuTexts)
  const { pathname } = useLocation()
  const isHere =
    entry.to === '/' ? pathname === '/' : pathname === entry.to || pathname.startsWith(`${entry.to}/`)
  return (
    <NavLink
      renderRoot={(props: object) => <Link {...props} to={entry.to} search={{} as never} />}
      label={t(entry.key)}
      leftSection={<entry.icon size={20} stroke={1.6} aria-hidden />}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      className={classes.entry}
      onClick={onChoose}
    />
  )
}

function Frame() {
  const t = useTexts(shellTexts)
  const m = useTexts(menuTexts)
  const profile = useSession()
  const { pathname } = useLocation()
  const [isOpen, { toggle, close }] = useDisclosure()
  useEffect(() => close(), [pathname, close])
  return (
    <AppShell
      header={{ height: HEADER_HEIGHT }}
      navbar={{ width: NAVBAR_WIDTH, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              className={classes.burger}
              aria-expanded={isOpen}
              aria-label={isOpen ? t('closeMenu') : t('openMenu')}
            />
            <PlainLink to="/" className={classes.brand} aria-label="Consilium">
              <img src="/favicon.svg" width={28} height={28} alt="" />
              <Text fw={700} component="span">
                Consilium
              </Text>
            </PlainLink>
          </Group>
          <Group gap={4} wrap="nowrap">
            <Suspense>
              <Palette />
            </Suspense>
            <Unread />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('menu')}>
        <ScrollArea p="xs" type="auto">
          {menuFor(profile).map(({ key, entries }) => (
            <Box key={key} mb="sm">
              <Text size="xs" c="dimmed" px="xs" py={4}>
                {m(key)}
              </Text>
              {entries.map((entry) => (
                <Entry key={entry.to} entry={entry} onChoose={close} />
              ))}
            </Box>
          ))}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <Suspense fallback={<VisuallyHidden role="status">{t('loading')}</VisuallyHidden>}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}

function Unread() {
  const t = useTexts(shellTexts)
  const count = useUnreadCount()
  const shown = 99
  return (
    <PlainLink to="/messages" className={classes.icon} aria-label={t('messages', { count })}>
      <Indicator
        disabled={count === 0}
        label={count > shown ? `${shown}+` : count}
        size={18}
        color="red"
        offset={2}
      >
        <IconMail size={22} stroke={1.6} aria-hidden />
      </Indicator>
    </PlainLink>
  )
}
