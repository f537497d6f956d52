import { batchRoutes } from '@consilium/contract/batches/batches.ts'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { onDemand } from '../../components/on-demand.tsx'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { ProofProvider } from '../security/proof.tsx'
import { usePayerAccount } from './paid-from.tsx'
import { batchTexts } from './texts.ts'

const AccountDialog = onDemand(() => import('./account-dialog.tsx'))

/** Enters or changes the account of the own payer. */
export function PayerAccountButton() {
  const t = useTexts(batchTexts)
  const may = useMay()
  const { data: account } = usePayerAccount()
  const [isOpen, setOpen] = useState(false)
  if (account === undefined || !may(batchRoutes.create)) return null
  return (
    <ProofProvider factorFirst>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t(account === null ? 'enterAccount' : 'payerAccount')}
      </Button>
      {isOpen && <AccountDialog account={account} onClose={() => setOpen(false)} />}
    </ProofProvider>
  )
}

/** Asks for the account while none is known. */
export function AccountWanted() {
  const t = useTexts(batchTexts)
  const { data: account } = usePayerAccount()
  if (account !== null) return null
  return (
    <Alert color="yellow" py={4}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('noPayerAccount')}</Text>
        <PayerAccountButton />
      </Group>
    </Alert>
  )
}
