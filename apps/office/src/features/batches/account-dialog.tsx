import { bankFileRoutes, type PayerAccount } from '@consilium/contract/bank-files/bank-files.ts'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { FormModal } from '../../components/forms/form-modal.tsx'
import { TextField } from '../../components/forms/fields.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { useTexts } from '../../lib/texts.ts'
import { PaidFrom } from './paid-from.tsx'
import { batchTexts } from './texts.ts'
import { useGuardedForm } from './use-guarded-form.ts'

/** Enters the account that is paid from, or another one; the number is typed anew. */
export default function AccountDialog({
  account,
  onClose,
}: {
  account: PayerAccount | null
  onClose: () => void
}) {
  const t = useTexts(batchTexts)
  const known = account
    ? { accountName: account.accountName, bankName: account.bankName, version: account.version }
    : {}
  const state = useGuardedForm(bankFileRoutes.changeAccount, known, () => {
    notifyDone(t('accountSaved'))
    onClose()
  })
  return (
    <FormModal
      title={t(account ? 'changeAccount' : 'enterAccount')}
      isDirty={state.isDirty}
      onClose={onClose}
    >
      <RecordForm state={state} plain>
        {account && <PaidFrom account={account} />}
        <TextField name="accountName" label={t('accountName')} />
        <TextField name="bankName" label={t('bankName')} />
        <TextField name="bankAccount" label={t('bankAccount')} inputMode="numeric" autoComplete="off" />
      </RecordForm>
    </FormModal>
  )
}
