import type { AuditStatus } from '@consilium/contract/experts/expert-record.ts'
import { INTENT_STATUS_LABELS, type IntentStatus } from '@consilium/contract/publicity/publicity.ts'
import type { View } from '../visit.ts'
import { Badge, type Tone } from './badge.tsx'

const OF_REVIEWS: Readonly<Record<AuditStatus, Tone>> = {
  pending: 'warning',
  approved: 'good',
  rejected: 'bad',
}

/** How the review of a record stands. */
export const AuditBadge = ({ label, status }: { label: string; status: AuditStatus }) => (
  <Badge tone={OF_REVIEWS[status]}>{label}</Badge>
)

const OF_INTENTS: Readonly<Record<IntentStatus, Tone>> = {
  pending: 'warning',
  contacted: 'plain',
  accepted: 'good',
  declined: 'plain',
}

/** What has become of a sign-up. */
export const IntentBadge = ({ view, status }: { view: View; status: IntentStatus }) => (
  <Badge tone={OF_INTENTS[status]}>{view.label(INTENT_STATUS_LABELS, status)}</Badge>
)
