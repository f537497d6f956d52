import { HOSPITAL_LEVEL_LABELS, HOSPITAL_LEVELS } from '@consilium/contract/hospitals/hospital-record.ts'
import { hospitalRoutes } from '@consilium/contract/hospitals/hospitals.ts'
import { SimpleGrid, Textarea } from '@mantine/core'
import { useState } from 'react'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { CustomField, TextField } from '../../components/forms/fields.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { hospitalTexts } from './texts.ts'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function Aliases({ given }: { given: readonly string[] }) {
  const t = useTexts(hospitalTexts)
  const [text, setText] = useState(given.join('\n'))
  return (
    <CustomField name="aliases">
      {(_value, set, labelled) => (
        <Textarea
          {...labelled}
          description={t('aliasesHint')}
          autosize
          minRows={3}
          maxRows={10}
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            set(linesOf(value))
          }}
        />
      )}
    </CustomField>
  )
}

export function Page() {
  const t = useTexts(hospitalTexts)
  const level = useLabel(HOSPITAL_LEVEL_LABELS)
  return (
    <RecordFormPage
      get={hospitalRoutes.get}
      create={hospitalRoutes.create}
      update={hospitalRoutes.update}
      id="hospitalId"
      base="/hospitals"
      createTitle={t('create')}
      editTitle={t('edit')}
      title={({ name }) => name}
    >
      {(record) => (
        <>
          <TextField name="name" autoComplete="off" />
          <Aliases given={record?.aliases ?? []} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name="province" autoComplete="off" />
            <TextField name="city" autoComplete="off" />
            <SelectField
              name="level"
              options={HOSPITAL_LEVELS.map((value) => ({ value, label: level(value) }))}
            />
            <TextField name="creditCode" autoComplete="off" />
          </SimpleGrid>
        </>
      )}
    </RecordFormPage>
  )
}
