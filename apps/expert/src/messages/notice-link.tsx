import { CallFailed } from '@consilium/contract/client.ts'
import { noticeRoutes } from '@consilium/contract/notices/preferences.ts'
import { addressOf } from '@consilium/web-kit/message-link.ts'
import { messageTexts } from '@consilium/web-kit/message-texts.ts'
import { noticeLinkTexts } from '@consilium/web-kit/words/notice-link-texts.ts'
import { Button } from '../parts/button.tsx'
import type { Outcome, Visit } from '../visit.ts'

const NOT_FOUND = 404

/** Says why the address leads nowhere, instead of how the service refused it. */
function gone(visit: Visit): Outcome {
  const t = visit.say(noticeLinkTexts)
  return {
    status: NOT_FOUND,
    title: t('gone'),
    body: (
      <>
        <p class="soft">{t('goneHint')}</p>
        <Button href="/messages">{visit.say(messageTexts)('allMessages')}</Button>
      </>
    ),
  }
}

/** The short address of a notice, which leads the expert who got it to the record. */
export async function openNotice(visit: Visit): Promise<Outcome> {
  const code = visit.path.split('/')[2]!
  try {
    const link = await visit.client.call(noticeRoutes.openLink, { params: { code } })
    return { location: addressOf({ kind: 'meetingInvitation', link }, 'doctor') ?? '/messages' }
  } catch (error) {
    if (error instanceof CallFailed && error.status === NOT_FOUND) return gone(visit)
    throw error
  }
}
