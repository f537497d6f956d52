import { SESSION_HEADER, SESSION_IN_COOKIE } from '@consilium/contract/login/session.ts'
import { minute } from '@consilium/web-kit/format.ts'

const API = '/api'

/** What the API answered; `null` if it could not be reached. */
export type Reply<T> =
  | { ok: true; data: T }
  | { ok: false; status: number; error: string; msg: string }
  | null

/** Sends a request of the pages at the door. The header lets the service read its cookie. */
async function request<T>(path: string, init: RequestInit): Promise<Reply<T>> {
  try {
    const response = await fetch(API + path, {
      ...init,
      credentials: 'same-origin',
      headers: {
        'content-type': 'application/json',
        'accept-language': document.documentElement.lang,
        [SESSION_HEADER]: SESSION_IN_COOKIE,
      },
    })
    const answer = (await response.json()) as {
      data: T
      error?: string
      msg?: string
      details?: { message: string }[]
    }
    if (response.ok) return { ok: true, data: answer.data }
    const msg = answer.details?.[0]?.message ?? answer.msg ?? ''
    return { ok: false, status: response.status, error: answer.error ?? '', msg }
  } catch {
    return null
  }
}

export const send = <T>(path: string, body: object): Promise<Reply<T>> =>
  request<T>(path, { method: 'POST', body: JSON.stringify(body) })

export const read = <T>(path: string): Promise<Reply<T>> => request<T>(path, { method: 'GET' })

export const find = (root: ParentNode, selector: string): HTMLElement => root.querySelector(selector)!

/** Fills in every place of a name. */
export function fill(root: ParentNode, name: string, text: string): void {
  for (const slot of root.querySelectorAll(`[data-slot="${name}"]`)) slot.textContent = text
}

export const show = (element: Element, shown: boolean): void => void element.toggleAttribute('hidden', !shown)

/** `2026-11-20 09:30:00` and `2026-11-20 11:30:00` as `2026-11-20 09:30–11:30`; a time stays on the line of its day. */
export function period(start: string, end: string): string {
  const DAY = 10
  const [from, to] = [minute(start), minute(end)]
  return from.slice(0, DAY) === to.slice(0, DAY) ? `${from}–${to.slice(DAY + 1)}` : `${from} – ${to}`
}
