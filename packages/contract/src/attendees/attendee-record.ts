import { z } from 'zod'
import { AgreementStep, AmendmentStatus, SignatureStatus } from '../agreements/agreements.ts'
import { feeRecord } from '../agreements/fee-record.ts'
import { LaborForm } from '../agreements/labor-forms.ts'
import * as f from '../fields.ts'
import { meetingRecord } from '../meetings/meeting-record.ts'
import { field, joined, record, written } from '../record.ts'
import { SealStatus } from '../signing/document-seal.ts'
import { choice } from '../words.ts'
import { Attendance } from './attendance.ts'

/** What an expert answered to the invitation. */
export const REPLY_LABELS = {
  accepted: { 'zh-CN': '参加', en: 'Attending' },
  declined: { 'zh-CN': '不参加', en: 'Not attending' },
} as const
export const AttendeeReply = choice(['accepted', 'declined'], REPLY_LABELS)
export type AttendeeReply = z.infer<typeof AttendeeReply>

const PHOTOS_MAX = 20
/** Longest attendance that a fee may be agreed for: three days. */
export const FEE_MINUTES_MAX = 3 * 24 * 60

const nullableText = z.string().nullable()
const meeting = meetingRecord.fields
const fee = feeRecord.fields

/** The fields of an attendee, in the order of its answer. Its fee and what is signed belong to its agreement. */
export const attendeeRecord = record({
  attendeeId: field({ label: ['参会专家', 'Attendee'], text: 'Attendee' }, { read: f.id, ordered: true }),
  meetingId: field(meeting.meetingId, { read: f.id, create: f.id }),
  meetingName: joined(meeting.meetingName),
  projectName: joined(meeting.projectName),
  currentStage: joined(meeting.currentStage),
  scheduleStartTime: joined(meeting.scheduleStartTime, { ordered: true }),
  scheduleLocation: joined(meeting.scheduleLocation),
  userId: field({ label: ['账号', 'Account'] }, { read: f.id }),
  expertId: field({ label: ['专家', 'Expert'], text: 'Expert' }, { read: f.id }),
  name: field(
    { label: ['姓名', 'Name'] },
    {
      read: z.string(),
      create: f.text(f.NAME_MAX).optional().meta({ description: 'Required if the phone has no account yet' }),
      update: f.text(f.NAME_MAX).optional(),
      ordered: true,
    },
  ),
  phone: field(
    { label: ['手机号', 'Phone'] },
    {
      read: z.string().meta({ description: 'Masked for people of sponsors and for supervisors' }),
      create: f.phone,
      stored: false,
    },
  ),
  unit: written(
    { label: ['工作单位', 'Hospital or institution'], title: ['单位', 'Hospital'], text: 'Employer' },
    nullableText,
    f.optionalText(f.NAME_MAX),
    { ordered: true },
  ),
  department: written(
    { label: ['科室', 'Department'], text: 'Department' },
    nullableText,
    f.optionalText(f.DEPARTMENT_MAX),
  ),
  title: written({ label: ['职称', 'Title'] }, nullableText, f.optionalText(f.NAME_MAX)),
  auditedTitle: field(
    {
      label: ['审核职称', 'Reviewed title'],
      text: 'Title by the reviewed profile, which decides the fee tier; null if none was reviewed',
    },
    { read: nullableText, stored: false },
  ),
  titleDiffers: field(
    {
      label: ['与审核职称不同', 'Title differs'],
      text: 'Whether the title at the meeting is another one than the reviewed, which waits for a review',
    },
    { read: z.boolean(), stored: false },
  ),
  laborForm: field(
    { label: ['劳务形式', 'Service type'], text: 'Service type' },
    { read: LaborForm, create: LaborForm.default('lecture'), update: LaborForm.optional() },
  ),
  laborFee: field(
    { label: ['应付金额', 'Payable'], text: `Agreed fee in yuan, the payable amount: 0 to ${f.MAX_AMOUNT}` },
    { read: f.decimal, create: f.amount.default('0.00'), update: f.amount.optional(), stored: false },
  ),
  feeMinutes: field(
    {
      label: ['约定参会时长（分钟）', 'Minutes agreed'],
      text: 'Minutes of attendance that the fee is for, as the agreement says; null if it says nothing',
      example: 90,
    },
    {
      read: z.int().nullable(),
      create: z.int().min(1).max(FEE_MINUTES_MAX).nullish(),
      update: z.int().min(1).max(FEE_MINUTES_MAX).nullish(),
      stored: false,
    },
  ),
  payableAmount: joined(fee.payableAmount, { ordered: true }),
  vatAmount: joined(fee.vatAmount),
  surchargeAmount: joined(fee.surchargeAmount),
  incomeTax: joined(fee.incomeTax),
  netAmount: joined(fee.netAmount),
  feeRuleVersion: joined(fee.feeRuleVersion),
  vatAndSurcharges: field(
    { label: ['增值税及附加', 'VAT and surcharges'] },
    { read: f.decimal.meta({ description: 'Value-added tax and surcharges together' }), stored: false },
  ),
  bankRegion: field(
    { label: ['开户地区', 'Bank region'], text: 'Province and city of the bank' },
    {
      read: nullableText,
      create: f.optionalText(f.NAME_MAX),
      update: f.optionalText(f.NAME_MAX),
      stored: false,
    },
  ),
  summary: written(
    { label: ['会议小结', 'Meeting summary'], title: ['小结', 'Summary'], example: '主题报告一场' },
    nullableText,
    f.optionalText(f.NOTE_MAX),
  ),
  onSitePhotos: written(
    {
      label: ['现场照片', 'On-site photos'],
      title: ['现场照片数', 'On-site photos'],
      text: 'File ids of photos',
    },
    z.array(f.id),
    z.array(f.id).max(PHOTOS_MAX).optional(),
  ),
  onSitePhotoUrls: field(
    { label: ['现场照片', 'On-site photos'], text: 'Signed, expiring addresses of the photos' },
    { read: z.array(z.string()), stored: false },
  ),
  signatureStatus: field(
    { label: ['签署状态', 'Signing status'], text: 'unsigned or signed' },
    { read: SignatureStatus, stored: false, ordered: true },
  ),
  sealStatus: field(
    { label: ['盖章状态', 'Seal'], text: "Whether it bears the payer's seal or waits for it" },
    {
      read: SealStatus.nullable().meta({
        description: 'Null if it is unsigned or signed under earlier rules',
      }),
      stored: false,
    },
  ),
  agreementStep: field(
    { label: ['签署步骤', 'Step of signing'], text: 'Step of signing: fill, contract or success' },
    { read: AgreementStep, stored: false },
  ),
  handsign: field(
    { label: ['签名', 'Signature'] },
    {
      read: nullableText.meta({ description: 'Signed, expiring address of the signature image' }),
      stored: false,
    },
  ),
  laborProtocol: field(
    { label: ['劳务协议', 'Labor agreement'] },
    {
      read: nullableText.meta({
        description: 'Text of the agreement once it is drawn up; null in lists',
      }),
      stored: false,
    },
  ),
  laborProtocolUrl: field(
    { label: ['劳务协议', 'Labor agreement'] },
    { read: nullableText.meta({ description: 'Address of the signed agreement' }), stored: false },
  ),
  supersededCount: field(
    { label: ['已被取代的协议', 'Superseded agreements'] },
    {
      read: z.int().meta({ description: 'Number of signed agreements that amendments have replaced' }),
      stored: false,
    },
  ),
  amendment: field(
    { label: ['劳务费变更', 'Change of the fee'] },
    {
      read: z
        .object({
          status: AmendmentStatus,
          payableAmount: f.decimal,
          netAmount: f.decimal,
          feeMinutes: z.int().nullable().meta({ description: 'Minutes that the other fee is for' }),
          reason: z.string(),
          proposedTime: z.string(),
          declineReason: nullableText,
        })
        .nullable()
        .meta({ description: 'The latest amendment of the signed fee' }),
      stored: false,
    },
  ),
  attendance: field(
    { label: ['参会状态', 'Attendance'] },
    {
      read: Attendance.meta({
        description:
          'How the invitation stands: a signature accepts it. Who declined or is expired counts for no cap, budget, sum or check',
      }),
      stored: false,
    },
  ),
  reply: field(
    { label: ['答复', 'Reply'], text: 'Answer to the invitation' },
    {
      read: AttendeeReply.nullable().meta({ description: 'Answer to the invitation; null: none yet' }),
    },
  ),
  replyTime: field(
    { label: ['答复时间', 'Replied at'], text: 'When the expert answered' },
    { read: nullableText },
  ),
  replyUntil: field(
    { label: ['答复截止时间', 'Reply by'], text: 'Until when the expert may answer' },
    {
      read: nullableText.meta({
        description:
          'Until when the expert may answer: the deadline of the invitation, or the start of the meeting',
      }),
      stored: false,
    },
  ),
  replyReason: field(
    { label: ['不参加的原因', 'Why not attending'], text: 'Why the expert does not attend' },
    {
      read: nullableText.meta({
        description: 'Why the expert does not attend; for those who run the meeting',
      }),
    },
  ),
  createTime: field({ label: ['创建时间', 'Created'] }, { read: z.string() }),
  version: field({ label: ['版本', 'Version'] }, { read: f.version }),
})
