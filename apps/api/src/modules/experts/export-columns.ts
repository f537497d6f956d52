import { ID_TYPE_LABELS, STATUS_LABELS, TAX_RESIDENCE_LABELS } from '@consilium/contract/labels.ts'
import type { Language } from '@consilium/contract/errors.ts'
import { expertRecord } from '@consilium/contract/experts/expert-record.ts'
import type { Expert } from '@consilium/contract/experts/experts.ts'
import { fieldColumns, type ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import type { Label } from '../dictionaries/service.ts'

const column = fieldColumns<Expert>()(expertRecord)

/** The rows are those of the API: identity and bank numbers are masked. */
export const exportColumns = (language: Language, label: Label): readonly ExportColumn<Expert>[] => [
  column('name', { width: 14 }),
  column('phone', { width: 16 }),
  column('unit', { width: 28 }),
  column('department', { width: 16 }),
  column('title', { width: 16 }),
  column('auditStatus', { width: 12, value: (row) => label('audit_status', row.auditStatus) }),
  column('auditOpinion', { width: 30 }),
  column('idType', { width: 22, value: (row) => ID_TYPE_LABELS[row.idType][language] }),
  column('idCardNo', { width: 22 }),
  column('taxResidence', {
    width: 12,
    value: (row) => TAX_RESIDENCE_LABELS[row.taxResidence][language],
  }),
  column('bankName', { width: 24 }),
  column('bankBranch', { width: 24 }),
  column('bankAccount', { width: 24 }),
  column('bankRegion', { width: 20 }),
  column('status', { width: 10, value: (row) => STATUS_LABELS[row.status][language] }),
  column('createTime', { width: 20, kind: 'time' }),
]
