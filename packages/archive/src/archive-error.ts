/** Why a ZIP is not opened, or an entry of it not read. */
export type ArchiveFault =
  | 'DAMAGED'
  | 'ENCRYPTED'
  | 'UNSUPPORTED'
  | 'TOO_MANY_ENTRIES'
  | 'ENTRY_TOO_LARGE'
  | 'TOO_LARGE'
  | 'OVERLAP'
  | 'REPEATED_NAME'
  | 'UNSAFE_NAME'

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
  readonly fault: ArchiveFault

  constructor(fault: ArchiveFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

/** What the ZIP library throws means that the file is damaged. */
export const asArchiveError = (error: unknown): ArchiveError =>
  error instanceof ArchiveError ? error : new ArchiveError('DAMAGED', error)
