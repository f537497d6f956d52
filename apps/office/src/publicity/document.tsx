/** @jsxImportSource preact */
import { clientPath } from 'virtual:client-path'
import { link, LOGIN_PATH, PRIVACY_PATH, PROJECTS_PATH, VERIFY_PATH, type Choice } from './links.ts'
import styles from './style.css?inline'
import type { Host, Page, View } from './visit.ts'

const LANGUAGES = { 'zh-CN': 'en', en: 'zh-CN' } as const
const OPEN_GRAPH_LOCALES = { 'zh-CN': 'zh_CN', en: 'en_GB' } as const

/** Shown with a shared link (scripts/web/make-brand.ts). */
const SHARED_PICTURE = { url: '/icons/shared.png', width: 1200, height: 630, caption: undefined }

interface DocumentProps {
  view: View
  page: Page
  host: Pick<Host, 'nonce' | 'origin'>
}

const inLanguage = (choice: Choice, language: Choice['language'], { path, parameters }: Page) =>
  link(path, { ...choice, language }, parameters)

function Head({ view: { language, texts, choice }, page, host: { nonce, origin } }: DocumentProps) {
  const picture = page.picture ?? SHARED_PICTURE
  const title = page.path === PROJECTS_PATH ? `${page.title} · ${texts.tagline}` : page.title
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#182128" media="(prefers-color-scheme: dark)" />
      <meta name="format-detection" content="telephone=no" />
      <title>{`${title} · ${texts.name}`}</title>
      <meta name="description" content={page.description ?? texts.tagline} />
      {page.description ? null : <meta name="robots" content="noindex" />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={page.description ?? texts.tagline} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={texts.name} />
      <meta property="og:image" content={origin + picture.url} />
      <meta property="og:image:width" content={String(picture.width)} />
      <meta property="og:image:height" content={String(picture.height)} />
      {picture.caption ? <meta property="og:image:alt" content={picture.caption} /> : null}
      <meta name="twitter:card" content="summary_large_image" />
      <meta property="og:locale" content={OPEN_GRAPH_LOCALES[language]} />
      {page.description ? (
        <>
          <link rel="alternate" hreflang="zh-CN" href={origin + inLanguage(choice, 'zh-CN', page)} />
          <link rel="alternate" hreflang="en" href={origin + inLanguage(choice, 'en', page)} />
        </>
      ) : null}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />
      <script type="module" src={clientPath} />
    </head>
  )
}

function Header({ view: { texts, choice, language }, page }: Pick<DocumentProps, 'view' | 'page'>) {
  const other = LANGUAGES[language]
  const entries = [
    { path: PROJECTS_PATH, label: texts.projects },
    { path: VERIFY_PATH, label: texts.verification },
  ]
  return (
    <header class="bar">
      <div class="wide">
        <a class="brand" href={link(PROJECTS_PATH, choice)}>
          <img src="/favicon.svg" width="28" height="28" alt="" />
          {texts.name}
        </a>
        <nav aria-label={texts.navigation}>
          {entries.map(({ path, label }) => (
            <a
              href={link(path, choice)}
              aria-current={
                page.path === path ? 'page' : page.path.startsWith(`${path}/`) ? 'true' : undefined
              }
            >
              {label}
            </a>
          ))}
        </nav>
        <div class="side">
          <a
            href={inLanguage(choice, other, page)}
            lang={other}
            hreflang={other}
            title={texts.switchLanguage}
          >
            {texts.otherLanguage}
          </a>
          <a href={LOGIN_PATH}>{texts.logIn}</a>
        </div>
      </div>
    </header>
  )
}

const Footer = ({ texts, choice }: Pick<View, 'texts' | 'choice'>) => (
  <footer>
    <div class="wide">
      <p>
        <strong>{texts.name}</strong> · {texts.tagline}
      </p>
      <p>{texts.footer}</p>
      <p>{texts.footerHelp}</p>
      <p>
        <a href={link(PRIVACY_PATH, choice)}>{texts.privacy}</a>
      </p>
    </div>
  </footer>
)

/** The whole page, which works without the script. */
export const Document = ({ view, page, host }: DocumentProps) => (
  <html lang={view.language}>
    <Head view={view} page={page} host={host} />
    <body>
      <a class="skip" href="#content">
        {view.texts.skip}
      </a>
      {page.isBare ? null : <Header view={view} page={page} />}
      <main id="content" class="wide">
        {page.body}
      </main>
      {page.isBare ? null : <Footer {...view} />}
    </body>
  </html>
)
