import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { STATUS_LABELS } from '@consilium/contract/labels.ts'
import { SimpleGrid } from '@mantine/core'
import { RemoteField, SelectField } from '../../components/forms/choice-fields.tsx'
import { TextField } from '../../components/forms/fields.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { useLabel } from '../../lib/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { useKinds } from './kinds.ts'
import { sponsorOrganizations } from './sponsors.ts'
import { dimensionTexts } from './texts.ts'

export function Page() {
  const t = useTexts(dimensionTexts)
  const kinds = useKinds()
  const status = useLabel(STATUS_LABELS)
  const { organization } = useSession()
  return (
    <RecordFormPage
      get={dimensionRoutes.get}
      create={dimensionRoutes.create}
      update={dimensionRoutes.update}
      id="dimensionId"
      base="/dimensions"
      createTitle={t('create')}
      editTitle={t('edit')}
      initial={{ status: '0' }}
      title={({ name }) => name}
    >
      {(record) => (
        <>
          {record === null && organization === null && (
            <RemoteField name="orgId" label={t('sponsor')} source={sponsorOrganizations} />
          )}
          {record === null && <SelectField name="kind" options={kinds} isFixed />}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name="code" autoComplete="off" description={t('codeHint')} />
            <TextField name="name" autoComplete="off" />
            <SelectField
              name="status"
              isFixed
              description={t('disabledHint')}
              options={(['0', '1'] as const).map((value) => ({ value, label: status(value) }))}
            />
          </SimpleGrid>
        </>
      )}
    </RecordFormPage>
  )
}
