import { BANK_FILE_FORMAT_LABELS, BANK_FILE_FORMATS } from '@consilium/contract/bank-files/bank-files.ts'
import { PRESET_COLUMNS_MAX } from '@consilium/contract/bank-files/bank-presets.ts'
import type { Route } from '@consilium/contract/route.ts'
import { SimpleGrid } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { DateField } from '../../components/dates/date-fields.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { CheckboxField, CustomField, TextField } from '../../components/forms/fields.tsx'
import type { ObjectSchema, Values } from '../../components/forms/form-values.ts'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { frameTexts } from '../../components/texts.ts'
import { useLabel } from '../../lib/format.ts'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { ColumnEditor, type EditedColumn } from './column-editor.tsx'
import { PresetPreviewer } from './preview.tsx'
import { PRESETS_PATH } from './preset-path.ts'
import { presetTexts } from './texts.ts'

const ALWAYS = ['format', 'columns', 'needsCode', 'validFrom'] as const

interface PresetFormProps {
  route: Route
  initial: Values
  /** Fields that name the record. */
  always: readonly string[]
  /** A new version keeps its name. */
  isNamed: boolean
  reload?: () => Promise<Values>
}

/** The columns of a form of bank file, with a preview before they are saved. */
export function PresetForm({ route, initial, always, isNamed, reload }: PresetFormProps) {
  const t = useTexts(presetTexts)
  const frame = useTexts(frameTexts)
  const format = useLabel(BANK_FILE_FORMAT_LABELS)
  const navigate = useNavigate()
  const send = useLooseSend(route)
  const state = useRecordForm<Values, unknown>({
    schema: route.body as ObjectSchema,
    initial,
    always: [...always, ...ALWAYS],
    submit: (body, headers) => send.mutateAsync({ body, headers }),
    onDone: () => {
      notifyDone(frame('saved'))
      void navigate({ to: PRESETS_PATH })
    },
    ...(reload ? { reload } : {}),
  })
  return (
    <RecordForm state={state} cancelTo={PRESETS_PATH} wide>
      <SimpleGrid cols={{ base: 1, sm: isNamed ? 3 : 2 }}>
        {isNamed && <TextField name="presetName" label={t('presetName')} required autoComplete="off" />}
        <SelectField
          name="format"
          label={t('format')}
          isFixed
          options={BANK_FILE_FORMATS.map((value) => ({ value, label: format(value) }))}
        />
        <DateField name="validFrom" label={t('validFrom')} description={t('validFromHint')} />
      </SimpleGrid>
      <CheckboxField name="needsCode" label={t('needsCode')} description={t('needsCodeHint')} />
      <CustomField
        name="columns"
        label={t('columns')}
        description={t('columnsHint', { max: PRESET_COLUMNS_MAX })}
      >
        {(value, set, { error }) => (
          <ColumnEditor
            columns={Array.isArray(value) ? (value as EditedColumn[]) : []}
            isMarked={error}
            onChange={set}
          />
        )}
      </CustomField>
      <PresetPreviewer />
    </RecordForm>
  )
}
