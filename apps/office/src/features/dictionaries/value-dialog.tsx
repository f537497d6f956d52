import { dictionaryRoutes, isOfDays, type DictData } from '@consilium/contract/dictionaries/dictionaries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { IntegerField, RadioField, TextField } from '../../components/forms/fields.tsx'
import { DateField } from '../../components/dates/date-fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useStatusOptions } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { dictionaryTexts } from './texts.ts'

interface ValueDialogProps {
  dictType: string
  value: DictData | null
  onClose: () => void
}

/** Adds a value to a dictionary, or changes one. */
export default function ValueDialog({ dictType, value, onClose }: ValueDialogProps) {
  const t = useTexts(dictionaryTexts)
  const frame = useTexts(frameTexts)
  const client = useQueryClient()
  const statuses = useStatusOptions()
  const change =
    value === null
      ? { title: t('newValue'), route: dictionaryRoutes.createData, initial: { dictType, dictSort: 0 } }
      : {
          title: t('editValue'),
          route: dictionaryRoutes.updateData,
          initial: value,
          always: ['dictCode', 'version'],
          reload: () => call(dictionaryRoutes.getData, { params: value }),
        }
  return (
    <FormDialog
      {...change}
      onClose={onClose}
      // Labels are cached for the lifetime of the page, so a change must clear them.
      onDone={() => void client.invalidateQueries({ queryKey: ['dictionary'] })}
    >
      {value === null &&
        (isOfDays(dictType) ? (
          <DateField name="dictValue" label={t('day')} />
        ) : (
          <TextField name="dictValue" label={t('dictValue')} />
        ))}
      <TextField name="dictLabel" label={t('dictLabel')} />
      <TextField name="dictLabelEn" label={t('dictLabelEn')} />
      <IntegerField name="dictSort" label={t('dictSort')} />
      {value !== null && <RadioField name="status" label={frame('status')} options={statuses} />}
    </FormDialog>
  )
}
