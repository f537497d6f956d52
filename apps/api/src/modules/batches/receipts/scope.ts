import type { Context } from '../../../context.ts'
import type { Scope } from '../scope.ts'

/** What receipts are read, matched and kept with. */
export type ReceiptScope = Scope & Pick<Context, 'fileWork' | 'ocr'>
