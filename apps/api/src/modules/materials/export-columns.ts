import type { Language } from '@consilium/contract/errors.ts'
import type { MaterialRecord } from '@consilium/contract/materials/material-record.ts'
import type {
  MeetingAuditLog,
  MeetingExecutorRecord,
  MeetingMaterial,
  MeetingSupervisorRecord,
} from '@consilium/contract/materials/materials.ts'
import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import type { Label } from '../dictionaries/service.ts'

/** Name and columns of the exported file of one kind of record. */
export interface MaterialSheet<View> {
  name: Readonly<Record<Language, string>>
  columns(language: Language, label: Label): readonly ExportColumn<View>[]
}

/** The first column of every kind. */
export const meeting: ExportColumn<MaterialRecord> = {
  title: { 'zh-CN': '会议名称', en: 'Meeting' },
  width: 36,
  value: (row) => row.meetingName,
}

/** The last columns of every kind. */
export const tail: readonly ExportColumn<MaterialRecord>[] = [
  {
    title: { 'zh-CN': '附件数', en: 'Files' },
    width: 10,
    kind: 'integer',
    value: (row) => row.files.length,
  },
  { title: { 'zh-CN': '创建人', en: 'Created by' }, width: 14, value: (row) => row.createUserName },
  {
    title: { 'zh-CN': '创建时间', en: 'Created' },
    width: 20,
    kind: 'time',
    value: (row) => row.createTime,
  },
]

export const reviewSheet: MaterialSheet<MeetingAuditLog> = {
  name: { 'zh-CN': '资料审核', en: 'material-reviews' },
  columns: (_language, label) => [
    meeting,
    { title: { 'zh-CN': '审核事项', en: 'Reviewed item' }, width: 28, value: (row) => row.auditItem },
    {
      title: { 'zh-CN': '审核结果', en: 'Review result' },
      width: 12,
      value: (row) => label('audit_result', row.auditResult),
    },
    { title: { 'zh-CN': '审核意见', en: 'Review comment' }, width: 40, value: (row) => row.auditOpinion },
    {
      title: { 'zh-CN': '审核时间', en: 'Reviewed' },
      width: 20,
      kind: 'time',
      value: (row) => row.auditTime,
    },
    ...tail,
  ],
}

export const executorSheet: MaterialSheet<MeetingExecutorRecord> = {
  name: { 'zh-CN': '执行记录', en: 'execution-records' },
  columns: () => [
    meeting,
    { title: { 'zh-CN': '工作事项', en: 'Task' }, width: 28, value: (row) => row.taskName },
    { title: { 'zh-CN': '执行人', en: 'Person' }, width: 14, value: (row) => row.personName },
    { title: { 'zh-CN': '手机号', en: 'Phone' }, width: 16, value: (row) => row.phone },
    { title: { 'zh-CN': '工作内容', en: 'Work done' }, width: 40, value: (row) => row.workContent },
    {
      title: { 'zh-CN': '工作时间', en: 'Work time' },
      width: 20,
      kind: 'time',
      value: (row) => row.workTime,
    },
    ...tail,
  ],
}

export const materialSheet: MaterialSheet<MeetingMaterial> = {
  name: { 'zh-CN': '会议资料', en: 'meeting-materials' },
  columns: (_language, label) => [
    meeting,
    {
      title: { 'zh-CN': '资料类型', en: 'Type of material' },
      width: 14,
      value: (row) => label('material_type', row.materialType),
    },
    { title: { 'zh-CN': '标题', en: 'Title' }, width: 36, value: (row) => row.title },
    { title: { 'zh-CN': '说明', en: 'Description' }, width: 40, value: (row) => row.description },
    ...tail,
  ],
}

export const supervisorSheet: MaterialSheet<MeetingSupervisorRecord> = {
  name: { 'zh-CN': '督导记录', en: 'supervision-records' },
  columns: (_language, label) => [
    meeting,
    { title: { 'zh-CN': '督导人', en: 'Supervisor' }, width: 14, value: (row) => row.supervisorName },
    {
      title: { 'zh-CN': '督导时间', en: 'Supervision time' },
      width: 20,
      kind: 'time',
      value: (row) => row.supervisionTime,
    },
    {
      title: { 'zh-CN': '督导方式', en: 'Supervision mode' },
      width: 14,
      value: (row) => label('supervision_mode', row.supervisionMode),
    },
    { title: { 'zh-CN': '督导发现', en: 'Findings' }, width: 40, value: (row) => row.findings },
    {
      title: { 'zh-CN': '督导结论', en: 'Conclusion' },
      width: 12,
      value: (row) => label('supervision_conclusion', row.conclusion),
    },
    ...tail,
  ],
}
