import type {
  DictDataCreate,
  DictDataQuery,
  DictDataUpdate,
  DictTypeCreate,
  DictTypeQuery,
  DictTypeUpdate,
} from '@consilium/contract/dictionaries/dictionaries.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import * as repository from './repository.ts'

/** The dictionaries whose labels appear in exported files. */
const EXPORTED_TYPES = [
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

/** The label of a dictionary's value. */
export type Label = (dictType: (typeof EXPORTED_TYPES)[number], value: string | null) => string | null

/** Lists of values with labels in both languages, for select inputs of clients. */
export function createDictionaries({ db }: Context) {
  return {
    listTypes: (query: DictTypeQuery) => repository.listTypes(db, query),
    getType: (dictId: number) => repository.getType(db, dictId),
    createType: (body: DictTypeCreate) => repository.insertType(db, body),
    updateType: (body: DictTypeUpdate) => repository.updateType(db, body),
    async removeTypes(ids: number[]): Promise<null> {
      await inTransaction(db, (trx) => repository.deleteTypes(trx, ids))
      return null
    },

    listData: (query: DictDataQuery) => repository.listData(db, query),
    /** Looks up the labels of dictionary values; a value without a label is returned as it is. */
    async labels(language: Language): Promise<Label> {
      const rows = await repository.labelsOf(db, EXPORTED_TYPES)
      const labels = new Map(
        rows.map(({ dictType, dictValue, dictLabel, dictLabelEn }) => [
          `${dictType} ${dictValue}`,
          language === 'en' ? dictLabelEn : dictLabel,
        ]),
      )
      return (dictType, value) => (value === null ? null : (labels.get(`${dictType} ${value}`) ?? value))
    },

    getData: (dictCode: number) => repository.getData(db, dictCode),
    dataOfType: (dictType: string) => repository.activeDataOf(db, dictType),
    createData: (body: DictDataCreate) => repository.insertData(db, body),
    updateData: (body: DictDataUpdate) => repository.updateData(db, body),
    async removeData(codes: number[]): Promise<null> {
      await inTransaction(db, (trx) => repository.deleteData(trx, codes))
      return null
    },
  }
}

export { entryFacts, valuesInUse } from './facts-repository.ts'

export type Dictionaries = ReturnType<typeof createDictionaries>
