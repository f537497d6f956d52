import { agreementRoutes, type LaborAgreement } from '@consilium/contract/agreements/agreements.ts'
import { consentRoutes } from '@consilium/contract/consents/consents.ts'
import { DATA_CONSENT } from '@consilium/contract/consents/consent-texts.ts'
import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes, type Meeting } from '@consilium/contract/meetings/meetings.ts'
import { messageRoutes } from '@consilium/contract/messages/messages.ts'
import { projectRoutes, type Project } from '@consilium/contract/projects/projects.ts'
import { firstLogIn, newPhone, type Cast, type ExpertPlayer, type Player, type Stage } from './cast.ts'
import { listen } from './event-stream.ts'
import { chapter, expect, expectRefusal, step } from './narrator.ts'
import { showsInk, textOf } from './pdf-reading.ts'
import { drawSignature } from './signature.ts'

const RACERS = 20

async function approve(stage: Stage, expert: ExpertPlayer): Promise<string> {
  const stream = await listen(expert)
  try {
    const before = await stage.admin.call(expertRoutes.get, {
      params: { expertId: expert.expertId },
    })
    const body = { expertId: expert.expertId, version: before.version, auditStatus: 'approved' as const }
    const data = await stage.admin.call(expertRoutes.update, { body })
    expect(data.auditStatus === 'approved', `the audit status is ${data.auditStatus}`)
    const event = await stream.next(({ kind }) => kind === 'expertAudit')
    expect(event.unreadCount === 1 && event.msgId !== undefined, `the event says ${JSON.stringify(event)}`)
    const message = await expert.call(messageRoutes.get, { params: { msgId: event.msgId } })
    return `event new_message, ${event.unreadCount} unread: “${message.title}” ${message.content}`
  } finally {
    stream.close()
  }
}

export async function approveExperts(stage: Stage, { experts }: Cast): Promise<void> {
  chapter('The administrator approves two of the experts; each is told over the event stream')
  for (const expert of experts.slice(0, 2))
    await step(
      `${expert.name} is approved`,
      () => approve(stage, expert),
      (shown) => shown,
    )
}

export interface Production {
  project: Project
  meeting: Meeting
  invited: ExpertPlayer
  added: ExpertPlayer
}

async function makeProject({ manager, sponsor, executors, lead }: Cast, run: string): Promise<Project> {
  const made = await manager.call(projectRoutes.create, {
    body: {
      projectName: `心血管专家研讨（${run}）`,
      startTime: '2026-11-01 00:00:00',
      endTime: '2027-12-31 23:59:59',
      isBidProject: true,
    },
  })
  const params = { projectId: made.projectId }
  await manager.call(projectRoutes.assignSponsors, {
    params,
    body: { sponsorAdminUserIds: [sponsor.userId] },
  })
  const execAdminUserIds = executors.map(({ userId }) => userId)
  await manager.call(projectRoutes.assignExecutors, { params, body: { execAdminUserIds } })
  const data = await manager.call(projectRoutes.setLead, { params, body: { leadUserId: lead.userId } })
  expect(data.sponsorOrgName === sponsor.orgName, `the sponsor is ${data.sponsorOrgName}`)
  expect(
    executors.every(({ orgName }) => data.execOrgNames.includes(orgName)),
    `the executors are ${data.execOrgNames}`,
  )
  expect(data.leadUserId === lead.userId, `the lead is ${data.leadUserId}`)
  return data
}

async function makeMeeting(
  { manager, executors }: Cast,
  project: Project,
  invited: ExpertPlayer,
): Promise<Meeting> {
  const stream = await listen(invited)
  try {
    const data = await manager.call(meetingRoutes.create, {
      body: {
        projectId: project.projectId,
        execUserId: executors[0].userId,
        expertIds: [invited.expertId],
        scheduleStartTime: '2026-12-05 09:00:00',
        scheduleEndTime: '2026-12-05 17:00:00',
        scheduleLocation: '北京国际会议中心',
      },
    })
    expect(data.meetingName === project.projectName, `the meeting is called ${data.meetingName}`)
    expect(data.businessId !== '' && data.currentStage === 'draft', `the meeting is ${JSON.stringify(data)}`)
    await stream.next(({ kind }) => kind === 'meetingInvitation')
    return data
  } finally {
    stream.close()
  }
}

const ADDED_NAME = '欧阳喆'

