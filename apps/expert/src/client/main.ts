import { followDialogs } from './dialogs.ts'
import { byId } from './elements.ts'
import { followForms, onStale } from './forms.ts'
import { closeByKey, followFrame, followNetwork } from './frame.ts'
import { whenIdle } from './idle.ts'
import { refresh, tellContent } from './page.ts'
import { followScripts } from './scripts.ts'
import { onLoginWanted, onNews } from './session.ts'
import { notifyDone, notifyKept } from './toasts.ts'
import { say } from './words.ts'

const { user, duty, lastMessage = '0' } = document.body.dataset

document.addEventListener('click', (event) => {
  const target = event.target as Element
  const file = target.closest<HTMLAnchorElement>('a[data-download]')
  if (file) {
    event.preventDefault()
    void import('./downloads.ts').then(
      ({ saveFile }) => saveFile(file),
      () => notifyDone(say('unreachable')),
    )
  } else if (!followDialogs(target)) followFrame(target)
})
document.addEventListener('keydown', closeByKey)
onLoginWanted(async () => (await import('./again.ts')).askForLogin())
onStale(async (form, failure) => (await import('./stale.ts')).offerNewest(form, failure))
followForms()
followNetwork()
followScripts()
notifyKept()
tellContent()

/** What the page does not need at first. */
async function follow(): Promise<void> {
  const [{ followStream }, { keepApp }] = await Promise.all([import('./live.ts'), import('./keep.ts')])
  const count = byId('unread')?.textContent?.trim().replace('+', '')
  void followStream(lastMessage, Number(count ?? 0))
  void keepApp()
}

if (user !== undefined) {
  // An account that has to do something first has no messages yet.
  if (duty === undefined) whenIdle(() => void follow())
  onNews((news) => {
    // Whoever logs out wants no window to show the records.
    if (news === 'left') location.assign('/login')
    else if (news === 'begun') void refresh()
  })
}
