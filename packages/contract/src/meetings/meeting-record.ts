import { z } from 'zod'
import { meetingDimensions } from '../dimensions/carried-dimensions.ts'
import * as f from '../fields.ts'
import { DICTIONARY_LABELS } from '../labels.ts'
import { field, record, written } from '../record.ts'
import { choice, said } from '../words.ts'

export const MEETING_STAGES = [
  'draft',
  'approved',
  'inviting',
  'scheduled',
  'agreements',
  'ready',
  'inSession',
  'materials',
  'settlement',
  'closed',
] as const
export const MeetingStage = choice(MEETING_STAGES, DICTIONARY_LABELS.meeting_stage)
export type MeetingStage = z.infer<typeof MeetingStage>

const SupervisionMode = choice(['onSite', 'online', 'spotCheck'], DICTIONARY_LABELS.supervision_mode)

const BUSINESS_ID_MAX = 64

/** Digits with the signs that people write between them: experts call the number by a touch. */
const contactPhone = z
  .string()
  .trim()
  .regex(
    /^(?:\+?\d[\d -]{4,23}\d)?$/,
    said('请输入电话号码，如 010-88886666', 'Enter a phone number such as 010-88886666'),
  )
  .meta({ example: '010-88886666' })
  .transform((value) => (value === '' ? null : value))

const nullableText = z.string().nullable()

