import { nameFor } from '@consilium/contract/accounts/name-for.ts'
import { STATUS_LABELS } from '@consilium/contract/labels.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import { yesOrNo } from '../../infra/spreadsheet/yes-or-no.ts'
import type { Label } from '../dictionaries/service.ts'
import type { PlanRow } from './repository.ts'
import type { SpecialPlanRow } from './special-plan-repository.ts'

/** The columns of exported project plans. */
export const planColumns = (language: Language, label: Label): readonly ExportColumn<PlanRow>[] => [
  { title: { 'zh-CN': '方案名称', en: 'Plan' }, width: 36, value: (row) => row.planName },
  { title: { 'zh-CN': '研究方向', en: 'Direction' }, width: 20, value: (row) => row.planDirection },
  { title: { 'zh-CN': '方案类别', en: 'Category' }, width: 16, value: (row) => row.planCategory },
  { title: { 'zh-CN': '项目形式', en: 'Project form' }, width: 16, value: (row) => row.projectForm },
  { title: { 'zh-CN': '项目编号', en: 'Project number' }, width: 18, value: (row) => row.projectNo },
  { title: { 'zh-CN': '项目名称', en: 'Project' }, width: 36, value: (row) => row.projectName },
  { title: { 'zh-CN': '提交人', en: 'Submitted by' }, width: 14, value: (row) => row.submitterName },
  {
    title: { 'zh-CN': '是否结算', en: 'Settled' },
    width: 10,
    value: (row) => yesOrNo(language, row.isSettled),
  },
  {
    title: { 'zh-CN': '审核状态', en: 'Review status' },
    width: 12,
    value: (row) => label('audit_status', row.auditStatus),
  },
  { title: { 'zh-CN': '审核意见', en: 'Review comment' }, width: 30, value: (row) => row.auditOpinion },
  {
    title: { 'zh-CN': '审核人', en: 'Reviewed by' },
    width: 14,
    value: ({ auditByName: name, auditForNames }) => name && nameFor(language, name, auditForNames),
  },
  {
    title: { 'zh-CN': '审核时间', en: 'Reviewed' },
    width: 20,
    kind: 'time',
    value: (row) => row.auditTime,
  },
  { title: { 'zh-CN': '备注', en: 'Remark' }, width: 30, value: (row) => row.remark },
  {
    title: { 'zh-CN': '创建时间', en: 'Created' },
    width: 20,
    kind: 'time',
    value: (row) => row.createTime,
  },
]

/** The columns of exported special plans. */
export const specialPlanColumns = (language: Language): readonly ExportColumn<SpecialPlanRow>[] => [
  { title: { 'zh-CN': '方案名称', en: 'Special plan' }, width: 36, value: (row) => row.planName },
  { title: { 'zh-CN': '方案类型', en: 'Type' }, width: 16, value: (row) => row.planType },
  { title: { 'zh-CN': '内容', en: 'Content' }, width: 40, value: (row) => row.content },
  {
    title: { 'zh-CN': '开始时间', en: 'Start' },
    width: 20,
    kind: 'time',
    value: (row) => row.startTime,
  },
  { title: { 'zh-CN': '结束时间', en: 'End' }, width: 20, kind: 'time', value: (row) => row.endTime },
  { title: { 'zh-CN': '预算', en: 'Budget' }, width: 14, kind: 'decimal', value: (row) => row.budget },
  { title: { 'zh-CN': '单位', en: 'Organization' }, width: 28, value: (row) => row.orgName },
  {
    title: { 'zh-CN': '附件数', en: 'Attachments' },
    width: 12,
    kind: 'integer',
    value: (row) => row.attachments.length,
  },
  {
    title: { 'zh-CN': '状态', en: 'Status' },
    width: 10,
    value: (row) => STATUS_LABELS[row.status][language],
  },
  { title: { 'zh-CN': '创建人', en: 'Created by' }, width: 14, value: (row) => row.createUserName },
  {
    title: { 'zh-CN': '创建时间', en: 'Created' },
    width: 20,
    kind: 'time',
    value: (row) => row.createTime,
  },
]
