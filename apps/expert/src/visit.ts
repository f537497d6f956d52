import { createClient, type Client, type ClientOptions } from '@consilium/contract/client.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Profile } from '@consilium/contract/profile/profile.ts'
import { readLook, type Look } from '@consilium/web-kit/look.ts'
import { textOf, type Pairs, type Texts, type Translate } from '@consilium/web-kit/texts.ts'
import type { ComponentChildren } from 'preact'

/** What the server provides to the pages. */
export interface Host {
  /** Calls the API with the session of the visitor. */
  fetch: NonNullable<ClientOptions['fetch']>
  apiPath: string
  /** Nonce of the Content-Security-Policy of this response. */
  nonce: string
  /** Preferred language of the browser. */
  language: Language
  cookies: string | undefined
  /** `yyyy-MM-dd HH:mm:ss` in the zone of the service. */
  now: string
}

/** How a page is shown: language, colors and the words for it. */
export interface View {
  language: Language
  look: Look
  /** Returns the texts of a feature in the language of the page. */
  say: <P extends Pairs>(texts: Texts<P>) => Translate<P>
  /** Returns a label of the contract in the language of the page. */
  label: <K extends string>(labels: Readonly<Record<K, Readonly<Record<Language, string>>>>, key: K) => string
}

/** A request for a page outside a session. */
export interface OutsideVisit extends View {
  path: string
  query: URLSearchParams
  client: Client
}

/** A request of a logged-in expert. */
export interface Visit extends View {
  path: string
  query: URLSearchParams
  client: Client
  profile: Profile
  /** `yyyy-MM-dd HH:mm:ss` in the zone of the service. */
  now: string
  cookies: string | undefined
  /** Number of unread messages. */
  unread: number
}

export interface Page {
  status: number
  title: string
  /** Shown below the heading. */
  subtitle?: string
  /** What the page is chiefly for, beside its heading. */
  actions?: ComponentChildren
  /** Address of the page above this one. */
  back?: string
  /** Styles of this page alone; they stand after those of all pages. */
  styles?: string
  body: ComponentChildren
}

export interface Redirect {
  location: string
}

export type Outcome = Page | Redirect

export function viewOf(host: Pick<Host, 'language' | 'cookies'>): View {
  const look = readLook(host.cookies)
  const language = look.language ?? host.language
  return {
    language,
    look,
    say: (texts) => (key, options) => textOf(texts, key, language, options),
    label: (labels, key) => labels[key][language],
  }
}

/** The API as seen by the visitor. These pages only read: what changes a record is sent by their scripts. */
export const clientFor = (host: Host, language: Language): Client =>
  createClient({ baseUrl: host.apiPath, language, repeats: 0, fetch: host.fetch })

/** Only approved experts see meetings, agreements and plans. */
export const isApproved = ({ profile }: Pick<Visit, 'profile'>): boolean =>
  profile.expert?.auditStatus === 'approved'
