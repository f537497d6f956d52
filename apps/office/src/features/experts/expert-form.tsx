import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { Alert, SimpleGrid } from '@mantine/core'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { PhoneField, TextField } from '../../components/forms/fields.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { useTexts } from '../../lib/texts.ts'
import { useIdTypes, useTaxResidences } from '../../components/forms/identity-options.ts'
import { AccountFields } from '../../components/forms/account-fields.tsx'
import { PersonalFactsFields } from '../../components/forms/personal-facts.tsx'
import { SuggestedField } from '../../components/forms/suggested-field.tsx'
import { expertTexts } from './texts.ts'

export function Page() {
  const t = useTexts(expertTexts)
  const idTypes = useIdTypes()
  const residences = useTaxResidences()
  return (
    <RecordFormPage
      get={expertRoutes.get}
      create={expertRoutes.create}
      update={expertRoutes.update}
      id="expertId"
      base="/experts"
      createTitle={t('create')}
      editTitle={t('edit')}
      title={({ name }) => name}
      initial={{ idType: 'residentCard', taxResidence: 'resident' }}
      // The record has masked values; an input with them would send the mask back.
      shown={(expert) => ({
        ...expert,
        idCardNo: '',
        bankAccount: '',
        nationality: '',
        sex: '',
        birthDate: '',
      })}
    >
      {(record) => (
        <>
          {record === null && (
            <Alert color="blue" variant="light">
              {t('createHint')}
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name="name" />
            {record === null && <PhoneField name="phone" autoComplete="off" />}
            <TextField name="unit" />
            <SuggestedField name="department" from="department" />
            <SuggestedField name="title" from="professional_title" />
            <SelectField isFixed name="idType" options={idTypes} />
            <TextField name="idCardNo" description={record?.idCardNo ? t('maskedHint') : undefined} />
            <PersonalFactsFields hintOf={(fact) => (record?.[fact] ? t('maskedHint') : undefined)} />
            <SelectField
              isFixed
              name="taxResidence"
              description={t('taxResidenceHint')}
              options={residences}
            />
            <AccountFields known={record?.bankAccount ? t('maskedHint') : undefined} />
          </SimpleGrid>
        </>
      )}
    </RecordFormPage>
  )
}
