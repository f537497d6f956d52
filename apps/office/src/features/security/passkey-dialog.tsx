import { passkeyRoutes } from '@consilium/contract/login/passkeys.ts'
import { PASSKEY_NAME_MAX } from '@consilium/contract/login/proofs.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { useState } from 'react'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { isCancelled, isKnownAlready, makePasskey } from '@consilium/web-kit/login/passkeys.ts'
import { useTexts } from '../../lib/texts.ts'
import { factorPanelTexts } from '@consilium/web-kit/words/factor-panel-texts.ts'
import { useGuarded } from './proof.tsx'

function Failure({ error }: { error: unknown }) {
  const t = useTexts(factorPanelTexts)
  return isKnownAlready(error) ? (
    <Text size="sm" role="alert">
      {t('passkeyKnown')}
    </Text>
  ) : (
    <RequestError error={error} />
  )
}

/** Asks for a name, lets the browser create a passkey and registers it. */
export default function PasskeyDialog({
  onDone,
  onClose,
}: {
  onDone: (recoveryCodes: string[] | null) => void
  onClose: () => void
}) {
  const t = useTexts(factorPanelTexts)
  const guarded = useGuarded()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const make = async () => {
    const asked = await guarded(() => call(passkeyRoutes.createOptions, {}))
    if (!asked) return
    const credential = await makePasskey(asked)
    const data = await call(passkeyRoutes.create, { body: { name, credential } })
    notifyDone(t('passkeyAdded'))
    onDone(data.recoveryCodes)
  }
  const add = async () => {
    setBusy(true)
    setError(null)
    try {
      await make()
    } catch (failure) {
      if (!isCancelled(failure)) setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={t('addPasskey')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Stack gap="md">
          {error !== null && <Failure error={error} />}
          <TextInput
            label={t('passkeyName')}
            description={t('passkeyNameHint')}
            value={name}
            required
            maxLength={PASSKEY_NAME_MAX}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
              {t('addPasskey')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
