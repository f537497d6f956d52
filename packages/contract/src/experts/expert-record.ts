import { z } from 'zod'
import { PAYEE_ACCOUNT_MAX, PAYEE_ACCOUNT_MIN, plainAccount } from './account-number.ts'
import { halfWidth } from '../half-width.ts'
import * as f from '../fields.ts'
import { DICTIONARY_LABELS } from '../labels.ts'
import { identityNumber, IdType, TaxResidence } from '../persons/identity.ts'
import { missingFacts, PAYEE_AGE_MAX, PAYEE_AGE_MIN, region, Sex } from '../persons/personal-facts.ts'
import { field, record, written } from '../record.ts'
import { choice, said } from '../words.ts'

export const AUDIT_STATUSES = ['pending', 'approved', 'rejected'] as const
export const AuditStatus = choice(AUDIT_STATUSES, DICTIONARY_LABELS.audit_status)
export type AuditStatus = z.infer<typeof AuditStatus>

export const BANK_ACCOUNT_MAX = 30
/** Digits; spaces are removed. */
export const bankAccount = z
  .string()
  .transform((value) => halfWidth(value).replace(/[\s-]/g, ''))
  .pipe(
    z
      .string()
      .regex(
        new RegExp(`^\\d{8,${BANK_ACCOUNT_MAX}}$`),
        said(
          `请输入8到${BANK_ACCOUNT_MAX}位数字的银行账号`,
          `Enter a bank account of 8 to ${BANK_ACCOUNT_MAX} digits`,
        ),
      ),
  )
  .meta({ description: 'Bank account number, 8 to 30 digits', example: '6222020200012345678' })

/** The account of somebody who is paid; one that was entered before may have other lengths. */
export const payeeAccount = z
  .string()
  .transform(plainAccount)
  .pipe(
    z
      .string()
      .regex(
        new RegExp(`^\\d{${PAYEE_ACCOUNT_MIN},${PAYEE_ACCOUNT_MAX}}$`),
        said(
          `请输入${PAYEE_ACCOUNT_MIN}到${PAYEE_ACCOUNT_MAX}位数字的银行账号`,
          `Enter a bank account of ${PAYEE_ACCOUNT_MIN} to ${PAYEE_ACCOUNT_MAX} digits`,
        ),
      ),
  )
  .meta({
    description: `Bank account number, ${PAYEE_ACCOUNT_MIN} to ${PAYEE_ACCOUNT_MAX} digits`,
    example: '6222020200012345678',
  })

const ATTACHMENTS_MAX = 10
/** File ids in one text, separated by commas. */
export const idCardAttachments = z
  .string()
  .regex(
    new RegExp(`^$|^[1-9]\\d{0,15}(,[1-9]\\d{0,15}){0,${ATTACHMENTS_MAX - 1}}$`),
    said(
      `须为最多${ATTACHMENTS_MAX}个文件，编号以逗号分隔`,
      `At most ${ATTACHMENTS_MAX} file ids, separated by commas`,
    ),
  )
  .meta({ description: 'File ids separated by commas', example: '101,102' })

const nullableText = z.string().nullable()

