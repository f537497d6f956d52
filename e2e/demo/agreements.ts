import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { consentRoutes } from '@consilium/contract/consents/consents.ts'
import { DATA_CONSENT } from '@consilium/contract/consents/consent-texts.ts'
import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { forEach } from './crew.ts'
import type { AgreementGoal } from './data-set.ts'
import type { ExpertThere } from './experts.ts'
import type { MeetingThere } from './meetings.ts'
import { drawSignature } from './pictures/pictures.ts'
import type { Player } from './platform.ts'
import { createRandom } from './random.ts'
import type { Report } from './report.ts'

const ANOTHER_FEE = 500

interface Agreement {
  attendee: Attendee
  goal: AgreementGoal
  executor: Player
}

interface Signer {
  player: Player
  /** An expert always uses the same signature. */
  handsign: string
  agreements: Agreement[]
}

/** Identity and bank numbers come from the expert's profile; nothing is filled in before the expert has consented. */
async function fill({ call }: Player, { attendeeId }: Attendee): Promise<void> {
  await call(agreementRoutes.fill, { body: { attendeeId } })
}

/** The code that development mode sends to the demo's phones. */
const SMS_CODE = process.env['SMS_FIXED_CODE'] ?? '123456'

async function read({ call }: Player, { attendeeId }: Attendee): Promise<void> {
  await call(agreementRoutes.contract, { body: { attendeeId } })
}

async function sign({ player, handsign }: Signer, attendee: Attendee): Promise<void> {
  await fill(player, attendee)
  await signRead({ player, handsign }, attendee)
}

async function signRead(
  { player, handsign }: Pick<Signer, 'player' | 'handsign'>,
  attendee: Attendee,
): Promise<void> {
  await read(player, attendee)
  const { attendeeId } = attendee
  await player.call(agreementRoutes.signCode, { body: { attendeeId } })
  const body = { attendeeId, handsign, smsCode: SMS_CODE, consent: true as const }
  await player.call(agreementRoutes.sign, { body })
}

/** Who works on an agreement takes part, and says so while the invitation can be answered. */
async function accept({ call }: Player, { attendeeId }: Attendee): Promise<void> {
  const { reply, abilities } = await call(attendeeRoutes.get, { params: { attendeeId } })
  if (reply === null && abilities.reply)
    await call(attendeeRoutes.reply, { body: { attendeeId, reply: 'accepted' } })
}

/** Another fee after signing is an amendment, which the expert signs. */
async function changeFee({ call }: Player, { attendeeId, laborFee }: Attendee): Promise<Attendee> {
  const now = await call(attendeeRoutes.get, { params: { attendeeId } })
  const body = {
    attendeeId,
    version: now.version,
    laborFee: String(Number(laborFee) + ANOTHER_FEE),
    reason: '课时增加',
  }
  return call(attendeeRoutes.update, { body })
}

/** Brings an agreement to its planned state, from whatever state an earlier run left. */
async function advance(signer: Signer, { attendee, goal, executor }: Agreement): Promise<void> {
  const isSigned = attendee.signatureStatus === 'signed'
  const isFilled = attendee.agreementStep !== 'fill'
  if (goal === 'signed') return isSigned ? undefined : sign(signer, attendee)
  if (goal === 'superseded' || goal === 'resigned') {
    if (attendee.supersededCount === 0 && !attendee.amendment) {
      if (!isSigned) await sign(signer, attendee)
      return advance(signer, { attendee: await changeFee(executor, attendee), goal, executor })
    }
    const waits = attendee.amendment?.status === 'proposed'
    return goal === 'resigned' && waits ? signRead(signer, attendee) : undefined
  }
  if (!isFilled) await fill(signer.player, attendee)
  if (goal === 'read') await read(signer.player, attendee)
}

function signersOf(
  experts: readonly ExpertThere[],
  meetings: readonly MeetingThere[],
  seed: number,
): Signer[] {
  const byExpert = new Map<number, Agreement[]>()
  for (const { planned, attendees, executor } of meetings)
    for (const { expert, goal } of planned.attendees) {
      const attendee = attendees.get(expert)
      if (goal === 'open' || !attendee) continue
      byExpert.set(expert, [...(byExpert.get(expert) ?? []), { attendee, goal, executor: executor.main }])
    }
  return [...byExpert].flatMap(([place, agreements]) => {
    const { player } = experts[place]!
    return player ? [{ player, handsign: drawSignature(createRandom(seed + place)), agreements }] : []
  })
}

/** So many invitations are declined. */
const DECLINED = 3

/** Some experts decline an invitation that they have not answered. */
async function declineSome(
  experts: readonly ExpertThere[],
  meetings: readonly MeetingThere[],
): Promise<void> {
  const open = meetings
    .filter(({ planned }) => planned.stage === 'inviting')
    .flatMap(({ planned, attendees }) =>
      planned.attendees.flatMap(({ expert, goal }) => {
        const [attendee, player] = [attendees.get(expert), experts[expert]?.player]
        return goal === 'open' && attendee && player ? [{ attendee, player }] : []
      }),
    )
  for (const { attendee, player } of open.slice(0, DECLINED)) {
    const { attendeeId } = attendee
    const { abilities } = await player.call(attendeeRoutes.get, { params: { attendeeId } })
    const body = { attendeeId, reply: 'declined' as const, reason: '与门诊时间冲突，无法出席' }
    if (abilities.reply) await player.call(attendeeRoutes.reply, { body })
  }
}

/** Each expert fills in, reads and signs its agreements one after another. Half of the experts read their messages. */
export async function fillAgreements(
  experts: readonly ExpertThere[],
  meetings: readonly MeetingThere[],
  seed: number,
  report: Report,
): Promise<void> {
  const signers = signersOf(experts, meetings, seed)
  await declineSome(experts, meetings)
  const total = signers.reduce((sum, { agreements }) => sum + agreements.length, 0)
  const counting = report.part('agreements begun', total)
  let done = 0
  await forEach(signers, async (signer, place) => {
    await signer.player.call(consentRoutes.give, { body: { version: DATA_CONSENT.version } })
    for (const agreement of signer.agreements) {
      if (agreement.attendee.reply === null) await accept(signer.player, agreement.attendee)
      await advance(signer, agreement)
      counting.tell((done += 1))
    }
    if (place % 2 === 0) await signer.player.call(messageRoutes.readAll, {})
  })
  counting.end()
}
