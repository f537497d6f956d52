/**
 * A session that ends while its page is shown: requests that were refused for it wait here until the user has logged in
 * again and are sent again then, so that nothing on the page is lost.
 */
export type GateState = 'open' | 'ended' | 'other account'
/** What the windows of a browser tell one another: their session ended, there is another one, or the user has logged out. */
export type SessionNews = 'ended' | 'begun' | 'left'

const CHANNEL = 'consilium.session'

let state: GateState = 'open'
let isGuarding = false
const listeners = new Set<() => void>()
const waiting = new Set<{ resolve: () => void; reject: (reason: unknown) => void }>()

function change(next: GateState): void {
  state = next
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`. */
export const gate = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  read: () => state,
}

/** From now on an ended session is answered by asking for the password. Returns how to end that. */
export function guardSession(): () => void {
  isGuarding = true
  return () => {
    isGuarding = false
    change('open')
    for (const { reject } of waiting) reject(new DOMException('The page was left', 'AbortError'))
    waiting.clear()
  }
}

export function closeGate(reason: Exclude<GateState, 'open'>): void {
  if (isGuarding && state !== reason) change(reason)
}

export function openGate(): void {
  change('open')
  for (const { resolve } of waiting) resolve()
  waiting.clear()
}

export function notifySessionNews(news: SessionNews): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}

const newsListeners = new Set<(news: SessionNews) => void>()
/** Something came while no page of a session was shown, such as while its window was loading. */
let isMissed = false

// It listens as soon as the app is loaded: its window may be the one that another account replaces meanwhile.
new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }) => {
  isMissed ||= newsListeners.size === 0
  for (const listener of newsListeners) listener(data as SessionNews)
})

/** Hears the other windows of this browser. Returns how to end that. */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  newsListeners.add(listener)
  return () => newsListeners.delete(listener)
}

/** Whether there was news that nobody heard; asked once, as it is forgotten then. */
export function takeMissedNews(): boolean {
  const was = isMissed
  isMissed = false
  return was
}

/** Returns a promise for the next login, or null where no page of a session is shown. */
export function untilLoggedIn(signal?: AbortSignal): Promise<void> | null {
  if (!isGuarding) return null
  if (state === 'open') {
    closeGate('ended')
    notifySessionNews('ended')
  }
  return new Promise((resolve, reject) => {
    const entry = { resolve, reject }
    waiting.add(entry)
    signal?.addEventListener('abort', () => {
      waiting.delete(entry)
      reject(new DOMException('Cancelled', 'AbortError'))
    })
  })
}
