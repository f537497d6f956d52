import { initials } from '@consilium/web-kit/initials.ts'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { hasDuty } from '@consilium/web-kit/login/duty.ts'
import { clientPath } from 'virtual:client-path'
import { Icon } from '../parts/icon.tsx'
import { Sending } from '../parts/sending.tsx'
import type { Page, View, Visit } from '../visit.ts'
import { LoginAgain } from './again.tsx'
import { isHere, menuFor, thumbsFor } from './menu.ts'
import styles from './style.css?inline'
import { frameTexts } from './texts.ts'

const COUNT_SHOWN = 99
const DARK = '(prefers-color-scheme: dark)'

/** Colors that somebody has chosen replace those of the device. */
function stylesFor({ look: { scheme } }: View, { styles: own = '' }: Pick<Page, 'styles'>): string {
  const all = styles + own
  if (scheme === null) return all
  const chosen = scheme === 'dark' ? 'all' : 'not all'
  return all.replaceAll(DARK, chosen).replaceAll('color-scheme: light dark', `color-scheme: ${scheme}`)
}

interface HeadProps {
  view: View
  page: Pick<Page, 'title' | 'styles'>
  nonce: string
  /** A script that every visitor of the page needs after the first one. */
  ahead?: string | undefined
}

export function Head({ view, page, nonce, ahead }: HeadProps) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content={view.look.scheme ?? 'light dark'} />
      <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#172127" media="(prefers-color-scheme: dark)" />
      <meta name="format-detection" content="telephone=no" />
      <meta name="robots" content="noindex" />
      <title>{`${page.title} · Consilium`}</title>
      <link rel="manifest" href="/app.webmanifest" />
      <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: stylesFor(view, page) }} />
      <script type="module" src={clientPath} />
      {ahead !== undefined && <link rel="modulepreload" href={ahead} />}
    </head>
  )
}

function Unread({ visit }: { visit: Visit }) {
  const t = visit.say(frameTexts)
  const { unread } = visit
  const isMany = unread > COUNT_SHOWN
  return (
    <a
      id="unread"
      class="symbol"
      href="/messages"
      aria-label={isMany ? t('messagesMany', { count: COUNT_SHOWN }) : t('messagesUnread', { count: unread })}
    >
      <Icon name="mail" />
      {unread > 0 && (
        <span class="count" aria-hidden="true" data-testid="unread">
          {isMany ? `${COUNT_SHOWN}+` : unread}
        </span>
      )}
    </a>
  )
}

function Account({ visit }: { visit: Visit }) {
  const t = visit.say(frameTexts)
  const { user } = visit.profile
  const isEnglish = visit.language === 'en'
  return (
    <div class="account">
      <button
        type="button"
        class="symbol"
        aria-expanded="false"
        aria-controls="account"
        aria-label={t('account', { name: user.name })}
      >
        <span class="avatar" data-initials={initials(user.name)} />
      </button>
      <div id="account" class="choices" hidden>
        <p>
          <strong>{user.name}</strong>
          <small>{t('role')}</small>
        </p>
        <button type="button" data-language={isEnglish ? 'zh-CN' : 'en'} lang={isEnglish ? 'zh-CN' : 'en'}>
          {t(isEnglish ? 'toChinese' : 'toEnglish')}
        </button>
        <p>
          <small>{t('appearance')}</small>
        </p>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <button key={scheme} type="button" data-scheme={scheme}>
            {t(scheme)}
          </button>
        ))}
        <a href="/security">{t('security')}</a>
        <Sending route={accountRoutes.logout} then="/login">
          <button type="submit" data-leaves>
            {t('logout')}
          </button>
        </Sending>
      </div>
    </div>
  )
}

/** An account with a duty has no ways to other pages. */
function Header({ visit, isFree }: { visit: Visit; isFree: boolean }) {
  const t = visit.say(frameTexts)
  return (
    <header>
      <div class="bar">
        {isFree && (
          <button
            type="button"
            class="symbol burger"
            aria-expanded="false"
            aria-controls="menu"
            aria-label={t('menu')}
          >
            <Icon name="menu" />
          </button>
        )}
        <a class="brand" href="/">
          <img src="/favicon.svg" width="28" height="28" alt="" />
          Consilium
        </a>
      </div>
      <div class="bar">
        {isFree && <Unread visit={visit} />}
        <Account visit={visit} />
      </div>
    </header>
  )
}

function Menu({ visit, path }: { visit: Visit; path: string }) {
  const t = visit.say(frameTexts)
  return (
    <nav id="menu" class="menu" aria-label={t('menu')}>
      {menuFor(visit).map(({ key, to, icon }) => (
        <a key={to} href={to} aria-current={isHere(path, to) ? 'page' : undefined}>
          <Icon name={icon} />
          {t(key)}
        </a>
      ))}
    </nav>
  )
}

function Thumbs({ visit, path }: { visit: Visit; path: string }) {
  const t = visit.say(frameTexts)
  return (
    <nav class="thumbs" aria-label={t('thumbs')}>
      {thumbsFor(visit).map(({ thumb, key, to, icon }) => (
        <a key={to} href={to} aria-current={isHere(path, to) ? 'page' : undefined}>
          <Icon name={icon} />
          {t(thumb ?? key)}
        </a>
      ))}
    </nav>
  )
}

function PageHead({ page: { title, subtitle, actions, back }, view }: { page: Page; view: View }) {
  const t = view.say(frameTexts)
  return (
    <div class="page-head">
      {back !== undefined && (
        <a class="symbol" href={back} aria-label={t('back')}>
          <Icon name="back" />
        </a>
      )}
      <div class="titles">
        <h1 tabIndex={-1}>{title}</h1>
        {subtitle && <p class="soft">{subtitle}</p>}
      </div>
      {actions && <div class="actions">{actions}</div>}
    </div>
  )
}

const isVisit = (view: View & Partial<Visit>): view is Visit => view.profile !== undefined

interface DocumentProps {
  view: View & Partial<Visit>
  page: Page
  nonce: string
  path: string
}

/** The whole page; without a visit it could not be found out whose it is. */
export function Document({ view, page, nonce, path }: DocumentProps) {
  const t = view.say(frameTexts)
  const visit = isVisit(view) ? view : null
  const free = visit && !hasDuty(visit.profile) ? visit : null
  return (
    <html lang={view.language}>
      <Head view={view} page={page} nonce={nonce} />
      <body
        data-user={visit?.profile.user.userId}
        data-name={visit?.profile.user.name}
        data-last-message={visit?.profile.lastMessageId}
        data-duty={visit && !free ? '' : undefined}
      >
        <a class="skip" href="#content">
          {t('skip')}
        </a>
        {visit && <Header visit={visit} isFree={free !== null} />}
        <div class="frame">
          {free && <Menu visit={free} path={path} />}
          <main id="content" tabIndex={-1}>
            <PageHead page={page} view={view} />
            {page.body}
          </main>
        </div>
        {free && <Thumbs visit={free} path={path} />}
        {visit && <LoginAgain visit={visit} />}
        <div id="toasts" role="status" aria-live="polite" />
      </body>
    </html>
  )
}
