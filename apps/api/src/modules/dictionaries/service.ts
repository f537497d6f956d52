import {
  LABELLED_DICTIONARIES,
  type DictDataCreate,
  type DictDataQuery,
  type DictDataUpdate,
  type DictTypeCreate,
  type DictTypeQuery,
  type DictTypeUpdate,
  type LabelledDictionary,
} from '@consilium/contract/dictionaries/dictionaries.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import * as repository from './repository.ts'

/** The label of a dictionary's value. */
export type Label = (dictType: LabelledDictionary, value: string | null) => string | null

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
      const rows = await repository.labelsOf(db, LABELLED_DICTIONARIES)
      const labels = new Map(
        rows.map(({ dictType, dictValue, dictLabel, dictLabelEn }) => [
          `${dictType} ${dictValue}`,
          language === 'en' ? dictLabelEn : dictLabel,
        ]),
      )
      return (dictType, value) => (value === null ? null : (labels.get(`${dictType} ${value}`) ?? value))
    },

    getData: (dictCode: number) => repository.getData(db, dictCode),
    dataOfTypes: (dictTypes: readonly string[]) => repository.activeDataOf(db, dictTypes),
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
