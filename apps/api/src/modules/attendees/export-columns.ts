import { attendeeRecord } from '@consilium/contract/attendees/attendee-record.ts'
import { REPLY_LABELS, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { feeRuleNames } from '@consilium/contract/fees/fee-rule-names.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import {
  exportFile,
  fieldColumns,
  type Export,
  type ExportColumn,
} from '../../infra/spreadsheet/export-file.ts'
import type { Label } from '../dictionaries/service.ts'

const AMOUNT = { width: 14, kind: 'decimal' } as const

const column = fieldColumns<Attendee>()(attendeeRecord)

const exportColumns = (label: Label, language: Language): readonly ExportColumn<Attendee>[] => [
  column('meetingName', { width: 36 }),
  column('projectName', { width: 36 }),
  column('scheduleStartTime', { width: 20, kind: 'time' }),
  column('name', { width: 14 }),
  column('phone', { width: 16 }),
  column('unit', { width: 28 }),
  column('department', { width: 16 }),
  column('title', { width: 16 }),
  column('auditedTitle', { width: 16 }),
  column('laborForm', { width: 12, value: (row) => label('labor_form', row.laborForm) }),
  column('feeMinutes', { width: 14, kind: 'integer' }),
  column('payableAmount', AMOUNT),
  column('vatAmount', AMOUNT),
  column('surchargeAmount', AMOUNT),
  column('vatAndSurcharges', AMOUNT),
  column('incomeTax', AMOUNT),
  column('netAmount', AMOUNT),
  column('feeRuleVersion', {
    width: 48,
    value: (row) => feeRuleNames(row.feeRuleVersion, language).join(language === 'en' ? '; ' : '；'),
  }),
  column('bankRegion', { width: 20 }),
  column('signatureStatus', { width: 12, value: (row) => label('signature_status', row.signatureStatus) }),
  column('reply', {
    width: 12,
    value: ({ reply }) => (reply === null ? null : REPLY_LABELS[reply][language]),
  }),
  column('summary', { width: 40 }),
  column('onSitePhotos', { width: 12, kind: 'integer', value: (row) => row.onSitePhotos.length }),
  column('createTime', { width: 20, kind: 'time' }),
]

interface Order {
  language: Language
  labels: Label
  /** `yyyy-MM-dd`, for the file name. */
  today: string
}

/** Attendees with their fees as a spreadsheet. */
export const exportAttendees = (
  { language, labels, today }: Order,
  batch: Export<Attendee>['batch'],
): FileAnswer =>
  exportFile({
    name: { 'zh-CN': '参会专家', en: 'attendees' },
    language,
    today,
    columns: exportColumns(labels, language),
    batch,
  })
