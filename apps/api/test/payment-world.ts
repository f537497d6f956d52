import type { Attendee } from '@consilium/contract/attendees/attendees.ts'
import type { CallInput } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { paymentRoutes as routes, type LaborPayment } from '@consilium/contract/payments/payments.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { sql } from 'kysely'
import type { Api, ExpertUser, MainAccount, User } from './harness.ts'
import { openWorld } from './meeting-world.ts'

const IDENTITY_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
let numbers = 0

/** A valid identity number that no other test of this process uses. */
export function freshIdNumber(): string {
  numbers += 1
  const first17 = `110105${19500101 + Math.floor(numbers / 900)}${String(100 + (numbers % 900))}`
  const sum = IDENTITY_WEIGHTS.reduce((total, weight, at) => total + weight * Number(first17[at]), 0)
  return first17 + '10X98765432'[sum % 11]
}

/** A world whose executor pays its attendees. */
export async function openPaymentWorld(api: Api) {
  const world = await openWorld(api)
  const { executor } = world
  await sql`alter table labor_agreement drop constraint if exists labor_agreement_signed`.execute(api.db)

  /** Drawing and signing documents has tests of its own; here signatures stand in the rows as a signing leaves them. */
  const markSigned = (attendeeId: number) =>
    sql`update labor_agreement set signature_status = 'signed' where attendee_id = ${attendeeId}`.execute(
      api.db,
    )

  /** An approved expert whose profile names an identity number, so that payments are recognized as theirs. */
  async function payee(idCardNo: string | null = freshIdNumber()): Promise<ExpertUser> {
    const expert = await world.expert({}, null)
    if (idCardNo === null) return expert
    const body = { version: expert.version, idCardNo }
    const { version } = await expert.call(expertRoutes.updateMe, { body })
    return { ...expert, version }
  }

  const payers = [executor.userId, world.rival.userId]
  /** A further payer of the project, which has paid nothing and has no settings. */
  async function newPayer(): Promise<MainAccount> {
    const made = await api.executor()
    payers.push(made.userId)
    const body = { execAdminUserIds: payers }
    await world.manager.call(projectRoutes.assignExecutors, { params: world.project, body })
    return made
  }

  const payerOf = (given: { execUserId?: number; payer?: User }): User =>
    given.payer ?? (given.execUserId === world.rival.userId ? world.rival : executor)

  /** A fee that is agreed and signed at a meeting of its own, since an expert attends a meeting once. */
  async function agreed(
    { phone }: Pick<ExpertUser, 'phone'>,
    laborFee: string,
    given: {
      execUserId?: number
      payer?: User
      laborForm?: Attendee['laborForm']
      isSigned?: boolean
      /** A meeting at which the expert is not yet. */
      meetingId?: number
    } = {},
  ): Promise<Attendee> {
    const { laborForm, isSigned = true } = given
    const payer = payerOf(given)
    const { meetingId } = given.meetingId
      ? { meetingId: given.meetingId }
      : await world.meeting({ execUserId: payer.userId })
    const terms = { phone, laborFee, ...(laborForm ? { laborForm } : {}) }
    const attendee = await world.attendee(meetingId, terms, payer)
    if (isSigned) await markSigned(attendee.attendeeId)
    return attendee
  }

  const record = (user: User, body: CallInput<typeof routes.record>['body']) =>
    user.attempt(routes.record, { body })

  /** Pays a fee that is agreed for this. */
  async function pay(
    expert: Pick<ExpertUser, 'phone'>,
    laborFee: string,
    paidDate: string,
    given: Parameters<typeof agreed>[2] & { county?: string } = {},
  ): Promise<LaborPayment> {
    const { county, ...rest } = given
    const { attendeeId } = await agreed(expert, laborFee, rest)
    const payer = payerOf(rest)
    return payer.call(routes.record, { body: { attendeeId, paidDate, ...(county ? { county } : {}) } })
  }

  return { ...world, payer: newPayer, payee, agreed, record, pay }
}
