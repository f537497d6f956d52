import { createClient, type Client, type ClientOptions } from '@consilium/contract/client.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { VNode } from 'preact'
import { choiceOf, type Choice } from './links.ts'
import { textsOf, type Texts } from './texts.ts'

/** What serves the pages lends them. */
export interface Host {
  /** Takes a call of the API. */
  fetch: NonNullable<ClientOptions['fetch']>
  /** Path under which `fetch` has the API. */
  apiPath: string
  /** As users see it, without a slash at its end: search engines want whole addresses. */
  origin: string
  /** Of this answer's Content-Security-Policy. */
  nonce: string
  /** As the browser asks for it. */
  language: Language
}

/** In which words and with which choices a page is shown. */
export interface View {
  language: Language
  texts: Texts
  choice: Choice
}

/** One request for a page, understood. */
export interface Visit extends View {
  request: Request
  query: URLSearchParams
  /** Under which a browser has the API. */
  apiPath: string
  client: Client
}

export interface Page {
  status: number
  title: string
  /** For search engines and shared links; pages without one are not to be indexed. */
  description?: string
  /** Where GET shows the page again, with the parameters that the switch of languages keeps. */
  path: string
  parameters?: Record<string, string>
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
  const client = createClient({ baseUrl: host.apiPath, language, fetch: host.fetch })
  return { request, query, choice, apiPath: host.apiPath, language, texts: textsOf(language), client }
}

/** A body that is no form is one with nothing filled in. */
export const readForm = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData())

/** The status of a refusal is that of the answer; a refused call without one is a fault. */
export const statusOf = (reply: { status: number }) => (reply.status >= 400 ? reply.status : 500)

/** A refusal that says which fields are wrong stands at these, any other over the form. */
export const problemOf = (refusal: ErrorAnswer | null, field: string): string | undefined =>
  refusal?.details?.find((detail) => detail.field === field)?.message
