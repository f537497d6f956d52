import type { Profile } from '@consilium/contract/profile.ts'

/** Meetings, agreements and plans are there for experts who have been approved. */
export const isApproved = ({ expert }: Profile): boolean => expert?.auditStatus === 'approved'
