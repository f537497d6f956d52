import * as f from '@consilium/contract/fields.ts'
import { PERSON_ROLE_LABELS, personRoutes, ROLES_OF_KIND } from '@consilium/contract/persons/persons.ts'
import { SimpleGrid } from '@mantine/core'
import {
  CustomField,
  PasswordField,
  PhoneField,
  RadioField,
  TextField,
} from '../../components/forms/fields.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { useStatusOptions } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useLabel } from '../../lib/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { OrganizationField } from './organization-field.tsx'
import { personTexts } from './texts.ts'

/** Fields of new people only. People of a main account start active, so it is not asked for a status. */
function NewAccount() {
  const t = useTexts(personTexts)
  const frame = useTexts(frameTexts)
  const { organization } = useSession()
  const role = useLabel(PERSON_ROLE_LABELS)
  const statuses = useStatusOptions()
  const roles = ROLES_OF_KIND[organization?.orgType ?? 'executor']
  return (
    <>
      {organization === null && (
        <CustomField name="orgId" label={t('organization')} required>
          {(value, set, id) => (
            <OrganizationField
              {...id}
              kind="any"
              value={typeof value === 'number' ? value : null}
              onChange={(orgId) => set(orgId ?? '')}
            />
          )}
        </CustomField>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField
          name="userName"
          label={t('userName')}
          autoComplete="off"
          description={t('userNameHint', { min: f.USER_NAME_MIN, max: f.USER_NAME_MAX })}
        />
        <PasswordField
          name="password"
          label={t('password')}
          description={t('passwordHint', { min: f.PASSWORD_MIN, max: f.PASSWORD_MAX })}
        />
      </SimpleGrid>
      <RadioField
        name="role"
        label={t('role')}
        options={roles.map((value) => ({ value, label: role(value) }))}
      />
      {organization === null && <RadioField name="status" label={frame('status')} options={statuses} />}
    </>
  )
}

export function Page() {
  const t = useTexts(personTexts)
  const { organization } = useSession()
  return (
    <RecordFormPage
      get={personRoutes.get}
      create={personRoutes.create}
      update={personRoutes.update}
      id="personId"
      base="/persons"
      createTitle={t('create')}
      editTitle={t('edit')}
      initial={{ status: '0', role: ROLES_OF_KIND[organization?.orgType ?? 'executor'][0] }}
      title={({ name }) => name}
    >
      {(record) => (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name="name" label={t('name')} autoComplete="off" />
            <PhoneField
              name="phone"
              label={t('phone')}
              autoComplete="off"
              description={record === null ? undefined : t('phoneHint')}
            />
            <TextField name="department" label={t('department')} />
            <TextField name="position" label={t('position')} />
            <TextField name="bankRegion" label={t('bankRegion')} />
          </SimpleGrid>
          {record === null && <NewAccount />}
        </>
      )}
    </RecordFormPage>
  )
}
