import { dictionaryRoutes, type DictType } from '@consilium/contract/dictionaries/dictionaries.ts'
import { TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { dictionaryTexts } from './texts.ts'

/** Creates a dictionary or changes its names. */
export default function TypeDialog({ type, onClose }: { type: DictType | null; onClose: () => void }) {
  const t = useTexts(dictionaryTexts)
  const change =
    type === null
      ? { title: t('create'), route: dictionaryRoutes.createType }
      : {
          title: t('rename'),
          route: dictionaryRoutes.updateType,
          initial: type,
          always: ['dictId', 'version'],
          reload: () => call(dictionaryRoutes.getType, { params: type }),
        }
  return (
    <FormDialog {...change} onClose={onClose}>
      {type === null && <TextField name="dictType" label={t('dictType')} description={t('dictTypeHint')} />}
      <TextField name="dictName" label={t('dictName')} />
      <TextField name="dictNameEn" label={t('dictNameEn')} />
    </FormDialog>
  )
}