async function addByPhone({ executors }: Cast, meeting: Meeting, phone: string): Promise<Attendee> {
  const body = {
    meetingId: meeting.meetingId,
    phone,
    name: ADDED_NAME,
    unit: '北方医院',
    title: '副主任医师',
    laborForm: 'chair' as const,
    laborFee: '3000',
  }
  const replies = await Promise.all(
    Array.from({ length: RACERS }, () => executors[0].attempt(attendeeRoutes.create, { body })),
  )
  const [winner, ...others] = replies.filter(({ status }) => status === 200)
  expect(
    winner !== undefined && others.length === 0,
    `${others.length + 1} of ${RACERS} racing requests were accepted`,
  )
  for (const reply of replies.filter((one) => one !== winner)) expectRefusal(reply, 409, 'ATTENDEE_EXISTS')
  return winner.data
}

async function addAgain({ executors }: Cast, meeting: Meeting, phone: string): Promise<string> {
  const body = { meetingId: meeting.meetingId, phone, name: ADDED_NAME }
  const refused = await executors[0].attempt(attendeeRoutes.create, { body })
  const { msg, code } = expectRefusal(refused, 409, 'ATTENDEE_EXISTS')
  return `409, code ${code}: ${msg}`
}

async function setFee({ executors }: Cast, meeting: Meeting, invited: ExpertPlayer): Promise<Attendee> {
  const list = await executors[0].call(attendeeRoutes.list, { query: { meetingId: meeting.meetingId } })
  const attendee = list.rows.find(({ userId }) => userId === invited.userId)
  expect(attendee !== undefined, 'the invited expert is no attendee')
  const { attendeeId, version } = attendee
  const data = await executors[0].call(attendeeRoutes.update, {
    body: { attendeeId, version, laborFee: 5000, laborForm: 'lecture' },
  })
  // 5,000 including VAT: 49.50 VAT, 2.97 surcharges, 20 % of 80 % of the 4,950.50 that remain without VAT.
  const parts = [data.payableAmount, data.vatAmount, data.surchargeAmount, data.incomeTax, data.netAmount]
  expect(parts.join() === '5000.00,49.50,2.97,792.08,4155.45', `the fee is ${parts.join(' / ')}`)
  return data
}

const showFee = (
  fee: Pick<Attendee, 'payableAmount' | 'vatAmount' | 'surchargeAmount' | 'incomeTax' | 'netAmount'>,
) =>
  `payable ${fee.payableAmount}, VAT ${fee.vatAmount}, surcharges ${fee.surchargeAmount}, income tax ${fee.incomeTax}, net ${fee.netAmount}`

export async function produce(stage: Stage, cast: Cast): Promise<Production> {
  chapter('A manager sets up the project and its meeting; experts become attendees')
  const [invited] = cast.experts
  const project = await step(
    'the manager creates a project, assigns sponsor and executors, names a lead',
    () => makeProject(cast, stage.run),
    (made) => `project ${made.projectId} ${made.projectNo}: ${made.sponsorOrgName} / ${made.execOrgNames}`,
  )
  const meeting = await step(
    `a meeting, inviting ${invited.name}, who is told at once`,
    () => makeMeeting(cast, project, invited),
    (made) => `meeting ${made.meetingId} ${made.businessId} “${made.meetingName}”`,
  )
  await step(`the executor sets the fee of ${invited.name}`, () => setFee(cast, meeting, invited), showFee)
  const phone = newPhone()
  const attendee = await step(
    `${RACERS} requests at once add ${ADDED_NAME} by a phone without an account: one wins`,
    () => addByPhone(cast, meeting, phone),
    (made) => `attendee ${made.attendeeId}, new account ${made.userId}; ${showFee(made)}`,
  )
  await step(
    'the same expert once more is refused',
    () => addAgain(cast, meeting, phone),
    (shown) => shown,
  )
  const login = await step(
    `${ADDED_NAME} logs in with the phone as first password and chooses another one with a code by SMS`,
    () => firstLogIn(stage, phone, phone),
    ({ userId }) => `account ${userId}`,
  )
  await step(
    'nothing can be signed yet; then the meeting is approved, and the expert whose account is new',
    () => approveForSigning(stage, cast, meeting, attendee, login),
    (shown) => shown,
  )
  return {
    project,
    meeting,
    invited,
    added: { ...login, expertId: attendee.expertId, name: ADDED_NAME, phone },
  }
}

