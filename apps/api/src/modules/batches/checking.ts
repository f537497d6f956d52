import { LINE_REASONS, type LineReason } from '@consilium/contract/batches/batch-states.ts'
import type { PresenceReview } from '@consilium/contract/attendance/presence.ts'
import type { Db } from '../../infra/db/db.ts'
import { isInGbk, isOwnBank, type PayeeNeeds } from '../bank-files/service.ts'
import type { PayeeAccount } from '../payments/service.ts'
import { isPayable } from './account-number.ts'
import * as repository from './fee-repository.ts'
import type { FeeFacts } from './fee-repository.ts'
import type { Scope } from './scope.ts'

/** Meetings whose records are held in memory together. */
const MEETINGS_AT_ONCE = 50

/** What is known of the meetings of the fees in question. */
interface OfMeetings {
  reviews: ReadonlyMap<number, PresenceReview>
  /** Meetings that their gate keeps from settlement. */
  open: ReadonlySet<number>
}

/** Looks each meeting up once, however many of its fees are asked about, and the meetings of one call together. */
export type MeetingFacts = (within: Db, meetingIds: readonly number[]) => Promise<OfMeetings>

export function createMeetingFacts({ attendance, gates }: Pick<Scope, 'attendance' | 'gates'>): MeetingFacts {
  const known = new Set<number>()
  const reviews = new Map<number, PresenceReview>()
  const open = new Set<number>()
  return async (within, meetingIds) => {
    const asked = [...new Set(meetingIds)].filter((meetingId) => !known.has(meetingId))
    for (let at = 0; at < asked.length; at += MEETINGS_AT_ONCE) {
      const some = asked.slice(at, at + MEETINGS_AT_ONCE)
      for (const [attendeeId, review] of await attendance.reviewsAt(within, some))
        reviews.set(attendeeId, review)
      for (const meetingId of await gates.openBefore(within, some, 'settlement')) open.add(meetingId)
      for (const meetingId of some) known.add(meetingId)
    }
    return { reviews, open }
  }
}

/** Reviews of presence that keep a fee from being paid. A meeting at which nobody signed in leaves it to its gate. */
const BY_REVIEW: Readonly<Record<PresenceReview, LineReason | null>> = {
  clear: null,
  accepted: null,
  open: 'attendanceOpen',
  rejected: 'attendanceShort',
  absent: 'absent',
}

/** Why the account of a fee cannot be paid to, with each field that it lacks. */
function reasonsOfAccount(
  account: PayeeAccount | undefined,
  {
    today,
    needs,
    code,
    payeeName,
  }: { today: string; needs: PayeeNeeds; code: string | undefined; payeeName: string },
): LineReason[] {
  const reasons: LineReason[] = []
  if (!account?.bankAccount) reasons.push('bankAccountMissing')
  else if (!isPayable(account.bankAccount)) reasons.push('bankAccountInvalid')
  if (!account?.bankName) reasons.push('bankNameMissing')
  if (needs.region && !account?.bankRegion) reasons.push('bankRegionMissing')
  const bank = account?.bankName ?? ''
  if (needs.code && bank !== '' && code === undefined && !isOwnBank(needs.ownBank, bank))
    reasons.push('clearingCodeMissing')
  const texts = `${payeeName}${bank}${account?.bankBranch ?? ''}`
  if (needs.inGbk && !isInGbk(texts.normalize('NFKC'))) reasons.push('notInEncoding')
  if (account?.isWaiting) reasons.push('bankAccountWaits')
  else if (account?.from && account.from > today) reasons.push('bankAccountNew')
  return reasons
}

function ofExpert({ auditedName, payeeName }: FeeFacts): LineReason[] {
  if (auditedName === null) return ['notAudited']
  return auditedName.normalize('NFKC').trim() === payeeName.normalize('NFKC').trim() ? [] : ['nameDiffers']
}

const inOrder = (reasons: readonly LineReason[]): LineReason[] =>
  LINE_REASONS.filter((reason) => reasons.includes(reason))

/** What is said of a fee apart from its account. */
interface Checked {
  /** The name on the agreement, which is that of the account. */
  payeeName: string
  reasons: readonly LineReason[]
}

/** Every reason, but those of their accounts, why the fees are not payable by a batch. */
export async function reasonsApart(
  { db, caps, payments }: Scope,
  attendeeIds: readonly number[],
  meetings: MeetingFacts,
): Promise<Map<number, Checked>> {
  if (attendeeIds.length === 0) return new Map()
  const facts = await repository.factsOf(db, attendeeIds)
  const obstacles = await payments.obstaclesOf(db, attendeeIds)
  const claims = await payments.claimsOf(db, attendeeIds)
  const beyond = await caps.beyondLimits(db, facts)
  const { reviews, open } = await meetings(
    db,
    facts.map(({ meetingId }) => meetingId),
  )
  const reasonsFor = (fee: FeeFacts): LineReason[] => {
    const { attendeeId, meetingId } = fee
    const review = reviews.get(attendeeId)
    const byReview = review === undefined ? null : BY_REVIEW[review]
    const isTaken = !fee.isPaid && claims.has(attendeeId)
    return [
      ...(obstacles.get(attendeeId) ?? []),
      ...(fee.isPaid ? (['paid'] as const) : []),
      ...(isTaken ? (['taken'] as const) : []),
      ...(fee.hasPayer ? [] : (['payerMissing'] as const)),
      ...(byReview === null ? [] : [byReview]),
      ...(open.has(meetingId) ? (['gateOpen'] as const) : []),
      ...(beyond.has(attendeeId) ? (['overLimit'] as const) : []),
      ...ofExpert(fee),
    ]
  }
  return new Map(facts.map((fee) => [fee.attendeeId, { payeeName: fee.payeeName, reasons: reasonsFor(fee) }]))
}

/** The reasons of a fee with those of its account. */
export const reasonsWith = (
  { payeeName, reasons }: Checked,
  account: PayeeAccount | undefined,
  given: { today: string; needs: PayeeNeeds; code: string | undefined },
): LineReason[] => inOrder([...reasons, ...reasonsOfAccount(account, { ...given, payeeName })])

/** Every reason why the fees are not payable by a batch; none for those that are. */
export async function reasonsOf(
  scope: Scope,
  attendeeIds: readonly number[],
  { meetings, needs }: { meetings: MeetingFacts; needs: PayeeNeeds },
): Promise<Map<number, LineReason[]>> {
  if (attendeeIds.length === 0) return new Map()
  const { db, payments } = scope
  const apart = await reasonsApart(scope, attendeeIds, meetings)
  const accounts = await payments.accountsOf(db, attendeeIds)
  const codes = needs.code ? await scope.bankBranches.codesOf(db, accounts) : new Map<number, string>()
  const today = scope.clock.today()
  return new Map(
    [...apart].map(([attendeeId, checked]) => {
      const given = { today, needs, code: codes.get(attendeeId) }
      return [attendeeId, reasonsWith(checked, accounts.get(attendeeId), given)]
    }),
  )
}
