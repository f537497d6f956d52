import { deliveryRoutes } from '@consilium/contract/notices/deliveries.ts'
import { Alert } from '@mantine/core'
import { IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/requests/api.ts'
import { useComma } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { recordTexts } from './record-texts.ts'

/** Tells whoever runs a meeting which of its experts no text message and no mail reaches. */
export default function Unreached({ meetingId }: { meetingId: number }) {
  const t = useTexts(recordTexts)
  const comma = useComma()
  const { data } = useQuery({
    queryKey: [deliveryRoutes.unreached.path, meetingId],
    queryFn: ({ signal }) =>
      call(deliveryRoutes.unreached, { query: { meetingId: String(meetingId) }, signal }),
  })
  if (!data || data.attendees.length === 0) return null
  const names = data.attendees.map(({ name }) => name).join(comma)
  return (
    <Alert color="orange" role="status" py={6} mb="sm" icon={<IconPhoneOff size={18} aria-hidden />}>
      {t('unreached', { count: data.attendees.length, names })}
    </Alert>
  )
}