/** Approved experts fill in and sign agreements for approved meetings. */
async function approveForSigning(
  stage: Stage,
  { manager }: Cast,
  { meetingId }: Meeting,
  { attendeeId, expertId }: Attendee,
  expert: Player,
): Promise<string> {
  const data = await expert.call(agreementRoutes.get, { params: { attendeeId } })
  expect(
    data.obstacles.join() === 'expertNotApproved,meetingNotApproved,consentMissing',
    `the agreement waits for ${data.obstacles.join()}`,
  )
  const filling = await expert.attempt(agreementRoutes.fill, { body: { attendeeId } })
  const { msg } = expectRefusal(filling, 409, 'AGREEMENT_EXPERT_UNAPPROVED')
  const approved = { meetingId, currentStage: 'approved' as const }
  await manager.call(meetingRoutes.changeStage, { body: approved })
  const found = await stage.admin.call(expertRoutes.get, { params: { expertId } })
  const body = { expertId, version: found.version, auditStatus: 'approved' as const }
  await stage.admin.call(expertRoutes.update, { body })
  const ready = await expert.call(agreementRoutes.get, { params: { attendeeId } })
  expect(ready.obstacles.join() === 'consentMissing', `the agreement waits for ${ready.obstacles.join()}`)
  return `409: ${msg}`
}

async function ownRow(expert: Player): Promise<Attendee> {
  const list = await expert.call(attendeeRoutes.list, {})
  const [row] = list.rows
  expect(
    list.total === 1 && row !== undefined && row.userId === expert.userId,
    `${list.total} rows are visible`,
  )
  return row
}

async function fill(
  expert: ExpertPlayer,
  attendeeId: number,
  idCardNo: string,
  bankAccount: string,
): Promise<LaborAgreement> {
  const without = await expert.attempt(agreementRoutes.fill, { body: { attendeeId } })
  expectRefusal(without, 409, 'DATA_CONSENT_MISSING')
  await expert.call(consentRoutes.give, { body: { version: DATA_CONSENT.version } })
  const data = await expert.call(agreementRoutes.fill, {
    body: { attendeeId, idCardNo, bankName: '中国建设银行', bankAccount, bankRegion: '北京市 朝阳区' },
  })
  expect(data.step === 'contract', `the step is ${data.step}`)
  expect(data.obstacles.join() === 'expertNotApproved', `the agreement waits for ${data.obstacles.join()}`)
  expect(
    !JSON.stringify(data).includes(idCardNo) && !JSON.stringify(data).includes(bankAccount),
    'a number is not masked',
  )
  return data
}

/** An administrator sees what differs from the last approval, and approves it. */
async function auditDifference({ admin }: Stage, { expertId }: ExpertPlayer): Promise<string> {
  const {
    version,
    auditStatus,
    auditDifference: differs,
  } = await admin.call(expertRoutes.get, {
    params: { expertId },
  })
  const [difference] = differs
  expect(auditStatus === 'pending' && differs.length === 1, `the profile is ${auditStatus}`)
  const body = { expertId, version, auditStatus: 'approved' as const }
  const data = await admin.call(expertRoutes.update, { body })
  expect(data.auditDifference.length === 0, 'a difference is left')
  return `${difference?.field}: ${difference?.approved ?? '—'} → ${difference?.now}, approved`
}

async function read(expert: ExpertPlayer, attendeeId: number): Promise<LaborAgreement> {
  const data = await expert.call(agreementRoutes.contract, { body: { attendeeId } })
  expect(
    data.laborProtocol !== null && data.laborProtocol.includes(expert.name),
    'the contract does not name the expert',
  )
  return data
}

async function sign(expert: ExpertPlayer, attendeeId: number, smsCode: string): Promise<LaborAgreement> {
  const agreed = { attendeeId, smsCode, consent: true as const }
  const unasked = { ...agreed, handsign: drawSignature() }
  expectRefusal(await expert.attempt(agreementRoutes.sign, { body: unasked }), 400, 'SMS_CODE_WRONG')
  await expert.call(agreementRoutes.signCode, { body: { attendeeId } })
  const empty = await expert.attempt(agreementRoutes.sign, {
    body: { ...agreed, handsign: 'data:image/png;base64,bm8gaW1hZ2U=' },
  })
  expectRefusal(empty, 400, 'SIGNATURE_NOT_IMAGE')
  const body = { ...agreed, handsign: drawSignature() }
  const data = await expert.call(agreementRoutes.sign, { body })
  expect(
    data.step === 'success' && data.signatureStatus === 'signed',
    `the agreement is ${data.step}, ${data.signatureStatus}`,
  )
  expectRefusal(await expert.attempt(agreementRoutes.sign, { body }), 409, 'AGREEMENT_SIGNED')
  return data
}

