import { bankPresetRoutes } from '@consilium/contract/bank-files/bank-presets.ts'
import { batchAnswerRoutes as answers } from '@consilium/contract/batches/batch-answers.ts'
import { batchReceiptRoutes as receipts } from '@consilium/contract/batches/batch-receipts.ts'
import { batchRoutes as routes } from '@consilium/contract/batches/batches.ts'
import type { Bind } from '../../domain/bind.ts'
import type { Batches } from './service.ts'

export function bindBatches(on: Bind, batches: Batches): void {
  on(routes.payable, ({ actor, query }) => batches.payable(actor, query))
  on(routes.payableSums, ({ actor, query }) => batches.payableSums(actor, query))
  on(routes.list, ({ actor, query }) => batches.list(actor, query))
  on(routes.lines, ({ actor, query, language }) => batches.lines(actor, query, language))
  on(routes.get, ({ actor, params }) => batches.find(actor, params.batchId))
  on(routes.create, ({ actor, body }) => batches.create(actor, body))
  on(routes.removeLines, ({ actor, body }) => batches.removeLines(actor, body))
  on(routes.lock, ({ actor, body }) => batches.lock(actor, body))
  on(routes.release, ({ actor, body }) => batches.release(actor, body))
  on(routes.cancel, ({ actor, body }) => batches.cancel(actor, body))
  on(routes.download, ({ actor, body }) => batches.openFile(actor, body))
  on(routes.settle, ({ actor, body }) => batches.settle(actor, body))
  on(routes.returnLines, ({ actor, body }) => batches.returnLines(actor, body))
  on(bankPresetRoutes.preview, ({ actor, body }) => batches.previewForm(actor, body))
  on(answers.read, ({ actor, query, upload }) => batches.readAnswer(actor, query.batchId, upload))
  on(answers.get, ({ actor, params }) => batches.answer(actor, params.answerId))
  on(answers.apply, ({ actor, body }) => batches.applyAnswer(actor, body.answerId))
  on(receipts.import, ({ actor, body, uploads }) => batches.receipts.import(actor, body.batchId, uploads))
  on(receipts.attach, ({ actor, query, upload }) => batches.receipts.attach(actor, query, upload))
  on(receipts.ofLine, ({ actor, params }) => batches.receipts.ofLine(actor, params.lineId))
  on(receipts.sums, ({ actor, params }) => batches.receipts.sums(actor, params.batchId))
  on(receipts.waiting, ({ actor, params }) => batches.receipts.waiting(actor, params.batchId))
  on(receipts.assign, ({ actor, body }) => batches.receipts.assign(actor, body))
  on(receipts.discard, ({ actor, params }) => batches.receipts.discard(actor, params.waitingId))
  on(receipts.waitingFile, ({ actor, params }) => batches.receipts.waitingFile(actor, params.waitingId))
  on(receipts.file, ({ actor, params }) => batches.receipts.file(actor, params.receiptId))
}
