import type { Actor } from '../../../domain/actor.ts'

const OF_THE_PLATFORM: readonly string[] = ['admin', 'manager']
const OF_A_SPONSOR: readonly string[] = ['sponsor', 'compliance']

/** Whether the caller writes templates of an owner, null being the platform: people of the owner alone do. */
export const mayWrite = ({ roleType, orgId }: Actor, ownerOrgId: number | null): boolean =>
  ownerOrgId === null
    ? OF_THE_PLATFORM.includes(roleType)
    : OF_A_SPONSOR.includes(roleType) && orgId === ownerOrgId
