import { z } from 'zod'
import * as f from '../fields.ts'
import { said } from '../words.ts'
import { data, page, type RouteTable } from '../route.ts'

const DICT_KEY_LENGTH = 64
export const dictKey = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
    said(
      '须以字母开头，只含字母、数字和下划线，最多64个字符',
      'Starts with a letter; letters, digits and _ only, at most 64',
    ),
  )
  .meta({ example: 'meeting_stage' })

/** Dictionaries that one request reads. */
export const DICTIONARIES_MAX = 30
const dictKeys = z
  .string()
  .max(DICTIONARIES_MAX * (DICT_KEY_LENGTH + 1))
  .transform((value) => [...new Set(value.split(','))])
  .pipe(z.array(dictKey).max(DICTIONARIES_MAX))
  .meta({ description: 'One dictionary, or several separated by commas', example: 'meeting_stage' })

/** Dictionaries whose values the service knows: their labels appear in files, and beside the records of clients. */
export const LABELLED_DICTIONARIES = [
  'audit_result',
  'audit_status',
  'invoice_source',
  'invoice_type',
  'labor_form',
  'material_type',
  'meeting_stage',
  'org_type',
  'signature_status',
  'supervision_conclusion',
  'supervision_mode',
] as const
export type LabelledDictionary = (typeof LABELLED_DICTIONARIES)[number]

/** Built-in dictionaries of days, which change every year: an operator adds and removes them. */
export const DICTIONARIES_OF_DAYS = ['holiday', 'workday'] as const
export const isOfDays = (dictType: string): boolean => DICTIONARIES_OF_DAYS.some((each) => each === dictType)

export const DictType = z
  .object({
    dictId: f.id,
    dictType: z.string(),
    dictName: z.string(),
    dictNameEn: z.string(),
    builtIn: z.boolean().meta({
      description: 'True if the service depends on the dictionary; its values cannot be deleted, except days',
    }),
    version: f.version,
    createTime: z.string(),
  })
  .meta({ id: 'DictType' })
export type DictType = z.infer<typeof DictType>

export const DictData = z
  .object({
    dictCode: f.id,
    dictType: z.string(),
    dictValue: z.string(),
    dictLabel: z.string(),
    dictLabelEn: z.string(),
    dictSort: z.int(),
    status: f.status,
    builtIn: z.boolean(),
    version: f.version,
    createTime: z.string(),
  })
  .meta({ id: 'DictData' })
export type DictData = z.infer<typeof DictData>

export const DICT_TYPE_COLUMNS = ['dictId', 'dictType', 'dictName', 'createTime'] as const
export const DictTypeQuery = f.listQuery(
  { dictType: f.searchText.optional(), dictName: f.searchText.optional() },
  DICT_TYPE_COLUMNS,
)
export type DictTypeQuery = z.output<typeof DictTypeQuery>

export const DICT_DATA_COLUMNS = ['dictSort', 'dictCode', 'dictValue', 'createTime'] as const
export const DictDataQuery = f.listQuery(
  { dictType: dictKey.optional(), dictLabel: f.searchText.optional(), status: f.status.optional() },
  DICT_DATA_COLUMNS,
)
export type DictDataQuery = z.output<typeof DictDataQuery>

const sort = z.int().min(0).max(9999)
export const DictTypeCreate = z.strictObject({
  dictType: dictKey,
  dictName: f.text(f.NAME_MAX),
  dictNameEn: f.text(f.NAME_MAX),
})
export type DictTypeCreate = z.output<typeof DictTypeCreate>
export const DictTypeUpdate = z.strictObject({
  dictId: f.id,
  version: f.version,
  dictName: f.text(f.NAME_MAX).optional(),
  dictNameEn: f.text(f.NAME_MAX).optional(),
})
export type DictTypeUpdate = z.output<typeof DictTypeUpdate>
export const DictDataCreate = z
  .strictObject({
    dictType: dictKey,
    dictValue: f.text(f.NAME_MAX),
    dictLabel: f.text(f.NAME_MAX),
    dictLabelEn: f.text(f.NAME_MAX),
    dictSort: sort.default(0),
  })
  .refine(({ dictType, dictValue }) => !isOfDays(dictType) || f.date.safeParse(dictValue).success, {
    path: ['dictValue'],
    error: said('请填写日期，例如 2026-10-01', 'Enter a date such as 2026-10-01'),
  })
