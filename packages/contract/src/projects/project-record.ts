import { z } from 'zod'
import { projectDimensions } from '../dimensions/carried-dimensions.ts'
import * as f from '../fields.ts'
import { OrgType } from '../persons/persons.ts'
import { field, record, written } from '../record.ts'
import { said } from '../words.ts'

const PROJECT_NO_MAX = 50
const DESCRIPTION_MAX = 5000

const nullableText = z.string().nullable()
const projectNo = f
  .text(PROJECT_NO_MAX)
  .regex(
    /^[\p{L}\p{N}._/-]+$/u,
    said('只能包含文字、数字和 . _ / -', 'Only letters, digits and . _ / - are allowed'),
  )
const ONLY_MANAGERS = 'only a manager may change it'

/** The fields of a project, in the order of its answer. */
export const projectRecord = record({
  projectId: field({ label: ['项目', 'Project'], text: 'Project' }, { read: f.id, ordered: true }),
  projectNo: field(
    {
      label: ['项目编号', 'Project number'],
      title: ['项目编号', 'Number'],
      text: 'Number of the project',
      example: 'P20261120-1',
    },
    {
      read: z.string(),
      create: projectNo.optional().meta({ description: 'Generated if omitted' }),
      update: projectNo.optional(),
      ordered: true,
    },
  ),
  projectName: field(
    {
      label: ['项目名称', 'Project name'],
      title: ['项目名称', 'Project'],
      text: 'Name of the project',
      example: '心血管专家研讨',
    },
    { read: z.string(), create: f.text(f.LINE_MAX), update: f.text(f.LINE_MAX).optional(), ordered: true },
  ),
  startTime: written(
    { label: ['开始时间', 'Start'], text: 'Start, yyyy-MM-dd HH:mm:ss' },
    nullableText,
    f.time.nullable().optional(),
    { ordered: true },
  ),
  endTime: written(
    { label: ['结束时间', 'End'], text: 'End, yyyy-MM-dd HH:mm:ss' },
    nullableText,
    f.time.nullable().optional(),
    { ordered: true },
  ),
  orgId: written({ label: ['所属单位', 'Organization'] }, f.id.nullable(), f.id.nullable().optional()),
  orgName: field({ label: ['所属单位', 'Organization'] }, { read: nullableText, stored: false }),
  orgType: field({ label: ['单位类型', 'Type'] }, { read: OrgType.nullable(), stored: false }),
  isBidProject: field(
    {
      label: ['招标项目', 'Tender'],
      title: ['是否招标', 'Put out to tender'],
      text: 'Whether the project was put out to tender',
    },
    { read: z.boolean(), create: z.boolean().default(false), update: z.boolean().optional() },
  ),
  description: written(
    { label: ['项目说明', 'Description'], title: ['说明', 'Description'], example: '两场专家研讨' },
    nullableText,
    f.optionalText(DESCRIPTION_MAX),
  ),
  isPublished: written(
    { label: ['在公示页展示', 'Show on the public page'], text: 'Whether the public page shows it' },
    z.boolean().meta({ description: 'Whether the public page shows it, until its end' }),
    z.boolean().optional().meta({ description: 'Only a manager may change it' }),
  ),
  publishedSummary: written(
    {
      label: ['公示摘要', 'Summary on the public page'],
      text: 'Text on the public page',
      example: '面向基层医师的专家研讨',
    },
    nullableText,
    f.optionalText(f.NOTE_MAX).meta({ description: `Text on the public page; ${ONLY_MANAGERS}` }),
  ),
  medicalField: written(
    { label: ['医学领域', 'Field of medicine'], text: 'Field of medicine' },
    nullableText,
    f
      .optionalText(f.NAME_MAX)
      .meta({ description: `Field of medicine on the public page; ${ONLY_MANAGERS}` }),
  ),
  publicContact: written(
    {
      label: ['公示联系方式', 'Contact on the public page'],
      text: 'Whom visitors of the public page ask',
    },
    nullableText,
    f
      .optionalText(f.LINE_MAX)
      .meta({ description: `Whom visitors ask, on the public page; ${ONLY_MANAGERS}` }),
  ),
  publishesSpending: written(
    {
      label: ['公示经费使用情况（按千元取整的合计）', 'Publish the spending (totals in whole thousands)'],
      text: 'Whether the public page has sums of what was spent',
    },
    z.boolean().meta({ description: 'Whether the public page says what was spent, in sums' }),
    z
      .boolean()
      .optional()
      .meta({ description: `Whether the public page has sums of what was spent; ${ONLY_MANAGERS}` }),
  ),
  createUserId: field({ label: ['创建账号', 'Created by'] }, { read: f.id }),
  createUserName: field({ label: ['创建人', 'Created by'] }, { read: z.string(), stored: false }),
  sponsorAdminUserIds: field(
    { label: ['申办方', 'Sponsors'], text: 'Main accounts of the assigned sponsors' },
    { read: z.array(f.id), create: f.idBody.optional(), stored: false },
  ),
  sponsorOrgName: field(
    { label: ['申办方', 'Sponsors'], example: '仁和医药' },
    {
      read: z.string().meta({ description: 'Names of the assigned sponsors, for display' }),
      stored: false,
    },
  ),
  execAdminUserIds: field(
    { label: ['执行单位', 'Executors'], text: 'Main accounts of the assigned executors' },
    { read: z.array(f.id), create: f.idBody.optional(), stored: false },
  ),
  execOrgNames: field(
    { label: ['执行单位', 'Executors'], example: '仁和会务' },
    { read: z.string().meta({ description: 'Names of the assigned executors' }), stored: false },
  ),
  leadUserId: field(
    { label: ['项目负责人', 'Project lead'], text: 'Account of the project lead' },
    { read: f.id.nullable(), create: f.id.nullable().optional() },
  ),
  leadUserName: field(
    {
      label: ['项目负责人', 'Project lead'],
      title: ['负责人', 'Lead'],
      text: 'Name of the project lead',
      example: '陈静',
    },
    { read: nullableText, stored: false },
  ),
  ...projectDimensions,
  managerScore: field(
    { label: ['评分', 'Score'], text: 'Score of the project, exact' },
    { read: f.decimal.nullable(), ordered: true },
  ),
  createTime: field({ label: ['创建时间', 'Created'] }, { read: z.string() }),
  version: field({ label: ['版本', 'Version'] }, { read: f.version }),
})
