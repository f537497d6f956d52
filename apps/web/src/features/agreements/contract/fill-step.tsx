import {
  AgreementFill,
  agreementRoutes,
  type LaborAgreement,
} from '@consilium/contract/agreements/agreements.ts'
import { numberOfDocument, type IdType } from '@consilium/contract/persons/identity.ts'
import { SimpleGrid, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { z } from 'zod'
import { AccountNumberField, RegionField } from '../../../components/forms/account-fields.tsx'
import { TextField } from '../../../components/forms/fields.tsx'
import { RecordForm } from '../../../components/forms/record-form.tsx'
import { useRecordForm } from '../../../components/forms/use-record-form.ts'
import { useSend } from '../../../lib/requests/send.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { FeeLines } from '../fee/fee-lines.tsx'
import { fillTexts } from './fill-texts.ts'

/** Payment details are required, except those that are already on file. */
function requiredFor({ idCardNo, bankAccount }: Known, idType: IdType) {
  const number = numberOfDocument(idType)
  return AgreementFill.required({
    name: true,
    bankName: true,
    bankRegion: true,
    ...(bankAccount === null ? { bankAccount: true } : {}),
  }).extend({ idCardNo: idCardNo === null ? number : number.optional() })
}

type Known = Pick<LaborAgreement, 'idCardNo' | 'bankAccount'>

/** Masked numbers of an earlier submission, or else those of the profile. */
function useKnown(agreement: LaborAgreement) {
  const { expert } = useSession()
  return {
    idType: expert?.idType ?? 'residentCard',
    idCardNo: agreement.idCardNo ?? expert?.idCardNo ?? null,
    bankAccount: agreement.bankAccount ?? expert?.bankAccount ?? null,
    initial: {
      attendeeId: agreement.attendeeId,
      name: agreement.name,
      unit: agreement.unit ?? expert?.unit ?? null,
      title: agreement.title ?? expert?.title ?? null,
      bankName: agreement.bankName ?? expert?.bankName ?? null,
      bankRegion: agreement.bankRegion ?? expert?.bankRegion ?? null,
    },
  }
}

interface FillStepProps {
  agreement: LaborAgreement
  onDone: () => void
}

/** Step one: identity and bank details. */
export default function FillStep({ agreement, onDone }: FillStepProps) {
  const t = useTexts(fillTexts)
  const { idType, idCardNo, bankAccount, initial } = useKnown(agreement)
  const schema = useMemo(
    () => requiredFor({ idCardNo, bankAccount }, idType),
    [idCardNo, bankAccount, idType],
  )
  const send = useSend(agreementRoutes.fill)
  const state = useRecordForm<z.input<typeof AgreementFill>, LaborAgreement>({
    schema,
    initial,
    submit: (body) => send.mutateAsync({ body }),
    onDone,
  })
  const hint = (number: string | null, otherwise: string) =>
    number === null ? otherwise : t('known', { number })
  return (
    <RecordForm state={state} saveLabel={t('next')}>
      <FeeLines fee={agreement} />
      <Text size="sm" c="dimmed">
        {t('fillHint')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField name="name" label={t('name')} autoComplete="name" />
        <TextField
          name="idCardNo"
          label={t('idCardNo')}
          description={hint(idCardNo, t('idCardHint'))}
          autoComplete="off"
        />
        <TextField name="unit" label={t('unit')} autoComplete="organization" />
        <TextField name="title" label={t('jobTitle')} autoComplete="organization-title" />
        <TextField name="bankName" label={t('bankName')} />
        <RegionField name="bankRegion" label={t('bankRegion')} />
        <AccountNumberField label={t('bankAccount')} description={hint(bankAccount, t('bankAccountHint'))} />
      </SimpleGrid>
    </RecordForm>
  )
}
