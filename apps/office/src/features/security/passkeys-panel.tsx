import { passkeyRoutes } from '@consilium/contract/login/passkeys.ts'
import type { OwnPasskey } from '@consilium/contract/login/second-factor.ts'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { onDemand } from '../../components/on-demand.tsx'
import { Section } from '../../components/records/record-page.tsx'
import { call } from '../../lib/requests/api.ts'
import { day, minute } from '../../lib/format.ts'
import { namedAddress, passkeysWork } from '@consilium/web-kit/login/passkeys.ts'
import { useTexts } from '../../lib/texts.ts'
import { factorPanelTexts } from '@consilium/web-kit/words/factor-panel-texts.ts'
import { useFactors, useRefreshFactors } from './security-query.ts'
import { useAttempt } from './use-attempt.tsx'
import { dated } from '../../components/dated.tsx'

const PasskeyDialog = onDemand(() => import('./passkey-dialog.tsx'))
const RecoveryCodesDialog = onDemand(() => import('./recovery-codes-dialog.tsx'))

/** The passkeys of the account: add, rename, remove. */
export function PasskeysPanel() {
  const t = useTexts(factorPanelTexts)
  const { passkeys, passkeysUsable } = useFactors()
  const refresh = useRefreshFactors()
  const [isAdding, setAdding] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const isPossible = passkeysUsable && passkeysWork()
  return (
    <Section
      title={t('passkeys')}
      actions={isPossible && <Button onClick={() => setAdding(true)}>{t('addPasskey')}</Button>}
    >
      <Stack gap="sm">
        {!isPossible && <Impossible />}
        {passkeys.length === 0 && isPossible && <Text size="sm">{t('passkeysHint')}</Text>}
        {passkeys.map((passkey) => (
          <Passkey key={passkey.passkeyId} passkey={passkey} />
        ))}
      </Stack>
      {isAdding && (
        <PasskeyDialog
          onClose={() => setAdding(false)}
          onDone={(recoveryCodes) => {
            setAdding(false)
            setCodes(recoveryCodes)
            if (!recoveryCodes) void refresh()
          }}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null)
            void refresh()
          }}
        />
      )}
    </Section>
  )
}

function Impossible() {
  const t = useTexts(factorPanelTexts)
  const address = namedAddress()
  if (address === null) return <Text size="sm">{t('passkeysNever')}</Text>
  return (
    <Text size="sm">
      {t('passkeysNamed')} <Anchor href={address}>{address}</Anchor>
    </Text>
  )
}

function Passkey({ passkey: { passkeyId, name, createTime, lastUsedTime } }: { passkey: OwnPasskey }) {
  const t = useTexts(factorPanelTexts)
  const refresh = useRefreshFactors()
  const { attempt, failure } = useAttempt()
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const remove = () =>
    attempt(async () => {
      await call(passkeyRoutes.remove, { params: { passkeyId } })
      notifyDone(t('passkeyRemoved'))
      await refresh()
    })
  return (
    <>
      {failure}
      <Group justify="space-between" gap="sm">
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {dated(
              [
                t('added', { day: day(createTime) }),
                lastUsedTime === null ? t('neverUsed') : t('lastUsed', { time: minute(lastUsedTime) }),
              ].join(' · '),
            )}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button variant="default" aria-label={`${t('rename')} ${name}`} onClick={() => setOpen('rename')}>
            {t('rename')}
          </Button>
          <Button variant="default" aria-label={`${t('remove')} ${name}`} onClick={() => setOpen('remove')}>
            {t('remove')}
          </Button>
        </Group>
      </Group>
      {open === 'rename' && (
        <FormDialog
          title={t('rename')}
          route={passkeyRoutes.rename}
          initial={{ passkeyId, name }}
          onDone={() => void refresh()}
          onClose={() => setOpen(null)}
        >
          <TextField name="name" label={t('passkeyName')} />
        </FormDialog>
      )}
      {open === 'remove' && (
        <Confirm
          title={t('removePasskey', { name })}
          confirmLabel={t('remove')}
          danger
          onConfirm={() => void remove()}
          onClose={() => setOpen(null)}
        >
          {t('removeHint')}
        </Confirm>
      )}
    </>
  )
}
