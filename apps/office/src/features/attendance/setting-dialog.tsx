import { attendanceRoutes } from '@consilium/contract/attendance/attendance.ts'
import { SIGNATURE_MODE_LABELS, SIGNATURE_MODES } from '@consilium/contract/attendance/sign-in.ts'
import { Loader, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { RadioField, TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useLabel } from '../../lib/format.ts'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { attendanceTexts } from './texts.ts'

/** How people sign in at a meeting. */
export default function SettingDialog({ meetingId, onClose }: { meetingId: number; onClose: () => void }) {
  const t = useTexts(attendanceTexts)
  const mode = useLabel(SIGNATURE_MODE_LABELS)
  const read = () => call(attendanceRoutes.setting, { params: { meetingId } })
  const { data, error } = useQuery({ queryKey: [attendanceRoutes.setting.path, meetingId], queryFn: read })
  if (!data)
    return (
      <Dialog title={t('settings')} onClose={onClose}>
        {error ? <RequestError error={error} /> : <Loader aria-label={t('settings')} />}
      </Dialog>
    )
  return (
    <FormDialog
      title={t('settings')}
      route={attendanceRoutes.changeSetting}
      initial={data}
      reload={read}
      onClose={onClose}
    >
      <RadioField
        name="signature"
        label={t('signatureMode')}
        options={SIGNATURE_MODES.map((value) => ({ value, label: mode(value) }))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextField name="latitude" label={t('latitude')} inputMode="decimal" />
        <TextField name="longitude" label={t('longitude')} inputMode="decimal" />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {t('placeHint')}
      </Text>
    </FormDialog>
  )
}
