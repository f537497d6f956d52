/** Who prepares, locks and releases: people of the payer itself. */
export const BATCH_MAKERS = ['executor', 'executorFinance'] as const
/** Who gets the full account numbers. */
export const BANK_FILE_READERS = ['executorFinance'] as const
/** Whoever locks, releases or changes the paying account has proven a second factor within so many minutes. */
export const RELEASE_PROOF_MINUTES = 10
