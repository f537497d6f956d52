import { bankFileRoutes, type BankPreset } from '@consilium/contract/bank-files/bank-files.ts'
import { batchRoutes, type PaymentBatch } from '@consilium/contract/batches/batches.ts'
import { Alert, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { DateField } from '../../components/dates/date-fields.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { TextLink } from '../../components/links.tsx'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { FormModal } from '../../components/forms/form-modal.tsx'
import { RecordForm, useFormAround } from '../../components/forms/record-form.tsx'
import { typedText } from '../../components/forms/form-values.ts'
import { useToday } from '../../lib/live/now.ts'
import { usePreference } from '../../lib/preferences.ts'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { PaidFrom, usePayerAccount } from './paid-from.tsx'
import { batchTexts } from './texts.ts'
import { useGuardedForm } from './use-guarded-form.ts'

const FIRST_PRESET = 'general'

export const usePresets = (orgId: number) =>
  useQuery({
    queryKey: [bankFileRoutes.presets.path, orgId],
    queryFn: ({ signal }) => call(bankFileRoutes.presets, { signal }),
  })

/** What the chosen form needs of payees beyond what every account has. */
function Needs({ presets }: { presets: readonly BankPreset[] }) {
  const t = useTexts(batchTexts)
  const { form } = useFormAround()
  const chosen = presets.find(({ presetId }) => presetId === form.getValues()['preset'])
  if (!chosen?.needs.includes('clearingCode')) return null
  return (
    <Text size="sm">
      {t('needsCode')} <TextLink to="/bank-branches">{t('directory')}</TextLink>
    </Text>
  )
}

interface LockFormProps {
  batch: PaymentBatch
  presets: readonly BankPreset[]
  dirty: RefObject<() => boolean>
  onClose: () => void
}

/** Begins with the form of bank file that was used last, or with the general one if that is not offered any more. */
function LockForm({ batch, presets, dirty, onClose }: LockFormProps) {
  const t = useTexts(batchTexts)
  const { batchId, orgId, preset: before } = batch
  const today = useToday()
  const [kept, keep] = usePreference('bank-preset', FIRST_PRESET)
  const { data: account } = usePayerAccount(orgId)
  const wanted = before ?? kept
  const isOffered = presets.some(({ presetId }) => presetId === wanted)
  const initial = { batchId, paidDate: today, preset: isOffered ? wanted : FIRST_PRESET }
  const state = useGuardedForm(batchRoutes.lock, initial, () => {
    keep(typedText(state.form.getValues()['preset']))
    notifyDone(t('locking'))
    onClose()
  })
  useEffect(() => {
    dirty.current = state.isDirty
  }, [dirty, state.isDirty])
  return (
    <RecordForm state={state} plain saveLabel={t('lock')}>
      <Text size="sm">{t('lockHint')}</Text>
      {account && <PaidFrom account={account} />}
      {!isOffered && (
        <Alert color="orange" variant="light" role="status">
          {t('presetGone')}
        </Alert>
      )}
      <SelectField
        name="preset"
        label={t('preset')}
        description={t('presetHint')}
        options={presets.map(({ presetId, presetName, confirmedOn }) => ({
          value: presetId,
          label: confirmedOn === null ? t('presetFrom', { name: presetName }) : presetName,
        }))}
      />
      <Needs presets={presets} />
      <DateField name="paidDate" label={t('paidDate')} description={t('dayHint')} />
    </RecordForm>
  )
}

/** Says what locking does, and asks for the day of payment and the form of the bank file. */
export default function LockDialog({ batch, onClose }: { batch: PaymentBatch; onClose: () => void }) {
  const t = useTexts(batchTexts)
  const { data: presets, error } = usePresets(batch.orgId)
  const dirty = useRef(() => false)
  return (
    <FormModal title={t('lockTitle')} isDirty={() => dirty.current()} onClose={onClose}>
      {error && <RequestError error={error} />}
      {!presets && !error && <Skeleton h={240} />}
      {presets && <LockForm batch={batch} presets={presets} dirty={dirty} onClose={onClose} />}
    </FormModal>
  )
}
