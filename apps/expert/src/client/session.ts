const CHANNEL = 'consilium.session'

/** What the windows of a browser tell one another: their session ended, there is another one, or the user has logged out. */
export type SessionNews = 'ended' | 'begun' | 'left'

let waiting: Promise<void> | null = null
let ask: () => Promise<void> = () => Promise.reject(new Error('Nobody asks for the login'))

/** Sets what asks for the login; it is loaded when it is needed. */
export function onLoginWanted(asking: () => Promise<void>): void {
  ask = asking
}

/** Browsers before 2022 may lack it; there each window finds out by itself. */
const hasChannels = 'BroadcastChannel' in globalThis

export function tellWindows(news: SessionNews): void {
  if (!hasChannels) return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}

export function onNews(listener: (news: SessionNews) => void): void {
  if (!hasChannels) return
  new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }) => listener(data as SessionNews))
}

/** Asks over the page for the login of its account; resolves after it. However many calls wait, it asks once. */
export function untilLoggedIn(): Promise<void> {
  waiting ??= renew().finally(() => (waiting = null))
  return waiting
}

async function renew(): Promise<void> {
  tellWindows('ended')
  await ask()
  tellWindows('begun')
}
