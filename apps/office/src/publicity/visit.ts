import { createClient, type Client, type ClientOptions } from '@consilium/contract/client.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { PublicPicture } from '@consilium/contract/projects/project-pictures.ts'
import type { VNode } from 'preact'
import { choiceOf, type Choice } from './links.ts'
import { textsOf, type Texts } from './texts.ts'

/** What the server provides to the pages. */
export interface Host {
  /** Calls the API. */
  fetch: NonNullable<ClientOptions['fetch']>
  /** Path of the API for `fetch`. */
  apiPath: string
  /** Address as users see it, without a trailing slash; search engines need absolute addresses. */
  origin: string
  /** Nonce of the Content-Security-Policy of this response. */
  nonce: string
  /** Preferred language of the browser. */
  language: Language
}

/** Language and choices with which a page is shown. */
export interface View {
  language: Language
  texts: Texts
  choice: Choice
}

/** A parsed request for a page. */
export interface Visit extends View {
  request: Request
  query: URLSearchParams
  /** Path of the API for browsers. */
  apiPath: string
  client: Client
}

export interface Page {
  status: number
  title: string
  /** For search engines and shared links; pages without it are not indexed. */
  description?: string
  /** Address of the page for GET, with the parameters that the language switch keeps. */
  path: string
  parameters?: Record<string, string>
  /** Shown with a shared link instead of the picture of the site. */
  picture?: PublicPicture
  /** Without the head and foot of the public pages. */
  isBare?: true
  /** What the browser may ask the visitor for. */
  allows?: { geolocation: true }
  body: VNode
}

export interface Redirect {
  location: string
}

export type Outcome = Page | Redirect

export function openVisit(request: Request, host: Host): Visit {
  const query = new URL(request.url).searchParams
  const choice = choiceOf(query)
  const language = choice.language ?? host.language
  const client = createClient({ baseUrl: host.apiPath, language, repeats: 0, fetch: host.fetch })
  return { request, query, choice, apiPath: host.apiPath, language, texts: textsOf(language), client }
}

/** A body that is not a form counts as an empty form. */
export const readForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData())

/** Returns the status of a refusal; a refused call without one is an internal error. */
export const statusOf = (reply: { status: number }) => (reply.status >= 400 ? reply.status : 500)

/** Returns the message of a field; messages without a field are shown above the form. */
export const problemOf = (refusal: ErrorAnswer | null, field: string): string | undefined =>
  refusal?.details?.find((detail) => detail.field === field)?.message
