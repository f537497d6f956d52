import type { AuditStatus } from '@consilium/contract/experts/experts.ts'
import type { Verdict } from './asking.ts'
import type { Described } from './served.ts'

// An audit is a decision on what a record says as a whole. The record keeps its status, which lists are filtered by.

type Audited = Exclude<AuditStatus, 'pending'>

export const verdictOf = (status: Audited): Verdict['to'] => (status === 'approved' ? 'approved' : 'refused')
export const auditStatusOf = (verdict: Verdict['to']): Audited =>
  verdict === 'approved' ? 'approved' : 'rejected'

/** An audit shows what its request keeps, and nothing beside it. */
export const describeAudit = (): Promise<Described> =>
  Promise.resolve({ changes: [], money: null, openChecks: [], meetingId: null })
