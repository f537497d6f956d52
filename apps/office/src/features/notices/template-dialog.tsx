import { DELIVERY_KIND_LABELS } from '@consilium/contract/notices/deliveries.ts'
import { noticeTemplateRoutes, type NoticeTemplate } from '@consilium/contract/notices/templates.ts'
import { Button, Text } from '@mantine/core'
import { TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useFormAround } from '../../components/forms/record-form.tsx'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { templateTexts } from './template-texts.ts'

function ShippedButton({ shipped }: Pick<NoticeTemplate, 'shipped'>) {
  const t = useTexts(templateTexts)
  const { form } = useFormAround()
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      onClick={() => form.setValues({ zh: shipped.zh, en: shipped.en })}
    >
      {t('useShipped')}
    </Button>
  )
}

interface TemplateDialogProps {
  template: NoticeTemplate
  onClose: () => void
}

/** The short text of a kind in both languages. */
export default function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const t = useTexts(templateTexts)
  const kindLabel = useLabel(DELIVERY_KIND_LABELS)
  const { kind, version, zh, en, placeholders, shipped } = template
  const names = placeholders.map((name) => `{${name}}`).join(' ')
  return (
    <FormDialog
      title={t('editTitle', { kind: kindLabel(kind) })}
      route={noticeTemplateRoutes.change}
      initial={{ kind, version, zh, en }}
      onClose={onClose}
    >
      <TextField name="zh" label={t('zh')} autoComplete="off" />
      <TextField name="en" label={t('en')} autoComplete="off" />
      <Text size="sm" c="dimmed">
        {placeholders.length === 0 ? t('noPlaceholders') : t('placeholders', { names })}
      </Text>
      <ShippedButton shipped={shipped} />
    </FormDialog>
  )
}
