import type { Account, AccountQuery } from '@consilium/contract/accounts/accounts.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import { exportColumns } from './export-columns.ts'
import * as repository from './repository.ts'
import { viewOf } from './changing.ts'

/** The accounts of all people, page by page and as a file. */
export const listing = ({ db, clock }: Pick<Context, 'db' | 'clock'>) => ({
  async list(actor: Actor, query: AccountQuery): Promise<Page<Account>> {
    const page = await repository.listAccounts(db, query)
    return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
  },

  /** The accounts of `list`, as a file. */
  export: (actor: Actor, query: repository.AccountFilters, language: Language): FileAnswer =>
    exportFile({
      name: { 'zh-CN': '账号', en: 'accounts' },
      language,
      today: clock.today(),
      columns: exportColumns(language),
      async batch(after) {
        const { rows, next } = await repository.batchOfAccounts(db, query, after)
        return { rows: rows.map((row) => viewOf(actor, row)), next }
      },
    }),
})
