import { SimpleGrid, Stack } from '@mantine/core'
import { isApproved } from '../../lib/approval.ts'
import { useSession } from '../../lib/session.ts'
import { AuditNotice } from '../profile/audit-notice.tsx'
import { PendingAgreements, PendingMeetings, UnreadMessages } from './doctor-panels.tsx'

/** What an expert has to do next. */
export default function DoctorHome() {
  const isThere = isApproved(useSession())
  return (
    <Stack gap="md">
      <AuditNotice />
      {/* Until the approval nothing of meetings and agreements is asked for. */}
      {isThere && <PendingAgreements />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {isThere && <PendingMeetings />}
        <UnreadMessages />
      </SimpleGrid>
    </Stack>
  )
}
