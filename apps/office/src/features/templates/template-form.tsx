import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { DateField } from '../../components/dates/date-fields.tsx'
import { typedText } from '../../components/forms/form-values.ts'
import { CheckboxField, LongTextField, RadioField, TextField } from '../../components/forms/fields.tsx'
import { useFormAround } from '../../components/forms/record-form.tsx'
import { RecordFormPage } from '../../components/forms/record-form-page.tsx'
import { useStatusOptions } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { TemplatePreview } from './template-preview.tsx'
import { templateTexts } from './texts.ts'
import { usePlaceholders } from './use-placeholders.ts'

const CONTENT_ROWS = 14

/** Buttons that insert a placeholder at the cursor. */
function Placeholders() {
  const t = useTexts(templateTexts)
  const { form } = useFormAround()
  const placeholders = usePlaceholders()
  const insert = (name: string) => {
    const input = form.getInputNode('content') as HTMLTextAreaElement | null
    const content = typedText(form.getValues()['content'])
    const start = input?.selectionStart ?? content.length
    const end = input?.selectionEnd ?? start
    form.setFieldValue('content', `${content.slice(0, start)}{{${name}}}${content.slice(end)}`)
    input?.focus()
  }
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t('placeholders')}
      </Text>
      <Group gap="xs">
        {[...placeholders].map(([name, label]) => (
          <Button
            key={name}
            data-long
            variant="default"
            size="xs"
            aria-label={t('insert', { name: label })}
            onClick={() => insert(name)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </div>
  )
}

function Editor() {
  const t = useTexts(templateTexts)
  const { form } = useFormAround()
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Stack gap="md">
        <LongTextField
          name="content"
          label={t('content')}
          description={t('contentHint')}
          minRows={CONTENT_ROWS}
          maxRows={CONTENT_ROWS * 2}
        />
        <Placeholders />
      </Stack>
      <TemplatePreview content={typedText(form.getValues()['content'])} />
    </SimpleGrid>
  )
}

export function Page() {
  const t = useTexts(templateTexts)
  const frame = useTexts(frameTexts)
  const statuses = useStatusOptions()
  const isOfSponsor = useSession().organization?.orgType === 'sponsor'
  return (
    <RecordFormPage
      get={agreementRoutes.getTemplate}
      create={agreementRoutes.createTemplate}
      update={agreementRoutes.updateTemplate}
      id="templateId"
      base="/templates"
      createTitle={t('create')}
      editTitle={t('edit')}
      initial={{ isDefault: false, status: '0' }}
      title={({ templateName }) => templateName}
      wide
    >
      {() => (
        <>
          <TextField name="templateName" label={t('templateName')} />
          <Editor />
          <CheckboxField
            name="isDefault"
            label={t('isDefault')}
            description={isOfSponsor ? t('isDefaultHintSponsor') : t('isDefaultHint')}
          />
          <DateField name="validFrom" label={t('validFrom')} description={t('validFromHint')} />
          <RadioField name="status" label={frame('status')} options={statuses} />
        </>
      )}
    </RecordFormPage>
  )
}
