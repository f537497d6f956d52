import type { Meeting } from '@consilium/contract/meetings.ts'
import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import type { Label } from '../dictionaries/service.ts'

export const exportColumns = (label: Label): readonly ExportColumn<Meeting>[] => [
  { title: { 'zh-CN': '会议编号', en: 'Meeting number' }, width: 20, value: (row) => row.businessId },
  { title: { 'zh-CN': '会议名称', en: 'Meeting' }, width: 36, value: (row) => row.meetingName },
  { title: { 'zh-CN': '项目名称', en: 'Project' }, width: 36, value: (row) => row.projectName },
  { title: { 'zh-CN': '执行单位', en: 'Organization' }, width: 28, value: (row) => row.orgName },
  {
    title: { 'zh-CN': '当前阶段', en: 'Stage' },
    width: 12,
    value: (row) => label('meeting_stage', row.currentStage),
  },
  {
    title: { 'zh-CN': '会议开始', en: 'Start' },
    width: 20,
    kind: 'time',
    value: (row) => row.scheduleStartTime,
  },
  {
    title: { 'zh-CN': '会议结束', en: 'End' },
    width: 20,
    kind: 'time',
    value: (row) => row.scheduleEndTime,
  },
  { title: { 'zh-CN': '会议地点', en: 'Place' }, width: 30, value: (row) => row.scheduleLocation },
  {
    title: { 'zh-CN': '督导时间', en: 'Supervision' },
    width: 20,
    kind: 'time',
    value: (row) => row.supervisionTime,
  },
  {
    title: { 'zh-CN': '督导方式', en: 'Supervision mode' },
    width: 14,
    value: (row) => label('supervision_mode', row.supervisionMode),
  },
  { title: { 'zh-CN': '督导人', en: 'Supervisor' }, width: 14, value: (row) => row.supervisionUserName },
  {
    title: { 'zh-CN': '督导意见', en: 'Supervision comment' },
    width: 30,
    value: (row) => row.supervisionOpinion,
  },
  {
    title: { 'zh-CN': '劳务预算', en: 'Fee budget' },
    width: 14,
    kind: 'decimal',
    value: (row) => row.laborBudget,
  },
  {
    title: { 'zh-CN': '参会人数', en: 'Attendees' },
    width: 10,
    kind: 'integer',
    value: (row) => row.attendeeCount,
  },
  {
    title: { 'zh-CN': '已签人数', en: 'Signed' },
    width: 10,
    kind: 'integer',
    value: (row) => row.signedCount,
  },
  {
    title: { 'zh-CN': '创建时间', en: 'Created' },
    width: 20,
    kind: 'time',
    value: (row) => row.createTime,
  },
]
