import type { Language } from '@consilium/contract/errors.ts'
import type { Project } from '@consilium/contract/projects.ts'
import type { ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import { yesOrNo } from '../../infra/spreadsheet/yes-or-no.ts'

export const exportColumns = (language: Language): readonly ExportColumn<Project>[] => [
  { title: { 'zh-CN': '项目编号', en: 'Number' }, width: 18, value: (row) => row.projectNo },
  { title: { 'zh-CN': '项目名称', en: 'Project' }, width: 36, value: (row) => row.projectName },
  { title: { 'zh-CN': '所属单位', en: 'Organization' }, width: 28, value: (row) => row.orgName },
  { title: { 'zh-CN': '申办方', en: 'Sponsors' }, width: 32, value: (row) => row.sponsorOrgName },
  { title: { 'zh-CN': '执行单位', en: 'Executors' }, width: 32, value: (row) => row.execOrgNames },
  { title: { 'zh-CN': '负责人', en: 'Lead' }, width: 14, value: (row) => row.leadUserName },
  {
    title: { 'zh-CN': '开始时间', en: 'Start' },
    width: 20,
    kind: 'time',
    value: (row) => row.startTime,
  },
  { title: { 'zh-CN': '结束时间', en: 'End' }, width: 20, kind: 'time', value: (row) => row.endTime },
  {
    title: { 'zh-CN': '是否招标', en: 'Put out to tender' },
    width: 12,
    value: (row) => yesOrNo(language, row.isBidProject),
  },
  {
    title: { 'zh-CN': '评分', en: 'Score' },
    width: 10,
    kind: 'decimal',
    value: (row) => row.managerScore,
  },
  { title: { 'zh-CN': '说明', en: 'Description' }, width: 40, value: (row) => row.description },
  { title: { 'zh-CN': '创建人', en: 'Created by' }, width: 14, value: (row) => row.createUserName },
  {
    title: { 'zh-CN': '创建时间', en: 'Created' },
    width: 20,
    kind: 'time',
    value: (row) => row.createTime,
  },
]
