import type {
  OperationLog as LogEntry,
  OperationLogQuery,
} from '@consilium/contract/operation-log/operation-log.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { OperationEntry } from '../../infra/http/operation-entry.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import { createChain } from './chain.ts'
import { EXPORT_COLUMNS } from './export-columns.ts'
import { operationsIn, operationText } from './operation-texts.ts'
import * as repository from './repository.ts'

const viewIn =
  (language: Language) =>
  (row: repository.OperationRow): LogEntry => ({
    ...row,
    summary: operationText(row.operation, language),
  })

/** The operation log: every write, and every read that is marked as logged. */
export function createOperationLog(context: Context) {
  const { db, clock, log } = context
  const chain = createChain(context)
  return {
    chain,

    /** Also written to the process log, whose collector cannot be changed from this machine. */
    async record(entry: OperationEntry): Promise<void> {
      await repository.insertOperation(db, entry)
      chain.wake()
      const { actor, ...what } = entry
      log.info({ ...what, userId: actor && 'userId' in actor ? actor.userId : null }, 'operation')
    },

    /** Who last did this to the target with success, within a day; undefined if nobody did. */
    lastDoneBy: (done: Pick<OperationEntry, 'operation' | 'target'>) => repository.lastDoneBy(db, done),

    async list(query: OperationLogQuery, language: Language): Promise<Page<LogEntry>> {
      const page = await repository.listOperations(db, query)
      return { ...page, rows: page.rows.map(viewIn(language)) }
    },

    operations: operationsIn,

    /** The entries of `list`, as a file. */
    export: (query: repository.OperationFilters, language: Language): FileAnswer =>
      exportFile({
        name: { 'zh-CN': '操作日志', en: 'operation-log' },
        language,
        today: clock.today(),
        columns: EXPORT_COLUMNS,
        async batch(after) {
          const { rows, next } = await repository.batchOfOperations(db, query, after)
          return { rows: rows.map(viewIn(language)), next }
        },
      }),
  }
}

export type OperationLog = ReturnType<typeof createOperationLog>