/** The fields of an expert, in the order of the answer. What is stored encrypted has no column of its name. */
export const expertRecord = record({
  expertId: field({ label: ['专家', 'Expert'], text: 'Expert' }, { read: f.id, ordered: true }),
  userId: field({ label: ['账号', 'Account'] }, { read: f.id }),
  name: field(
    { label: ['姓名', 'Name'] },
    { read: z.string(), create: f.visibleName, update: f.visibleName.optional(), ordered: true },
  ),
  phone: field({ label: ['手机号', 'Phone'] }, { read: z.string(), create: f.phone, stored: false }),
  unit: written(
    {
      label: ['工作单位', 'Hospital or institution'],
      title: ['单位', 'Hospital'],
      text: 'Employer',
      example: '首都医科大学附属医院',
    },
    nullableText,
    f.optionalText(f.NAME_MAX),
    { ordered: true },
  ),
  department: written(
    { label: ['科室', 'Department'], text: 'Department', example: '心内科' },
    nullableText,
    f.optionalText(f.DEPARTMENT_MAX),
  ),
  title: written({ label: ['职称', 'Title'], example: '主任医师' }, nullableText, f.optionalText(f.NAME_MAX)),
  auditStatus: field(
    { label: ['审核状态', 'Review status'], text: 'pending, approved or rejected' },
    { read: AuditStatus, update: AuditStatus.optional(), ordered: true },
  ),
  auditOpinion: field(
    { label: ['审核意见', 'Review comment'], text: 'Opinion of the reviewer', example: '资料齐全，同意' },
    { read: nullableText, update: f.optionalText(f.NOTE_MAX) },
  ),
  idType: written({ label: ['证件类型', 'Identity document'] }, IdType, IdType.optional()),
  taxResidence: written({ label: ['纳税身份', 'Tax residence'] }, TaxResidence, TaxResidence.optional()),
  idCardNo: written(
    {
      label: ['证件号码', 'Document number'],
      text: 'Number of the identity document; that of a resident card is GB 11643',
      example: '110105********002X',
    },
    nullableText.meta({ description: 'Masked', example: '110105********002X' }),
    identityNumber.nullable().optional(),
    { stored: false },
  ),
  nationality: written(
    {
      label: ['国籍（地区）', 'Nationality'],
      text: 'Nationality or region of somebody with a foreign document, ISO 3166-1',
    },
    nullableText.meta({
      description: 'ISO 3166-1, of a foreign document; masked unless it is the own profile',
      example: '**',
    }),
    region.nullable().optional(),
    { stored: false },
  ),
  sex: written(
    { label: ['性别', 'Sex'], text: 'Sex as the foreign document states it' },
    nullableText.meta({ description: 'Masked unless it is the own profile', example: '*' }),
    Sex.nullable().optional(),
    { stored: false },
  ),
  birthDate: written(
    {
      label: ['出生日期', 'Date of birth'],
      text: 'Date of birth as the foreign document states it, yyyy-MM-dd',
    },
    nullableText.meta({ description: 'Masked unless it is the own profile', example: '****-**-**' }),
    f.date
      .meta({
        description: `Date of birth; the person is from ${PAYEE_AGE_MIN} to ${PAYEE_AGE_MAX} years old`,
        example: '1968-05-20',
      })
      .nullable()
      .optional(),
    { stored: false },
  ),
  missingFacts: field({ label: ['未登记的信息', 'Missing'] }, { read: missingFacts, stored: false }),
  auditDifference: field(
    { label: ['与上次审核通过的信息不同', 'Different from what was approved last'] },
    {
      read: z
        .array(
          z.object({
            field: z.enum(['name', 'idCardNo', 'title', 'bankAccount']),
            approved: nullableText,
            now: nullableText,
          }),
        )
        .meta({
          description: 'What differs from the last approval and waits for the next; numbers are masked',
        }),
      stored: false,
    },
  ),
  bankName: written(
    { label: ['开户银行', 'Bank'], text: 'Bank and branch', example: '中国建设银行北京朝阳支行' },
    nullableText,
    f.optionalText(f.NAME_MAX),
  ),
  bankAccount: written(
    {
      label: ['银行账号', 'Bank account number'],
      title: ['银行账号', 'Bank account'],
      text: 'Bank account number',
      example: '6222***********5678',
    },
    nullableText.meta({ description: 'Masked', example: '6222***********5678' }),
    payeeAccount.nullable().optional(),
    { stored: false },
  ),
  bankBranch: written(
    {
      label: ['开户支行', 'Branch'],
      text: 'Branch of the bank, if the name of the bank does not have it',
      example: '北京朝阳支行',
    },
    nullableText,
    f.optionalText(f.NAME_MAX),
  ),
  bankRegion: written(
    { label: ['开户地区', 'Bank region'], text: 'Province and city of the bank', example: '北京市 朝阳区' },
    nullableText,
    f.optionalText(f.NAME_MAX),
  ),
  bankOfNumber: field(
    { label: ['卡号所属银行', 'Bank of the number'] },
    {
      read: nullableText.meta({
        description: 'The bank that issued the card, by its first digits; null if the table has none of them',
        example: '中国工商银行',
      }),
      stored: false,
    },
  ),
  isAccountDoubtful: field(
    { label: ['账号校验位不符', 'Check digit'] },
    {
      read: z
        .boolean()
        .meta({ description: 'The check digit of the account (Luhn) is wrong: probably mistyped' }),
      stored: false,
    },
  ),
  accountWaits: field(
    { label: ['账户待审核', 'Account waits'] },
    {
      read: z.boolean().meta({ description: 'The account waits for its review, and nothing is paid to it' }),
    },
  ),
  accountFrom: field(
    { label: ['账户启用日期', 'Account pays from'] },
    {
      read: nullableText.meta({
        description: 'Day from which the account is paid to; null for always, and while it waits',
        example: '2026-11-28',
      }),
    },
  ),
  idCardAttachments: written(
    {
      label: ['证件照片', 'Photos of the document'],
      text: 'File ids separated by commas',
      example: '57241434646529,57241434646530',
    },
    z.string(),
    idCardAttachments.optional(),
  ),
  idCardAttachmentUrls: field(
    { label: ['证件照片', 'Photos of the document'] },
    { read: z.array(z.string()).meta({ description: 'Signed, expiring addresses' }), stored: false },
  ),
  status: field({ label: ['账号状态', 'Account'] }, { read: f.status, stored: false }),
  archivedTime: field({ label: ['归档时间', 'Archived'] }, { read: f.archivedTime, stored: false }),
  createTime: field({ label: ['创建时间', 'Created'] }, { read: z.string() }),
  version: field({ label: ['版本', 'Version'] }, { read: f.version }),
})