export type DictDataCreate = z.output<typeof DictDataCreate>
export const DictDataUpdate = z.strictObject({
  dictCode: f.id,
  version: f.version,
  dictLabel: f.text(f.NAME_MAX).optional(),
  dictLabelEn: f.text(f.NAME_MAX).optional(),
  dictSort: sort.optional(),
  status: f.status.optional(),
})
export type DictDataUpdate = z.output<typeof DictDataUpdate>

const tag = 'Dictionaries'

export const dictionaryRoutes = {
  listTypes: {
    method: 'GET',
    path: '/system/dict/type/list',
    access: ['admin'],
    tag,
    summary: 'List dictionaries',
    query: DictTypeQuery,
    answer: page(DictType),
  },
  getType: {
    method: 'GET',
    path: '/system/dict/type/{dictId}',
    access: ['admin'],
    tag,
    summary: 'Read one dictionary',
    params: z.object({ dictId: f.queryId }),
    answer: data(DictType),
  },
  createType: {
    method: 'POST',
    path: '/system/dict/type',
    target: ['dictId'],
    access: ['admin'],
    tag,
    summary: 'Create a dictionary',
    body: DictTypeCreate,
    answer: data(DictType),
    errors: ['DICT_EXISTS'],
    creates: true,
  },
  updateType: {
    method: 'PUT',
    path: '/system/dict/type',
    target: ['dictId'],
    access: ['admin'],
    tag,
    summary: 'Rename a dictionary',
    body: DictTypeUpdate,
    answer: data(DictType),
    errors: ['STALE_RECORD'],
  },
  removeTypes: {
    method: 'DELETE',
    path: '/system/dict/type/{dictId}',
    target: ['dictId'],
    access: ['admin'],
    tag,
    summary: 'Delete dictionaries with their values; built-in ones cannot be deleted',
    params: z.object({ dictId: f.pathIds }),
    answer: data(z.null()),
    errors: ['DICT_CLOSED'],
  },
  listData: {
    method: 'GET',
    path: '/system/dict/data/list',
    access: ['admin'],
    tag,
    summary: 'List dictionary values',
    query: DictDataQuery,
    answer: page(DictData),
  },
  getData: {
    method: 'GET',
    path: '/system/dict/data/{dictCode}',
    access: ['admin'],
    tag,
    summary: 'Read one dictionary value',
    params: z.object({ dictCode: f.queryId }),
    answer: data(DictData),
  },
  dataOfType: {
    method: 'GET',
    path: '/system/dict/data/type/{dictType}',
    access: 'session',
    tag,
    summary: 'List the active values of one dictionary, or of several, each in order',
    params: z.object({ dictType: dictKeys }),
    answer: data(z.array(DictData)),
  },
  createData: {
    method: 'POST',
    path: '/system/dict/data',
    target: ['dictCode'],
    access: ['admin'],
    tag,
    summary: 'Add a value to a dictionary',
    body: DictDataCreate,
    answer: data(DictData),
    errors: ['DICT_CLOSED', 'DICT_EXISTS'],
    creates: true,
  },
  updateData: {
    method: 'PUT',
    path: '/system/dict/data',
    target: ['dictCode'],
    access: ['admin'],
    tag,
    summary: 'Change label, order or status of a dictionary value',
    body: DictDataUpdate,
    answer: data(DictData),
    errors: ['STALE_RECORD'],
  },
  removeData: {
    method: 'DELETE',
    path: '/system/dict/data/{dictCode}',
    target: ['dictCode'],
    access: ['admin'],
    tag,
    summary: 'Delete dictionary values; built-in ones cannot be deleted',
    params: z.object({ dictCode: f.pathIds }),
    answer: data(z.null()),
    errors: ['DICT_CLOSED'],
  },
} as const satisfies RouteTable
