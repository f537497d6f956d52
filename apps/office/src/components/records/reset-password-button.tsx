import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/requests/api.ts'
import { refresh } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { Confirm } from '../dialogs/confirm.tsx'
import { notifyDone, notifyFailed } from '../dialogs/notify.ts'
import { useErrorText } from '../dialogs/request-error.tsx'
import { resetTexts } from './reset-texts.ts'

/** Removes the password of an account; its owner chooses a new one with an SMS code. */
export function ResetPasswordButton({ userId, name }: { userId: number; name: string }) {
  const t = useTexts(resetTexts)
  const say = useErrorText()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const reset = async () => {
    try {
      await call(accountRoutes.resetPassword, { body: { userId } })
      notifyDone(t('done'))
      await refresh(client)
    } catch (error) {
      notifyFailed(t('reset'), say(error))
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('reset')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('title', { name })}
          confirmLabel={t('reset')}
          danger
          onConfirm={reset}
          onClose={() => setAsking(false)}
        >
          {t('hint')}
        </Confirm>
      )}
    </>
  )
}
