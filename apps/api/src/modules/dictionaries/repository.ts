import {
  isOfDays,
  type DictData,
  type DictDataCreate,
  type DictDataQuery,
  type DictDataUpdate,
  type DictType,
  type DictTypeCreate,
  type DictTypeQuery,
  type DictTypeUpdate,
} from '@consilium/contract/dictionaries/dictionaries.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Db } from '../../infra/db/db.ts'
import { foreignKeyViolation, uniqueViolation } from '../../infra/db/faults.ts'
import { containing, selectPage } from '../../infra/db/lists/select-page.ts'
import { inTimeRange } from '../../infra/db/lists/time-range.ts'
import { Refusal, refuseField } from '../../infra/refusal.ts'

const TYPE_COLUMNS = [
  'dict_id as dictId',
  'dict_type as dictType',
  'dict_name as dictName',
  'dict_name_en as dictNameEn',
  'built_in as builtIn',
  'version',
  'create_time as createTime',
] as const

const DATA_COLUMNS = [
  'dict_code as dictCode',
  'dict_type as dictType',
  'dict_value as dictValue',
  'dict_label as dictLabel',
  'dict_label_en as dictLabelEn',
  'dict_sort as dictSort',
  'status',
  'built_in as builtIn',
  'version',
  'create_time as createTime',
] as const

const TYPE_SORTING = {
  columns: { dictId: 'dict_id', dictType: 'dict_type', dictName: 'dict_name', createTime: 'create_time' },
  key: 'dict_id',
} as const

const DATA_SORTING = {
  columns: {
    dictSort: 'dict_sort',
    dictCode: 'dict_code',
    dictValue: 'dict_value',
    createTime: 'create_time',
  },
  key: 'dict_code',
} as const

export async function listTypes(db: Db, query: DictTypeQuery): Promise<Page<DictType>> {
  let rows = db
    .selectFrom('dict_type')
    .select(TYPE_COLUMNS)
    .where(inTimeRange('create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.dictType) rows = rows.where('dict_type', 'ilike', containing(query.dictType))
  if (query.dictName) {
    const pattern = containing(query.dictName)
    rows = rows.where((eb) =>
      eb.or([eb('dict_name', 'ilike', pattern), eb('dict_name_en', 'ilike', pattern)]),
    )
  }
  return selectPage(db, rows, query, TYPE_SORTING)
}

export async function listData(db: Db, query: DictDataQuery): Promise<Page<DictData>> {
  let rows = db
    .selectFrom('dict_data')
    .select(DATA_COLUMNS)
    .where(inTimeRange('create_time', query['params[beginTime]'], query['params[endTime]']))
  if (query.dictType) rows = rows.where('dict_type', '=', query.dictType)
  if (query.status) rows = rows.where('status', '=', query.status)
  if (query.dictLabel) {
    const pattern = containing(query.dictLabel)
    rows = rows.where((eb) =>
      eb.or([eb('dict_label', 'ilike', pattern), eb('dict_label_en', 'ilike', pattern)]),
    )
  }
  return selectPage(db, rows, query, DATA_SORTING)
}

/** Throws NOT_FOUND if there is none. */
export async function getType(db: Db, dictId: number): Promise<DictType> {
  const row = await db
    .selectFrom('dict_type')
    .select(TYPE_COLUMNS)
    .where('dict_id', '=', dictId)
    .executeTakeFirst()
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** Throws NOT_FOUND if there is none. */
export async function getData(db: Db, dictCode: number): Promise<DictData> {
  const row = await db
    .selectFrom('dict_data')
    .select(DATA_COLUMNS)
    .where('dict_code', '=', dictCode)
    .executeTakeFirst()
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

export const activeDataOf = (db: Db, dictTypes: readonly string[]): Promise<DictData[]> =>
  db
    .selectFrom('dict_data')
    .select(DATA_COLUMNS)
    .where('dict_type', 'in', dictTypes)
    .where('status', '=', '0')
    .orderBy('dict_type')
    .orderBy('dict_sort')
    .orderBy('dict_code')
    .execute()

/** Includes disabled values, because existing records may still contain them. */
export const labelsOf = (db: Db, dictTypes: readonly string[]) =>
  db
    .selectFrom('dict_data')
    .select(['dict_type as dictType', 'dict_value as dictValue'])
    .select(['dict_label as dictLabel', 'dict_label_en as dictLabelEn'])
    .where('dict_type', 'in', dictTypes)
    .execute()

export async function insertType(db: Db, body: DictTypeCreate): Promise<DictType> {
  return db
    .insertInto('dict_type')
    .values({ dict_type: body.dictType, dict_name: body.dictName, dict_name_en: body.dictNameEn })
    .returning(TYPE_COLUMNS)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw uniqueViolation(error) === undefined ? error : refuseField('DICT_EXISTS', 'dictType')
    })
}

/** The code knows the values of a built-in dictionary, so that another one would have no meaning. Days are the exception. */
async function refuseClosed(db: Db, dictType: string): Promise<void> {
  const row = await db
    .selectFrom('dict_type')
    .select('built_in')
    .where('dict_type', '=', dictType)
    .executeTakeFirst()
  if (row?.built_in && !isOfDays(dictType)) throw refuseField('DICT_CLOSED', 'dictType')
}

export async function insertData(db: Db, body: DictDataCreate): Promise<DictData> {
  await refuseClosed(db, body.dictType)
  return db
    .insertInto('dict_data')
    .values({
      dict_type: body.dictType,
      dict_value: body.dictValue,
      dict_label: body.dictLabel,
      dict_label_en: body.dictLabelEn,
      dict_sort: body.dictSort,
    })
    .returning(DATA_COLUMNS)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (foreignKeyViolation(error) !== undefined) throw refuseField('NOT_FOUND', 'dictType')
      throw uniqueViolation(error) === undefined ? error : refuseField('DICT_EXISTS', 'dictValue')
    })
}

