import { bankFileRoutes, type PayerAccount } from '@consilium/contract/bank-files/bank-files.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { batchTexts } from './texts.ts'

/** The account that a payer pays from, masked; null while none is known. */
export const usePayerAccount = (orgId?: number) =>
  useQuery<PayerAccount | null>({
    queryKey: [bankFileRoutes.account.path, orgId],
    queryFn: ({ signal }) =>
      call(bankFileRoutes.account, { query: orgId === undefined ? {} : { orgId }, signal }),
  })

/** Says from which account is paid. */
export function PaidFrom({ account }: { account: PayerAccount }) {
  const t = useTexts(batchTexts)
  const { accountName, bankAccount, bankName } = account
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {t('payFrom', { name: accountName, account: bankAccount, bank: bankName })}
    </Text>
  )
}
