/** Why a file is not read as a sheet. */
export type SheetFault =
  | 'NOT_READABLE'
  | 'OLD_FORMAT'
  | 'ENCRYPTED'
  | 'HAS_MACROS'
  | 'TOO_LARGE'
  | 'TOO_MANY_ROWS'

export class SheetError extends Error {
  override readonly name = 'SheetError'
  readonly fault: SheetFault

  constructor(fault: SheetFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}
