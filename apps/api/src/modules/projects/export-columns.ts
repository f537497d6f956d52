import type { Language } from '@consilium/contract/errors.ts'
import { projectRecord } from '@consilium/contract/projects/project-record.ts'
import type { Project } from '@consilium/contract/projects/projects.ts'
import { fieldColumns, type ExportColumn } from '../../infra/spreadsheet/export-file.ts'
import { dimensionsText } from '@consilium/contract/dimensions/carried-dimensions.ts'
import { yesOrNo } from '../../infra/spreadsheet/yes-or-no.ts'

const column = fieldColumns<Project>()(projectRecord)

export const exportColumns = (language: Language): readonly ExportColumn<Project>[] => [
  column('projectNo', { width: 18 }),
  column('projectName', { width: 36 }),
  column('orgName', { width: 28 }),
  column('sponsorOrgName', { width: 32 }),
  column('execOrgNames', { width: 32 }),
  column('leadUserName', { width: 14 }),
  column('startTime', { width: 20, kind: 'time' }),
  column('endTime', { width: 20, kind: 'time' }),
  column('isBidProject', { width: 12, value: (row) => yesOrNo(language, row.isBidProject) }),
  column('products', { width: 30, value: (row) => dimensionsText(row.products) }),
  column('costCenters', { width: 24, value: (row) => dimensionsText(row.costCenters) }),
  column('departments', { width: 24, value: (row) => dimensionsText(row.departments) }),
  column('managerScore', { width: 10, kind: 'decimal' }),
  column('description', { width: 40 }),
  column('createUserName', { width: 14 }),
  column('createTime', { width: 20, kind: 'time' }),
]
