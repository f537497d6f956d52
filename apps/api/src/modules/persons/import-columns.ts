import type { PersonImportRow } from '@consilium/contract/persons/persons.ts'
import { columnFinder, type ImportColumn } from '../../infra/spreadsheet/import-columns.ts'
import { roleLabels } from './role-names.ts'

export type ImportField = keyof PersonImportRow

/** The columns of the template, in order. */
export const IMPORT_COLUMNS: readonly ImportColumn<ImportField>[] = [
  {
    field: 'name',
    title: { 'zh-CN': '姓名', en: 'Name' },
    aliases: ['人员姓名', 'fullname'],
    width: 14,
    hint: { 'zh-CN': '必填', en: 'Required' },
  },
  {
    field: 'phone',
    title: { 'zh-CN': '手机号', en: 'Phone' },
    aliases: ['手机', '手机号码', '联系电话', '电话', 'mobile', 'phonenumber'],
    width: 16,
    hint: {
      'zh-CN': '必填，11位；每个手机号只能有一个账号',
      en: 'Required, 11 digits; one account per phone',
    },
  },
  {
    field: 'userName',
    title: { 'zh-CN': '用户名', en: 'User name' },
    aliases: ['账号', '登录名', '登录账号', 'account'],
    width: 18,
    hint: {
      'zh-CN': '必填，3至30个字符，全平台唯一',
      en: 'Required, 3 to 30 characters, unique on the platform',
    },
  },
  {
    field: 'department',
    title: { 'zh-CN': '部门', en: 'Department' },
    aliases: ['所在部门'],
    width: 16,
    hint: { 'zh-CN': '选填', en: 'Optional' },
  },
  {
    field: 'position',
    title: { 'zh-CN': '职务', en: 'Position' },
    aliases: ['职位', '岗位'],
    width: 16,
    hint: { 'zh-CN': '选填', en: 'Optional' },
  },
  {
    field: 'role',
    title: { 'zh-CN': '角色', en: 'Role' },
    aliases: ['人员角色'],
    width: 18,
    hint: {
      'zh-CN': `必填：${roleLabels('executor', 'zh-CN').join('、')}`,
      en: `Required: ${roleLabels('executor', 'en').join(', ')}`,
    },
  },
  {
    field: 'bankRegion',
    title: { 'zh-CN': '开户地区', en: 'Bank region' },
    aliases: ['开户地', '开户行地区', '开户行所在地'],
    width: 20,
    hint: { 'zh-CN': '选填，如：北京市海淀区', en: 'Optional' },
  },
  {
    field: 'password',
    title: { 'zh-CN': '初始密码（选填）', en: 'Initial password (optional)' },
    aliases: ['密码', 'password'],
    width: 26,
    hint: {
      'zh-CN': '选填：不填时，本人首次用短信验证码登录并设置密码',
      en: 'May be empty: the person first logs in by SMS code and sets a password',
    },
    optional: true,
  },
]

/** Finds the column of each field in the header row. */
export const locateColumns = columnFinder(IMPORT_COLUMNS)
