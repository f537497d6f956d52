import { ownMailRoutes } from '@consilium/contract/accounts/own-mail.ts'
import { Alert, Button, Text } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { LinkButton } from '../../components/links.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { mailConfirmationTexts } from './mail-confirmation-texts.ts'
import { OutsideFrame } from './outside-frame.tsx'

/**
 * Opened from the mail that proves an address. The link confirms by a button, since programs that look through mails open
 * links by themselves.
 */
export function Page() {
  const t = useTexts(mailConfirmationTexts)
  const { token = '' }: { token?: string } = useSearch({ strict: false })
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking')
  const [error, setError] = useState<unknown>(null)
  const confirm = async () => {
    setState('busy')
    setError(null)
    try {
      await call(ownMailRoutes.confirm, { body: { token } })
      setState('done')
    } catch (failure) {
      setError(failure)
      setState('asking')
    }
  }
  return (
    <OutsideFrame title={t('confirmTitle')}>
      {state === 'done' ? (
        <Alert color="teal" role="status" title={t('confirmed')}>
          <LinkButton to="/" mt="sm">
            {t('toPortal')}
          </LinkButton>
        </Alert>
      ) : (
        <>
          <Text size="sm" mb="md">
            {t('confirmHint')}
          </Text>
          {error !== null && <RequestError error={error} />}
          <Button fullWidth mt="sm" loading={state === 'busy'} onClick={() => void confirm()}>
            {t('confirm')}
          </Button>
        </>
      )}
    </OutsideFrame>
  )
}
