import { expertRoutes, ExpertSelfUpdate, type Expert } from '@consilium/contract/experts/experts.ts'
import { SimpleGrid, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { TextField } from '../../components/forms/fields.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { RecordPage } from '../../components/records/record-page.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { sessionQuery } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useIdTypes, useTaxResidences } from '../../components/forms/identity-options.ts'
import { AccountFields } from '../../components/forms/account-fields.tsx'
import { PersonalFactsFields } from '../../components/forms/personal-facts.tsx'
import { SuggestedField } from '../../components/forms/suggested-field.tsx'
import { profileTexts } from './texts.ts'

/** Numbers are returned masked, so their inputs start empty; an empty input leaves the stored number unchanged. */
const editable = (expert: Expert) => ({ ...expert, idCardNo: '', bankAccount: '' })

function PaymentFields({ expert }: { expert: Expert }) {
  const t = useTexts(profileTexts)
  const known = (number: string | null) => number !== null && t('known', { number })
  return (
    <>
      <Title order={2} size="h5">
        {t('payment')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('paymentHint')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SelectField isFixed name="idType" label={t('idType')} options={useIdTypes()} />
        <TextField
          name="idCardNo"
          label={t('idCardNo')}
          description={known(expert.idCardNo)}
          autoComplete="off"
        />
        <PersonalFactsFields />
        <SelectField
          isFixed
          name="taxResidence"
          label={t('taxResidence')}
          description={t('taxResidenceHint')}
          options={useTaxResidences()}
        />
        <AccountFields known={known(expert.bankAccount)} />
      </SimpleGrid>
    </>
  )
}

function ProfileForm({ expert }: { expert: Expert }) {
  const t = useTexts(profileTexts)
  const frame = useTexts(frameTexts)
  const navigate = useNavigate()
  const client = useQueryClient()
  const send = useSend(expertRoutes.updateMe)
  const state = useRecordForm<z.input<typeof ExpertSelfUpdate>, Expert>({
    schema: ExpertSelfUpdate,
    initial: editable(expert),
    // The form of the number depends on the kind of the document.
    always: ['version', 'idType'],
    submit: (body) => send.mutateAsync({ body }),
    onDone: () => {
      notifyDone(frame('saved'))
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      void navigate({ to: '/my-profile' })
    },
    reload: async () => editable(await call(expertRoutes.me, {})),
  })
  return (
    <RecordForm state={state} cancelTo="/my-profile">
      <Title order={2} size="h5">
        {t('personal')}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField name="name" label={t('name')} autoComplete="name" />
        <TextField name="unit" label={t('unit')} autoComplete="organization" />
        <SuggestedField name="department" from="department" label={t('department')} />
        <SuggestedField
          name="title"
          from="professional_title"
          label={t('jobTitle')}
          autoComplete="organization-title"
        />
      </SimpleGrid>
      <PaymentFields expert={expert} />
    </RecordForm>
  )
}

export function Page() {
  const t = useTexts(profileTexts)
  return (
    <RecordPage route={expertRoutes.me} params={{}} title={() => t('edit')} backTo="/my-profile">
      {(expert) => <ProfileForm expert={expert} />}
    </RecordPage>
  )
}
