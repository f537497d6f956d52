import type { Answered } from '@consilium/contract/client.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { Code, Stack, Text } from '@mantine/core'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import type { z } from 'zod'
import { TextField } from '../../components/forms/fields.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { factorPanelTexts } from '@consilium/web-kit/words/factor-panel-texts.ts'

export type Enrolment = Answered<typeof secondFactorRoutes.beginTotp>

const QR_PIXELS = 200
const schema = secondFactorRoutes.confirmTotp.body
const inFours = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** The QR code for the app, the key for manual entry, and the field for the confirming code. */
export default function TotpDialog({
  enrolment,
  onDone,
  onClose,
}: {
  enrolment: Enrolment
  onDone: (recoveryCodes: string[] | null) => void
  onClose: () => void
}) {
  const t = useTexts(factorPanelTexts)
  const state = useRecordForm<z.input<typeof schema>, { recoveryCodes: string[] | null }>({
    schema,
    submit: (body) => call(secondFactorRoutes.confirmTotp, { body }),
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <Dialog onClose={onClose} title={t('setUpTotp')}>
      <RecordForm state={state} plain unguarded saveLabel={t('confirm')}>
        <Text size="sm">{t('scan')}</Text>
        <Stack align="center" gap="xs">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(enrolment.qrCode)}`}
            width={QR_PIXELS}
            height={QR_PIXELS}
            alt={t('qrCode')}
          />
          <Text size="xs" c="dimmed">
            {t('manualKey')}
          </Text>
          <Code data-testid="totp-secret">{inFours(enrolment.secret)}</Code>
        </Stack>
        <TextField
          name="code"
          label={t('code')}
          description={t('codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </RecordForm>
    </Dialog>
  )
}
