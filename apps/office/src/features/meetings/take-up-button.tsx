import { meetingRoutes, type Meeting } from '@consilium/contract/meetings/meetings.ts'
import type { RoleType } from '@consilium/contract/accounts/roles.ts'
import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { useSend } from '../../lib/requests/send.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { meetingTexts } from './texts.ts'

const RUNNERS: readonly RoleType[] = ['executor', 'meetingExecutor']

/** An executor of the project takes over a meeting without one. Only staff can undo this. */
export function TakeUpButton({ meeting }: { meeting: Meeting }) {
  const t = useTexts(meetingTexts)
  const say = useErrorText()
  const { user } = useSession()
  const send = useSend(meetingRoutes.update)
  const [isAsking, setAsking] = useState(false)
  const { meetingId, version, execUserId, abilities } = meeting
  if (execUserId !== null || !abilities.update || !RUNNERS.includes(user.roleType)) return null
  const takeUp = async () => {
    try {
      const own = user.parentUserId ?? user.userId
      await send.mutateAsync({ body: { meetingId, version, execUserId: own } })
      notifyDone(t('takenUp'))
    } catch (error) {
      notifyFailed(t('takeUp'), say(error))
    }
  }
  return (
    <>
      <Button leftSection={<IconUserCheck size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {t('takeUp')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('takeUpQuestion')}
          confirmLabel={t('takeUp')}
          onConfirm={takeUp}
          onClose={() => setAsking(false)}
        >
          {t('takeUpHint')}
        </Confirm>
      )}
    </>
  )
}