async function readPdf(expert: ExpertPlayer, agreement: LaborAgreement): Promise<string> {
  const { bytes } = await expert.call(agreementRoutes.pdf, { params: { attendeeId: agreement.attendeeId } })
  const text = textOf(bytes).replaceAll(',', '')
  for (const wanted of [
    expert.name,
    agreement.payableAmount,
    agreement.incomeTax,
    agreement.netAmount,
    '个人所得税',
    '中国建设银行',
  ])
    expect(text.includes(wanted), `pdftotext does not read “${wanted}”`)
  expect(showsInk(bytes), 'the document shows no signature')
  return `${bytes.length} bytes; pdftotext reads ${expert.name}, ${agreement.payableAmount}, ${agreement.incomeTax}, ${agreement.netAmount}; the signature is there`
}

export async function signAgreements(stage: Stage, { invited, added }: Production): Promise<number[]> {
  chapter('Each expert fills, reads and signs the agreement, and downloads the PDF')
  const signers = [
    { expert: invited, idCardNo: '11010519491231002X', bankAccount: '6227000012345678901' },
    { expert: added, idCardNo: '110101199003077651', bankAccount: '6217000098765432109' },
  ]
  const attendeeIds: number[] = []
  for (const { expert, idCardNo, bankAccount } of signers) {
    const { name } = expert
    const row = await step(
      `${name} sees one attendee row, the own one`,
      () => ownRow(expert),
      (own) => `attendee ${own.attendeeId}`,
    )
    const { attendeeId } = row
    await step(
      `${name} fills in identity and bank details`,
      () => fill(expert, attendeeId, idCardNo, bankAccount),
      (filled) => `step ${filled.step}; shown as ${filled.idCardNo}, ${filled.bankAccount}`,
    )
    await step(
      'the identity number is new, so the profile is audited again',
      () => auditDifference(stage, expert),
      (shown) => shown,
    )
    await step(
      `${name} reads the contract`,
      () => read(expert, attendeeId),
      (drawn) => `${drawn.laborProtocol?.slice(0, 60).replace(/\s+/g, ' ')}…`,
    )
    const signed = await step(
      `${name} signs with a drawn signature and the code that was sent for this contract`,
      () => sign(expert, attendeeId, stage.smsCode),
      (made) => `step ${made.step}, signed ${made.signedTime}; a second signing: 409 AGREEMENT_SIGNED`,
    )
    await step(
      `${name} downloads the PDF`,
      () => readPdf(expert, signed),
      (shown) => shown,
    )
    attendeeIds.push(attendeeId)
  }
  return attendeeIds
}

export async function trespass(
  stage: Stage,
  cast: Cast,
  production: Production,
  attendeeIds: number[],
): Promise<void> {
  chapter('What is not theirs, a supervisor, a sponsor and a stranger do not find')
  const { meeting } = production
  const [attendeeId = 0] = attendeeIds
  const stranger = cast.experts[2]
  const other = await cast.manager.call(projectRoutes.create, {
    body: { projectName: `未指派项目（${stage.run}）` },
  })
  const nothing = (what: string, reply: () => Promise<Parameters<typeof expectRefusal>[0]>) =>
    step(
      what,
      async () => expectRefusal(await reply(), 404, 'NOT_FOUND'),
      ({ msg }) => `404: ${msg}`,
    )
  await nothing("the other executor's supervisor reads the meeting", () =>
    cast.supervisor.attempt(meetingRoutes.get, { params: { meetingId: meeting.meetingId } }),
  )
  await nothing('… and an attendee of it', () =>
    cast.supervisor.attempt(attendeeRoutes.get, { params: { attendeeId } }),
  )
  await nothing('the sponsor reads a project it is not assigned to', () =>
    cast.sponsor.attempt(projectRoutes.get, { params: { projectId: other.projectId } }),
  )
  await nothing('another expert reads the attendee', () =>
    stranger.attempt(attendeeRoutes.get, { params: { attendeeId } }),
  )
  await nothing('… the agreement', () => stranger.attempt(agreementRoutes.get, { params: { attendeeId } }))
  await nothing('… and the PDF', () => stranger.attempt(agreementRoutes.pdf, { params: { attendeeId } }))
}
