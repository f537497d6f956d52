import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { isApproved } from '../../lib/approval.ts'
import { useSession } from '../../lib/session.ts'
import { AuditNotice } from '../profile/audit-notice.tsx'
import { PendingAgreements, PendingMeetings, UnreadMessages, usePanelsSettled } from './doctor-panels.tsx'

const PANELS_HEIGHT = 600

/** What an expert has to do next. */
export function DoctorHome() {
  const isThere = isApproved(useSession())
  const isSettled = usePanelsSettled(isThere)
  return (
    <Stack gap="md">
      <AuditNotice />
      {!isSettled && <Skeleton height={PANELS_HEIGHT} aria-busy />}
      {/* Until the approval nothing of meetings and agreements is asked for. */}
      {isSettled && isThere && <PendingAgreements />}
      {isSettled && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          {isThere && <PendingMeetings />}
          <UnreadMessages />
        </SimpleGrid>
      )}
    </Stack>
  )
}
