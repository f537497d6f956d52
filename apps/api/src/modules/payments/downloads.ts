import type { Language } from '@consilium/contract/errors.ts'
import type { TaxMonthQuery } from '@consilium/contract/payments/payments.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { monthFor } from './filing/month.ts'
import { requireNumbers, requireReportable } from './filing/reportable.ts'
import type { Scope } from './scope.ts'
import {
  foreignPersonnelFile,
  nonResidentFile,
  personnelFile,
  vatFile,
  withholdingFile,
} from './tax-exports/tax-exports.ts'

type Drawing = (...given: Parameters<typeof withholdingFile>) => FileAnswer | Promise<FileAnswer>
type Download = (actor: Actor, query: TaxMonthQuery, language: Language) => Promise<FileAnswer>

/** The files of a month as its ledger stands now. */
export function createDownloads(scope: Scope) {
  const download =
    (file: Drawing, require: typeof requireNumbers = requireNumbers): Download =>
    async (actor, query, language) => {
      const month = await monthFor(scope, actor, query)
      await require(scope, month)
      return file(scope, month, language)
    }
  return {
    withholdingFile: download(withholdingFile),
    nonResidentFile: download(nonResidentFile),
    personnelFile: download(personnelFile),
    foreignPersonnelFile: download(foreignPersonnelFile, requireReportable),
    vatFile: download(vatFile),
  }
}