export async function updateType(db: Db, body: DictTypeUpdate): Promise<DictType> {
  const row = await db
    .updateTable('dict_type')
    .set((eb) => ({
      dict_name: body.dictName,
      dict_name_en: body.dictNameEn,
      version: eb('version', '+', 1),
    }))
    .where('dict_id', '=', body.dictId)
    .where('version', '=', body.version)
    .returning(TYPE_COLUMNS)
    .executeTakeFirst()
  if (row) return row
  await getType(db, body.dictId)
  throw new Refusal('STALE_RECORD')
}

export async function updateData(db: Db, body: DictDataUpdate): Promise<DictData> {
  const row = await db
    .updateTable('dict_data')
    .set((eb) => ({
      dict_label: body.dictLabel,
      dict_label_en: body.dictLabelEn,
      dict_sort: body.dictSort,
      status: body.status,
      version: eb('version', '+', 1),
    }))
    .where('dict_code', '=', body.dictCode)
    .where('version', '=', body.version)
    .returning(DATA_COLUMNS)
    .executeTakeFirst()
  if (row) return row
  await getData(db, body.dictCode)
  throw new Refusal('STALE_RECORD')
}

/** Deletes all of the dictionaries, or none if one is missing or built in. */
export async function deleteTypes(db: Db, ids: readonly number[]): Promise<void> {
  const found = await db
    .selectFrom('dict_type')
    .select('built_in')
    .where('dict_id', 'in', [...ids])
    .execute()
  if (found.length < ids.length) throw new Refusal('NOT_FOUND')
  if (found.some((row) => row.built_in)) throw new Refusal('DICT_CLOSED')
  await db
    .deleteFrom('dict_type')
    .where('dict_id', 'in', [...ids])
    .execute()
}

export async function deleteData(db: Db, codes: readonly number[]): Promise<void> {
  const found = await db
    .selectFrom('dict_data')
    .select('built_in')
    .where('dict_code', 'in', [...codes])
    .execute()
  if (found.length < codes.length) throw new Refusal('NOT_FOUND')
  if (found.some((row) => row.built_in)) throw new Refusal('DICT_CLOSED')
  await db
    .deleteFrom('dict_data')
    .where('dict_code', 'in', [...codes])
    .execute()
}
