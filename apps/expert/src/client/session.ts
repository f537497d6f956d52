const CHANNEL = 'consilium.session'

/** What the windows of a browser tell one another: their session ended, there is another one, or the user has logged out. */
export type SessionNews = 'ended' | 'begun' | 'left'

let waiting: Promise<void> | null = null

export function tellWindows(news: SessionNews): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}

export function onNews(listener: (news: SessionNews) => void): void {
  new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }) => listener(data as SessionNews))
}

/** Asks over the page for the login of its account; resolves after it. However many calls wait, it asks once. */
export function untilLoggedIn(): Promise<void> {
  waiting ??= ask().finally(() => (waiting = null))
  return waiting
}

async function ask(): Promise<void> {
  tellWindows('ended')
  const { askForLogin } = await import('./again.ts')
  await askForLogin()
  tellWindows('begun')
}
