import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { consentRoutes } from '@consilium/contract/consents/consents.ts'
import { DATA_CONSENT } from '@consilium/contract/consents/consent-texts.ts'
import { attendeeRoutes } from '@consilium/contract/attendees/attendees.ts'
import { createClient, type Client } from '@consilium/contract/client.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { meetingRoutes } from '@consilium/contract/meetings/meetings.ts'
import { often } from '@consilium/test-kit/often.ts'
import { PNG } from 'pngjs'
import { newPhone } from '../walkthrough/cast.ts'
import type { Attack, Target } from './attack.ts'
import { refused } from './expectations.ts'
import { newMeeting } from './organizations.ts'

const SIGNATURES = often(10, 20)
const PASSWORD = 'Attacking-expert-1'
/** The fixed code of development mode for the phones of `newPhone`. */
const SMS_CODE = '123456'
const IDENTITY = {
  idCardNo: '11010519491231002X',
  bankName: '中国工商银行',
  bankAccount: '6222020200012345678',
  bankRegion: '北京市 海淀区',
}

/** An empty picture of the largest accepted size. */
const blank = `data:image/png;base64,${PNG.sync.write(new PNG({ width: 2000, height: 1000 })).toString('base64')}`

interface Expert extends Client {
  token: string
  phone: string
}

/** Registers an expert and approves it. */
async function approvedExpert({ anonymous, admin, baseUrl }: Target): Promise<Expert> {
  const phone = newPhone()
  await anonymous.call(accountRoutes.smsCode, { body: { phone } })
  const made = await anonymous.call(expertRoutes.register, {
    body: {
      phone,
      smsCode: SMS_CODE,
      password: PASSWORD,
      name: '陈堃',
      unit: '北方医院',
      department: '心内科',
      title: '主任医师',
    },
  })
  const { expertId } = made
  const found = await admin.call(expertRoutes.get, { params: { expertId } })
  const approval = {
    expertId,
    version: found.version,
    auditStatus: 'approved' as const,
    idCardNo: IDENTITY.idCardNo,
  }
  await admin.call(expertRoutes.update, { body: approval })
  const data = await anonymous.call(accountRoutes.login, {
    body: { username: phone, password: PASSWORD },
  })
  return { ...createClient({ baseUrl, token: data.token, repeats: 0 }), token: data.token, phone }
}

/** Creates an attendee of an approved meeting. */
async function attendeeOf(target: Target, { phone }: Expert): Promise<number> {
  const { admin } = target
  const meetingId = await newMeeting(target)
  const data = await admin.call(attendeeRoutes.create, { body: { meetingId, phone, laborFee: '5000' } })
  await admin.call(meetingRoutes.changeStage, { body: { meetingId, currentStage: 'approved' } })
  return data.attendeeId
}

/** Creates an expert with an agreement that lacks only the signature. */
async function readyToSign(target: Target) {
  const expert = await approvedExpert(target)
  const attendeeId = await attendeeOf(target, expert)
  await expert.call(consentRoutes.give, { body: { version: DATA_CONSENT.version } })
  await expert.call(agreementRoutes.fill, { body: { attendeeId, ...IDENTITY } })
  await expert.call(agreementRoutes.contract, { body: { attendeeId } })
  await expert.call(agreementRoutes.signCode, { body: { attendeeId } })
  return { token: expert.token, attendeeId }
}

export const SIGNATURE_ATTACKS: readonly Attack[] = [
  {
    id: 'SEC-18',
    title: `${SIGNATURES} blank signatures of 2000 × 1000 pixels at once`,
    async attack(target) {
      const { token, attendeeId } = await readyToSign(target)
      const body = { attendeeId, handsign: blank, smsCode: SMS_CODE, consent: true }
      return Promise.all(
        Array.from({ length: SIGNATURES }, () =>
          target.send({ path: agreementRoutes.sign.path, token, body }),
        ),
      )
    },
    expect: (answers) => refused(answers, 'SIGNATURE_EMPTY', 'handsign'),
  },
]
