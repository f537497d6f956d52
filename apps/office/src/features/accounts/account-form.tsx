import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { STAFF_ROLES } from '@consilium/contract/accounts/roles.ts'
import { roleTexts } from '../../lib/session/role-texts.ts'
import { PasswordField, PhoneField, RadioField, TextField } from '../../components/forms/fields.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { useTexts } from '../../lib/texts.ts'
import { accountTexts } from './texts.ts'

export function Page() {
  const t = useTexts(accountTexts)
  const role = useTexts(roleTexts)
  return (
    <RecordFormPage
      get={accountRoutes.get}
      create={accountRoutes.create}
      update={accountRoutes.update}
      id="userId"
      base="/accounts"
      createTitle={t('create')}
      editTitle={t('edit')}
      title={({ name }) => name}
    >
      {(record) => (
        <>
          <TextField name="userName" label={t('userName')} autoComplete="off" />
          <TextField name="name" label={t('name')} description={t('nameHint')} autoComplete="off" />
          <PhoneField
            name="phone"
            label={t('phone')}
            autoComplete="off"
            description={record === null ? undefined : t('phoneHint')}
          />
          <RadioField
            name="roleType"
            label={t('role')}
            options={STAFF_ROLES.map((value) => ({ value, label: role(value) }))}
          />
          {record === null && (
            <PasswordField name="password" label={t('password')} description={t('passwordHint')} />
          )}
        </>
      )}
    </RecordFormPage>
  )
}
