export interface NamedAccount {
  bankName: string | null
  bankBranch: string | null
}

/** The bank with its branch, which the name of the bank may have already. */
export function bankAndBranch({ bankName, bankBranch }: NamedAccount): string {
  const [bank, branch] = [bankName ?? '', bankBranch ?? '']
  if (branch === '' || bank.includes(branch)) return bank
  return branch.includes(bank) ? branch : `${bank}${branch}`
}
