import {
  BOT_CHANNEL_LABELS,
  BOT_CHANNELS,
  BOT_KIND_LABELS,
  BOT_KINDS,
  botRoutes,
  type Bot,
} from '@consilium/contract/bots/bots.ts'
import { Checkbox, Group, Stack } from '@mantine/core'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import { CheckboxField, CustomField, TextField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { botTexts } from './bot-texts.ts'

function KindsField() {
  const t = useTexts(botTexts)
  const kind = useLabel(BOT_KIND_LABELS)
  return (
    <CustomField name="kinds" label={t('kinds')}>
      {(value, set, labelled) => (
        <Checkbox.Group value={value as string[]} onChange={set} {...labelled}>
          <Stack gap="xs">
            {BOT_KINDS.map((each) => (
              <Checkbox key={each} value={each} label={kind(each)} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </CustomField>
  )
}

/** Address and secret are never read again, so a change leaves them out unless they are entered. */
const ALWAYS = ['botId', 'version', 'name', 'kinds', 'quietFrom', 'quietUntil', 'isOn']

interface BotDialogProps {
  /** Null: a new bot. */
  bot: Bot | null
  onDone: () => void
  onClose: () => void
}

export default function BotDialog({ bot, onDone, onClose }: BotDialogProps) {
  const t = useTexts(botTexts)
  const channel = useLabel(BOT_CHANNEL_LABELS)
  const isNew = bot === null
  return (
    <FormDialog
      title={t(isNew ? 'add' : 'changeTitle')}
      route={isNew ? botRoutes.create : botRoutes.change}
      initial={isNew ? { channel: 'wecom', kinds: [...BOT_KINDS] } : { ...bot }}
      {...(isNew ? {} : { always: ALWAYS })}
      onDone={onDone}
      onClose={onClose}
    >
      {isNew && (
        <SelectField
          name="channel"
          label={t('channel')}
          options={BOT_CHANNELS.map((value) => ({ value, label: channel(value) }))}
          isFixed
        />
      )}
      <TextField name="name" label={t('name')} autoComplete="off" />
      <TextField
        name="address"
        label={t('address')}
        description={t(isNew ? 'addressHint' : 'addressKept')}
        autoComplete="off"
      />
      <TextField
        name="secret"
        label={t('secret')}
        description={t(isNew ? 'secretHint' : 'secretKept')}
        autoComplete="off"
      />
      <KindsField />
      <Group grow align="start">
        <TextField name="quietFrom" label={t('quietFrom')} description={t('quietHint')} autoComplete="off" />
        <TextField name="quietUntil" label={t('quietUntil')} autoComplete="off" />
      </Group>
      {!isNew && <CheckboxField name="isOn" label={t('isOn')} />}
    </FormDialog>
  )
}
