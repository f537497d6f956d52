import {
  BRANCHES_PROPOSED,
  type BankBranch,
  type BankBranchImport,
  type BankBranchQuery,
  type BranchLookup,
  type BranchLookupQuery,
} from '@consilium/contract/bank-branches/bank-branches.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Upload } from '../../infra/http/uploads/upload.ts'
import { Refusal } from '../../infra/refusal.ts'
import { importTemplate } from '../../infra/spreadsheet/import-columns.ts'
import { bankAndBranch, type NamedAccount } from './account-name.ts'
import { IMPORT_COLUMNS } from './import-columns.ts'
import * as imports from './import-repository.ts'
import { runImport, startImport } from './importing.ts'
import * as repository from './repository.ts'
import type { ImportJob, Scope } from './scope.ts'

export { bankAndBranch } from './account-name.ts'

const QUEUE = { name: 'bank-branch-imports', concurrency: 1, expireSeconds: 1800 } as const
/** What many branches have in their names, or is written in several ways, and so does not tell which one it is. */
const COMMON = /中国|股份有限公司|有限责任公司|有限公司|银行|支行|分行|营业部|省|市|区|县|[\s()]/g

const TEMPLATE = {
  name: { 'zh-CN': '联行号目录导入模板', en: 'clearing-codes-template' },
  sheet: { 'zh-CN': '联行号', en: 'Clearing codes' },
  columns: IMPORT_COLUMNS,
}

const tellingOf = (text: string | null | undefined) => (text ?? '').normalize('NFKC').replace(COMMON, '')

/** The directory of clearing codes, which the operator imports. */
export function createBankBranches({ db, jobs, sheets }: Context) {
  const queue = jobs.queue<ImportJob>({
    ...QUEUE,
    handler: (job, { signal }) => runImport({ db }, job, signal),
  })
  const scope: Scope = { db, sheets, queue }

  async function findImport(importId: number): Promise<BankBranchImport> {
    const found = await imports.findImport(db, importId)
    if (!found) throw new Refusal('NOT_FOUND')
    return found
  }

  return {
    findImport,
    isEmpty: repository.isEmpty,
    list: (query: BankBranchQuery): Promise<Page<BankBranch>> => repository.listBranches(db, query),

    /** The clearing codes of accounts by their bank and branch; accounts whose branch is not found have none. */
    async codesOf<Key>(within: Db, accounts: ReadonlyMap<Key, NamedAccount>): Promise<Map<Key, string>> {
      const texts = new Map([...accounts].map(([key, account]) => [key, bankAndBranch(account)]))
      if (texts.size === 0) return new Map()
      const found = await repository.branchesNamed(within, [...new Set(texts.values())])
      const codes = new Map(found.map(({ text, code }) => [text, code]))
      return new Map(
        [...texts].flatMap(([key, text]) => {
          const code = codes.get(text)
          return code === undefined ? [] : [[key, code] as const]
        }),
      )
    },

    async lookup({ bankName, bankBranch }: BranchLookupQuery): Promise<BranchLookup> {
      const text = bankAndBranch({ bankName, bankBranch: bankBranch ?? null })
      const [branch] = await repository.branchesNamed(db, [text])
      if (branch) return { branch: { code: branch.code, name: branch.name }, proposals: [], isEmpty: false }
      const like = { bank: bankName, text: tellingOf(bankBranch), max: BRANCHES_PROPOSED }
      const proposals = like.text === '' ? [] : await repository.branchesLike(db, like)
      return { branch: null, proposals, isEmpty: proposals.length === 0 && (await repository.isEmpty(db)) }
    },

    template: (language: Language): FileAnswer => importTemplate(TEMPLATE, language),

    import: async (actor: Actor, upload: Upload, language: Language): Promise<BankBranchImport> =>
      findImport(await startImport(scope, actor, upload, language)),

    async remove(branchIds: readonly number[]): Promise<null> {
      if ((await repository.removeBranches(db, branchIds)) === 0) throw new Refusal('NOT_FOUND')
      return null
    },

    /** Sends imports that were begun and have no job. */
    async requeue(): Promise<void> {
      await queue.sendLost(db, imports.unfinished, ({ importId }) => String(importId))
    },
  }
}

export type BankBranches = ReturnType<typeof createBankBranches>
