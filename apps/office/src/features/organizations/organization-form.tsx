import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { SimpleGrid } from '@mantine/core'
import { PasswordField, PhoneField, RadioField, TextField } from '../../components/forms/fields.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { organizationTexts } from './texts.ts'

/** The main account, which is created with the organization and changed elsewhere. */
function MainAccount() {
  const t = useTexts(organizationTexts)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextField name="name" label={t('contactName')} />
      <PhoneField name="phone" label={t('phone')} autoComplete="off" />
      <TextField name="userName" label={t('userName')} description={t('userNameHint')} autoComplete="off" />
      <PasswordField name="password" label={t('password')} description={t('passwordHint')} />
    </SimpleGrid>
  )
}

export function Page() {
  const t = useTexts(organizationTexts)
  const may = useMay()
  const kinds = useDictionary('org_type')
  const isManager = may(organizationRoutes.create)
  return (
    <RecordFormPage
      get={organizationRoutes.get}
      create={organizationRoutes.create}
      update={organizationRoutes.update}
      id="orgId"
      base="/organizations"
      createTitle={t('create')}
      editTitle={t('edit')}
      title={({ orgName }) => orgName}
    >
      {(record) => (
        <>
          {record === null && <RadioField name="orgType" label={t('orgType')} options={kinds.options} />}
          <TextField name="orgName" label={t('orgName')} />
          <TextField name="businessNature" label={t('businessNature')} />
          <TextField
            name="creditCode"
            label={t('creditCode')}
            description={t('creditCodeHint')}
            autoComplete="off"
          />
          <TextField
            name="legalRepresentative"
            label={t('legalRepresentative')}
            description={t('printedHint')}
            autoComplete="off"
          />
          <TextField
            name="registeredAddress"
            label={t('registeredAddress')}
            description={t('printedHint')}
            autoComplete="off"
          />
          {isManager && (
            <TextField
              name="surchargeRate"
              label={t('surchargeRate')}
              description={t('surchargeRateHint')}
              inputMode="decimal"
            />
          )}
          {record === null && <MainAccount />}
        </>
      )}
    </RecordFormPage>
  )
}
