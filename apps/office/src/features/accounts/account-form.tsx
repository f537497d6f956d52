import { accountRoutes, type Account } from '@consilium/contract/accounts/accounts.ts'
import { isStaff, STAFF_ROLES } from '@consilium/contract/accounts/roles.ts'
import { Alert, Stack } from '@mantine/core'
import { roleTexts } from '../../lib/session/role-texts.ts'
import { PasswordField, PhoneField, RadioField, TextField } from '../../components/forms/fields.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { LinkButton } from '../../components/links.tsx'
import { useTexts } from '../../lib/texts.ts'
import { accountTexts } from './texts.ts'

/** Where an account is changed that is not one of staff, or is the reader's own. */
const placeOf = ({ userId, name, roleType, parentUserId }: Account) => {
  if (isStaff(roleType)) return { to: '/security', label: 'own' } as const
  if (roleType === 'doctor')
    return { to: `/experts?name=${encodeURIComponent(name)}`, label: 'experts' } as const
  return parentUserId === null
    ? ({ to: '/organizations', label: 'organizations' } as const)
    : ({ to: `/persons?userId=${userId}`, label: 'people' } as const)
}

function ChangedElsewhere({ account }: { account: Account }) {
  const t = useTexts(accountTexts)
  const { to, label } = placeOf(account)
  return (
    <Alert color="blue" role="status">
      <Stack gap="sm" align="flex-start">
        {t(label === 'own' ? 'ownElsewhere' : 'changedElsewhere')}
        <LinkButton to={to} variant="default">
          {t(label)}
        </LinkButton>
      </Stack>
    </Alert>
  )
}

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
      instead={(account) => (account.abilities.update ? null : <ChangedElsewhere account={account} />)}
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
