/** Reason why an archive or an entry is refused. */
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

/** Maps errors of the ZIP library to DAMAGED. */
export const asArchiveError = (error: unknown): ArchiveError =>
  error instanceof ArchiveError ? error : new ArchiveError('DAMAGED', error)
