import { batchRoutes, type PaymentBatch } from '@consilium/contract/batches/batches.ts'
import { Stack, Text } from '@mantine/core'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { FormModal } from '../../components/forms/form-modal.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, money, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { PaidFrom, usePayerAccount } from './paid-from.tsx'
import { batchTexts } from './texts.ts'
import { useGuardedForm } from './use-guarded-form.ts'
import { dated } from '../../components/dated.tsx'

/** Says what is released and from which account, before it is. */
export default function ReleaseDialog({ batch, onClose }: { batch: PaymentBatch; onClose: () => void }) {
  const t = useTexts(batchTexts)
  const frame = useTexts(frameTexts)
  const { batchId, orgId, lines, netAmount, lockedByName, lockedTime } = batch
  const { data: account } = usePayerAccount(orgId)
  const state = useGuardedForm(batchRoutes.release, { batchId }, (answer) => {
    // Where steps are set up for it, a release waits for them.
    const isWaiting = (answer as PaymentBatch).work === null && (answer as PaymentBatch).state === 'locked'
    notifyDone(isWaiting ? frame('awaitsApproval') : t('releasing'))
    onClose()
  })
  return (
    <FormModal
      title={t('releaseTitle', { count: lines, net: money(netAmount) })}
      isDirty={state.isDirty}
      onClose={onClose}
    >
      <RecordForm state={state} plain saveLabel={t('release')}>
        <Stack gap="xs">
          {account && <PaidFrom account={account} />}
          <Text size="sm">
            {t('lockedBy')} · {dated(t('byAt', { name: orNothing(lockedByName), time: minute(lockedTime) }))}
          </Text>
          <Text size="sm">{t('releaseHint')}</Text>
        </Stack>
      </RecordForm>
    </FormModal>
  )
}
