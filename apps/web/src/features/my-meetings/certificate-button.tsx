import { Button } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { attendance as attendanceRoutes } from 'virtual:light-routes'
import { useTexts } from '../../lib/texts.ts'
import { useSaving } from '../../components/dialogs/use-saving.ts'
import { myMeetingTexts } from './texts.ts'

/** The certificate that somebody was at a meeting. */
export function CertificateButton({ attendeeId }: { attendeeId: number }) {
  const t = useTexts(myMeetingTexts)
  const { isRunning, save } = useSaving()
  return (
    <Button
      variant="default"
      loading={isRunning}
      leftSection={<IconCertificate size={18} aria-hidden />}
      onClick={() =>
        void save(attendanceRoutes.certificate, { params: { attendeeId } }, `${t('certificate')}.pdf`)
      }
    >
      {t('certificate')}
    </Button>
  )
}
