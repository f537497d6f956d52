import { meetingRecord } from '@consilium/contract/meetings/meeting-record.ts'
import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { dimensionsText } from '@consilium/contract/dimensions/carried-dimensions.ts'
import { fieldColumns, type ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import type { Label } from '../dictionaries/service.ts'

const column = fieldColumns<Meeting>()(meetingRecord)

export const exportColumns = (label: Label): readonly ExportColumn<Meeting>[] => [
  column('businessId', { width: 20 }),
  column('meetingName', { width: 36 }),
  column('projectName', { width: 36 }),
  column('orgName', { width: 28 }),
  column('currentStage', { width: 12, value: (row) => label('meeting_stage', row.currentStage) }),
  column('scheduleStartTime', { width: 20, kind: 'time' }),
  column('scheduleEndTime', { width: 20, kind: 'time' }),
  column('scheduleLocation', { width: 30 }),
  column('supervisionTime', { width: 20, kind: 'time' }),
  column('supervisionMode', { width: 14, value: (row) => label('supervision_mode', row.supervisionMode) }),
  column('supervisionUserName', { width: 14 }),
  column('supervisionOpinion', { width: 30 }),
  column('products', { width: 30, value: (row) => dimensionsText(row.products) }),
  column('costCenters', { width: 24, value: (row) => dimensionsText(row.costCenters) }),
  column('departments', { width: 24, value: (row) => dimensionsText(row.departments) }),
  column('laborBudget', { width: 14, kind: 'decimal' }),
  column('attendeeCount', { width: 10, kind: 'integer' }),
  column('signedCount', { width: 10, kind: 'integer' }),
  column('createTime', { width: 20, kind: 'time' }),
]
