import { PRIVACY_PATH } from '@consilium/contract/addresses.ts'
import { outsideFrameTexts } from '@consilium/web-kit/words/outside-texts.ts'
import type { ComponentChildren } from 'preact'
import { laterPaths } from 'virtual:client-path'
import { Head } from '../frame/document.tsx'
import { frameTexts } from '../frame/texts.ts'
import type { View } from '../visit.ts'
import { secretStyles } from '../parts/inputs/secrets.tsx'
import styles from './style.css?inline'
import { outsideTexts } from './texts.ts'

/** As the manifest of the build names it. */
const SCRIPT = 'src/client/outside/outside.ts'
const ROLES = ['expert', 'executor', 'sponsor'] as const

/** A page outside a session. */
export interface OutsidePage {
  /** 200 by default. */
  status?: number
  title: string
  body: ComponentChildren
}

/** Says to those who come here for the first time what they can do here. */
function About({ view }: { view: View }) {
  const t = view.say(outsideFrameTexts)
  return (
    <aside class="about" aria-label={t('about')}>
      <p class="mark">
        <img src="/favicon.svg" width="44" height="44" alt="" />
        Consilium
      </p>
      <h2>{t('claim')}</h2>
      <ul>
        {ROLES.map((role) => (
          <li key={role}>
            <strong>{t(role)}</strong>
            <span>{t(`${role}About`)}</span>
          </li>
        ))}
      </ul>
    </aside>
  )
}

function Top({ view }: { view: View }) {
  const t = view.say(outsideFrameTexts)
  const other = view.language === 'en' ? 'zh-CN' : 'en'
  return (
    <div class="top">
      <img src="/favicon.svg" width="36" height="36" alt="" />
      <p>
        <strong>Consilium</strong>
        <span class="soft">{t('welcome')}</span>
      </p>
      <button type="button" class="button quiet" lang={other} data-language={other}>
        {t('language')}
      </button>
    </div>
  )
}

interface DocumentProps {
  view: View
  page: OutsidePage
  nonce: string
}

/** The whole page. Its script replaces the frame where another language is chosen. */
export function OutsideDocument({ view, page, nonce }: DocumentProps) {
  const t = view.say(outsideFrameTexts)
  return (
    <html lang={view.language}>
      <Head
        view={view}
        page={{ ...page, styles: secretStyles + styles }}
        nonce={nonce}
        ahead={laterPaths[SCRIPT]}
      />
      <body data-outside>
        <a class="skip" href="#content">
          {view.say(frameTexts)('skip')}
        </a>
        <div class="outside" data-script="outside">
          <About view={view} />
          <main id="content" tabIndex={-1}>
            <Top view={view} />
            <div class="card sheet">
              <h1 tabIndex={-1}>{page.title}</h1>
              <noscript>
                <p class="notice warning">{view.say(outsideTexts)('withoutScript')}</p>
              </noscript>
              {page.body}
            </div>
            <p class="feet">
              <a href="/publicity">{t('publicPage')}</a>
              <a href={PRIVACY_PATH}>{t('privacy')}</a>
            </p>
          </main>
        </div>
        <div id="toasts" role="status" aria-live="polite" />
      </body>
    </html>
  )
}
