import type { SignInScreen } from '@consilium/contract/attendance/sign-in.ts'
import { SIGN_IN_PATHS as paths } from '@consilium/contract/attendance/sign-in-paths.ts'
import { fill, find, period, read, show } from './calls.ts'

/** Between two questions: the count of people who are in should follow them. */
const ASK_MS = 5000
const SECOND_MS = 1000
const GONE = 410
/** A code that is older than this is no longer taken, so that it is not shown without a network either. */
const CODE_MS = 85 * SECOND_MS

/** Keeps the screen from going dark, where the browser can. */
async function stayAwake(): Promise<void> {
  try {
    await (navigator as { wakeLock?: { request(kind: 'screen'): Promise<unknown> } }).wakeLock?.request(
      'screen',
    )
  } catch {
    // The battery is low, or the page is not in sight.
  }
}

/** Shows the code of the moment. A screen that has ended stays ended; a lost network is tried again. */
export function openScreen(root: HTMLElement): void {
  const token = root.dataset['token'] ?? ''
  const picture = root.querySelector<SVGElement>('svg')!
  const state = find(root, '.state')
  let shownAt = 0

  function draw(screen: SignInScreen): void {
    shownAt = Date.now()
    fill(root, 'meeting', screen.meetingName)
    fill(root, 'when', period(screen.scheduleStartTime, screen.scheduleEndTime))
    fill(root, 'where', screen.scheduleLocation ?? '')
    fill(root, 'count', String(screen.inCount))
    picture.setAttribute('viewBox', `0 0 ${screen.size} ${screen.size}`)
    find(picture, 'path').setAttribute('d', screen.path)
    root.dataset['url'] = screen.url
    show(picture, screen.isOpen)
    state.textContent = screen.isOpen ? '' : (state.dataset['notYet'] ?? '')
  }

  async function ask(): Promise<void> {
    const reply = await read<SignInScreen>(paths.screen.replace('{token}', token))
    if (reply?.ok) {
      draw(reply.data)
      setTimeout(() => void ask(), Math.min(ASK_MS, reply.data.seconds * SECOND_MS))
      return
    }
    if (reply?.status === GONE) {
      show(picture, false)
      state.textContent = reply.msg || (state.dataset['ended'] ?? '')
      return
    }
    if (Date.now() - shownAt > CODE_MS) show(picture, false)
    state.textContent = state.dataset['offline'] ?? ''
    setTimeout(() => void ask(), ASK_MS)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void stayAwake()
  })
  void stayAwake()
  void ask()
}
