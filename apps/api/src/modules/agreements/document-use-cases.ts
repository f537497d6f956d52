import type { Page } from '@consilium/contract/envelope.ts'
import type {
  FileVerification,
  SupersededAgreement,
  Verification,
} from '@consilium/contract/signing/signed-agreements.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { findRecord, openDocument, openDocuments } from './reading.ts'
import { findRedacted, openRedacted } from './redacting.ts'
import type { Scope } from './scope.ts'
import { listSuperseded, openSuperseded, verifyCode, verifyFile } from './signing/history.ts'

/** Documents of agreements, current and superseded, and their verification, as the service offers them. */
export const documentUseCases = (scope: Scope) => ({
  openDocument: (actor: Actor, attendeeId: number): Promise<FileAnswer> =>
    openDocument(scope, actor, attendeeId),

  openDocuments: (actor: Actor, attendeeIds: readonly number[]): Promise<FileAnswer> =>
    openDocuments(scope, actor, attendeeIds),

  findRedacted: (actor: Actor, attendeeId: number) => findRedacted(scope, actor, attendeeId),
  openRedacted: (actor: Actor, attendeeId: number): Promise<FileAnswer> =>
    openRedacted(scope, actor, attendeeId),

  async listHistory(actor: Actor, attendeeId: number): Promise<Page<SupersededAgreement>> {
    return listSuperseded(scope, await findRecord(scope, actor, attendeeId))
  },

  async openSuperseded(actor: Actor, attendeeId: number, historyId: number): Promise<FileAnswer> {
    return openSuperseded(scope, await findRecord(scope, actor, attendeeId), historyId)
  },

  verify: (code: string): Promise<Verification> => verifyCode(scope, code),
  verifyFile: (code: string, documentHash: string): Promise<FileVerification> =>
    verifyFile(scope, code, documentHash),
})
