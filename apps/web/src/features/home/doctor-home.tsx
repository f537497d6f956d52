import { Skeleton, Stack } from '@mantine/core'
import { isApproved } from '../../lib/session/approval.ts'
import { useSession } from '../../lib/session/session.ts'
import { AuditNotice } from '../profile/audit-notice.tsx'
import {
  EarningsOfYear,
  PendingAgreements,
  PendingMeetings,
  UnreadMessages,
  usePanelsSettled,
} from './doctor-panels.tsx'
import classes from './doctor-home.module.css'

const PANELS_HEIGHT = 600

/** The next tasks of an expert. */
export function DoctorHome() {
  const isThere = isApproved(useSession())
  const isSettled = usePanelsSettled(isThere)
  return (
    <Stack gap="md">
      <AuditNotice />
      {!isSettled && <Skeleton height={PANELS_HEIGHT} aria-busy />}
      {/* Meetings and agreements are only requested for approved experts. */}
      {isSettled && isThere && <PendingAgreements />}
      {isSettled && (
        <div className={classes.panels}>
          {isThere && <PendingMeetings />}
          <UnreadMessages />
        </div>
      )}
      {isSettled && isThere && <EarningsOfYear />}
    </Stack>
  )
}
