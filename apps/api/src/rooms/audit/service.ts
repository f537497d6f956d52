import type { OperationLog, OperationLogQuery } from '@consilium/contract/audit.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import { operations } from '@consilium/contract/routes.ts'
import type { Context } from '../../context.ts'
import type { OperationEntry } from '../../infra/http/bind.ts'
import * as repository from './repository.ts'

const summaries = new Map(operations.map(({ name, route }) => [name, route.summary]))

/** The operation log: every write and every reading that is marked as logged. */
export function createAudit({ db }: Context) {
  return {
    record: (entry: OperationEntry): Promise<void> => repository.insertOperation(db, entry),

    async list(query: OperationLogQuery): Promise<Page<OperationLog>> {
      const { total, rows } = await repository.listOperations(db, query)
      return {
        total,
        rows: rows.map((row) => ({ ...row, summary: summaries.get(row.operation) ?? row.operation })),
      }
    },
  }
}

export type Audit = ReturnType<typeof createAudit>
