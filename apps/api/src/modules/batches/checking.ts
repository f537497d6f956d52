import { LINE_REASONS, type LineReason } from '@consilium/contract/batches/batch-states.ts'
import type { PresenceReview } from '@consilium/contract/attendance/presence.ts'
import type { Db } from '../../infra/db/db.ts'
import { isInGbk, isOwnBank, type PayeeNeeds } from '../bank-files/service.ts'
import type { PayeeAccount } from '../payments/service.ts'
import { isPayable } from './account-number.ts'
import * as repository from './fee-repository.ts'
import type { FeeFacts } from './fee-repository.ts'
import type { Scope } from './scope.ts'

/** What is known of the meetings of the fees in question. */
interface OfMeeting {
  reviews: ReadonlyMap<number, PresenceReview>
  isGateOpen: boolean
}

/** Looks meetings up once, however many of their fees are asked about. */
export type MeetingFacts = (within: Db, meetingId: number) => Promise<OfMeeting>

export function createMeetingFacts({ attendance, gates }: Pick<Scope, 'attendance' | 'gates'>): MeetingFacts {
  const known = new Map<number, OfMeeting>()
  return async (within, meetingId) => {
    const before = known.get(meetingId)
    if (before) return before
    const found = {
      reviews: await attendance.reviewsAt(within, meetingId),
      isGateOpen: await gates.isOpenBefore(within, meetingId, 'settlement'),
    }
    known.set(meetingId, found)
    return found
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
export function reasonsOfAccount(
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

/** Every reason why the fees are not payable by a batch; none for those that are. */
export async function reasonsOf(
  scope: Scope,
  attendeeIds: readonly number[],
  { meetings, needs }: { meetings: MeetingFacts; needs: PayeeNeeds },
): Promise<Map<number, LineReason[]>> {
  if (attendeeIds.length === 0) return new Map()
  const { db, caps, payments } = scope
  const facts = await repository.factsOf(db, attendeeIds)
  const obstacles = await payments.obstaclesOf(db, attendeeIds)
  const claims = await payments.claimsOf(db, attendeeIds)
  const accounts = await payments.accountsOf(db, attendeeIds)
  const codes = needs.code ? await scope.bankBranches.codesOf(db, accounts) : new Map<number, string>()
  const today = scope.clock.today()
  const beyond = new Map<number, Set<number>>()
  for (const [meetingId, fees] of Map.groupBy(facts, (fee) => fee.meetingId))
    beyond.set(
      meetingId,
      await caps.beyondLimits(
        db,
        meetingId,
        fees.map(({ expertId }) => expertId),
      ),
    )
  const found = new Map<number, LineReason[]>()
  for (const fee of facts) {
    const { attendeeId, meetingId, expertId } = fee
    const { reviews, isGateOpen } = await meetings(db, meetingId)
    const review = reviews.get(attendeeId)
    const byReview = review === undefined ? null : BY_REVIEW[review]
    const isTaken = !fee.isPaid && claims.has(attendeeId)
    found.set(
      attendeeId,
      inOrder([
        ...(obstacles.get(attendeeId) ?? []),
        ...(fee.isPaid ? (['paid'] as const) : []),
        ...(isTaken ? (['taken'] as const) : []),
        ...(fee.hasPayer ? [] : (['payerMissing'] as const)),
        ...(byReview === null ? [] : [byReview]),
        ...(isGateOpen ? (['gateOpen'] as const) : []),
        ...(beyond.get(meetingId)?.has(expertId) ? (['overLimit'] as const) : []),
        ...ofExpert(fee),
        ...reasonsOfAccount(accounts.get(attendeeId), {
          today,
          needs,
          code: codes.get(attendeeId),
          payeeName: fee.payeeName,
        }),
      ]),
    )
  }
  return found
}