/** The fields of a meeting, in the order of its answer. */
export const meetingRecord = record({
  meetingId: field({ label: ['会议', 'Meeting'], text: 'Meeting' }, { read: f.id, ordered: true }),
  businessId: field(
    { label: ['会议编号', 'Meeting number'], text: 'Business number of the meeting', example: 'M20261120-1' },
    {
      read: z.string(),
      create: f
        .text(BUSINESS_ID_MAX)
        .regex(/^[\w.-]+$/, said('只能包含字母、数字和 _ . -', 'Only letters, digits and _ . - are allowed'))
        .optional()
        .meta({ description: 'Generated if omitted' }),
    },
  ),
  projectId: field({ label: ['项目', 'Project'], text: 'Project' }, { read: f.id, create: f.id }),
  projectName: field(
    { label: ['项目名称', 'Project'], text: 'Name of the project', example: '心血管专家研讨' },
    { read: z.string(), ordered: true },
  ),
  orgName: field(
    { label: ['执行单位', 'Organization'], text: 'Name of the organization', example: '仁和会务' },
    { read: nullableText },
  ),
  execUserId: field(
    { label: ['执行单位', 'Executor'], text: 'Main account of the executor that runs the meeting' },
    {
      read: f.id.nullable(),
      create: f.id
        .nullable()
        .optional()
        .meta({ description: 'By default the calling executor, or the only assigned one' }),
      update: f.id.nullable().optional(),
    },
  ),
  meetingName: field(
    {
      label: ['会议名称', 'Meeting name'],
      title: ['会议名称', 'Meeting'],
      text: 'Name of the meeting',
      example: '心血管专家研讨',
    },
    {
      read: z.string(),
      create: f.text(f.LINE_MAX).optional().meta({ description: 'Must equal the project name' }),
      update: f.text(f.LINE_MAX).optional(),
      ordered: true,
    },
  ),
  currentStage: field(
    { label: ['当前阶段', 'Stage'], text: 'Stage of the meeting' },
    { read: MeetingStage, ordered: true },
  ),
  stageReason: field(
    { label: ['退回原因', 'Reason'], text: 'Reason for moving the meeting back', example: '资料不全' },
    { read: nullableText },
  ),
  supervisionTime: written(
    {
      label: ['督导时间', 'Supervision time'],
      title: ['督导时间', 'Supervision'],
      text: 'Time of the supervision',
    },
    nullableText,
    f.time.nullable().optional(),
    { ordered: true },
  ),
  supervisionMode: written(
    { label: ['督导方式', 'Supervision mode'], text: 'Form of supervision' },
    SupervisionMode.nullable(),
    SupervisionMode.nullable().optional(),
  ),
  supervisionUserName: written(
    { label: ['督导人', 'Supervisor'], text: 'Name of the supervisor', example: '周敏' },
    nullableText,
    f.optionalText(f.NAME_MAX),
  ),
  supervisionOpinion: written(
    { label: ['督导意见', 'Supervision comment'], text: 'Opinion of the supervisor', example: '按计划开展' },
    nullableText,
    f.optionalText(f.NOTE_MAX),
  ),
  invitationTitle: written(
    { label: ['邀请标题', 'Title'], text: 'Title of the invitation', example: '诚邀您参加心血管专家研讨' },
    nullableText,
    f.optionalText(f.LINE_MAX),
  ),
  invitationContent: written(
    {
      label: ['邀请内容', 'Content'],
      text: 'Text of the invitation',
      example: '会议定于2026年11月20日举行，敬请光临。',
    },
    nullableText,
    f.optionalText(f.NOTE_MAX),
  ),
  invitationDeadline: written(
    { label: ['截止回复时间', 'RSVP by'], text: 'Deadline for answering the invitation' },
    nullableText,
    f.time.nullable().optional(),
  ),
  scheduleStartTime: written(
    { label: ['开始时间', 'Start'], title: ['会议开始', 'Start'], text: 'Start of the meeting' },
    nullableText,
    f.time.nullable().optional(),
    { ordered: true },
  ),
  scheduleEndTime: written(
    { label: ['结束时间', 'End'], title: ['会议结束', 'End'], text: 'End of the meeting' },
    nullableText,
    f.time.nullable().optional(),
  ),
  scheduleLocation: written(
    {
      label: ['地点', 'Location'],
      title: ['会议地点', 'Place'],
      text: 'Place of the meeting, or that it is online; agreements are not signed without it',
      example: '北京国际会议中心',
    },
    nullableText,
    f.optionalText(f.LINE_MAX),
  ),
  scheduleAgenda: written(
    { label: ['议程', 'Agenda'], text: 'Agenda', example: '09:30 开幕；10:00 主题报告' },
    nullableText,
    f.optionalText(f.NOTE_MAX),
  ),
  contactName: written(
    { label: ['联系人', 'Contact'], text: 'Whom experts ask about the meeting' },
    nullableText,
    f.optionalText(f.NAME_MAX),
  ),
  contactPhone: written(
    { label: ['联系电话', 'Phone'], text: 'Phone of the contact' },
    nullableText,
    contactPhone.nullable().optional(),
  ),
  laborBudget: written(
    {
      label: ['会议劳务预算（元）', 'Fee budget (¥)'],
      title: ['会议劳务预算', 'Fee budget'],
      text: 'Fee budget in yuan',
    },
    f.decimal.nullable(),
    f.amount.nullable().optional(),
  ),
  laborTemplateId: written(
    { label: ['协议模板', 'Agreement template'], text: 'Agreement template; null: the default one' },
    f.id.nullable(),
    f.id.nullable().optional(),
  ),
  laborTemplateName: field(
    {
      label: ['协议模板', 'Agreement template'],
      text: 'Name of the agreement template; null: the default one',
    },
    { read: nullableText, stored: false },
  ),
  laborRemark: written(
    { label: ['劳务备注', 'Remark on fees'], text: 'Remark on the fees', example: '按次计酬' },
    nullableText,
    f.optionalText(f.NOTE_MAX),
  ),
  ...meetingDimensions,
  attendeeCount: field(
    { label: ['参会人数', 'Attendees'], text: 'Number of attendees' },
    { read: z.int(), stored: false },
  ),
  signedCount: field(
    { label: ['已签人数', 'Signed'], text: 'Number of attendees who have signed' },
    { read: z.int(), stored: false },
  ),
  createUserId: field({ label: ['创建账号', 'Created by'] }, { read: f.id }),
  createTime: field({ label: ['创建时间', 'Created'] }, { read: z.string() }),
  version: field({ label: ['版本', 'Version'] }, { read: f.version }),
})
