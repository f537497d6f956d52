import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { Fieldset, Stack } from '@mantine/core'
import { CustomField } from '../../components/forms/fields.tsx'
import { keywordOptions, type OptionSource } from '../../components/forms/option-source.ts'
import { RemoteMultiSelect, RemoteSelect } from '../../components/forms/remote-select.tsx'
import { useTexts } from '../../lib/texts.ts'
import { projectTexts } from './texts.ts'

export const sponsors = keywordOptions(organizationRoutes.sponsorOptions)
export const executors = keywordOptions(organizationRoutes.executorOptions)
export const leads = keywordOptions(projectRoutes.leadOptions)

interface AssignedField {
  name: string
  label: string
  source: OptionSource
}

const AssignedAccounts = ({ name, label, source }: AssignedField) => (
  <CustomField name={name} label={label}>
    {(value, set, labelled) => (
      <RemoteMultiSelect
        {...labelled}
        source={source}
        value={Array.isArray(value) ? (value as number[]) : []}
        onChange={(userIds) => set(userIds.length === 0 ? '' : userIds)}
      />
    )}
  </CustomField>
)

/** To whom a new project is assigned. */
export function AssigneesFields() {
  const t = useTexts(projectTexts)
  return (
    <Fieldset legend={t('assignment')}>
      <Stack gap="md">
        <AssignedAccounts name="sponsorAdminUserIds" label={t('sponsors')} source={sponsors} />
        <AssignedAccounts name="execAdminUserIds" label={t('executors')} source={executors} />
        <CustomField name="leadUserId" label={t('lead')}>
          {(value, set, labelled) => (
            <RemoteSelect
              {...labelled}
              source={leads}
              value={typeof value === 'number' ? value : null}
              onChange={(userId) => set(userId ?? '')}
            />
          )}
        </CustomField>
      </Stack>
    </Fieldset>
  )
}
