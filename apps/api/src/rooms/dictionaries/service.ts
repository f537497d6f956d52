import type {
  DictDataCreate,
  DictDataQuery,
  DictDataUpdate,
  DictTypeCreate,
  DictTypeQuery,
  DictTypeUpdate,
} from '@consilium/contract/dictionaries.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../infra/db/database.ts'
import * as repository from './repository.ts'

/** Lists of values with labels in both languages, for selections in clients. */
export function createDictionaries({ db }: Context) {
  return {
    listTypes: (query: DictTypeQuery) => repository.listTypes(db, query),
    createType: (body: DictTypeCreate) => repository.insertType(db, body),
    updateType: (body: DictTypeUpdate) => repository.updateType(db, body),
    async removeTypes(ids: number[]): Promise<null> {
      await inTransaction(db, (trx) => repository.deleteTypes(trx, ids))
      return null
    },

    listData: (query: DictDataQuery) => repository.listData(db, query),
    dataOfType: (dictType: string) => repository.activeDataOf(db, dictType),
    createData: (body: DictDataCreate) => repository.insertData(db, body),
    updateData: (body: DictDataUpdate) => repository.updateData(db, body),
    async removeData(codes: number[]): Promise<null> {
      await inTransaction(db, (trx) => repository.deleteData(trx, codes))
      return null
    },
  }
}

export type Dictionaries = ReturnType<typeof createDictionaries>
