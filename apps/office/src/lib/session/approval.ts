import type { Profile } from '@consilium/contract/profile/profile.ts'

/** Only approved experts see meetings, agreements and plans. */
export const isApproved = ({ expert }: Profile): boolean => expert?.auditStatus === 'approved'
