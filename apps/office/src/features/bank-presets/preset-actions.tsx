import { bankPresetRoutes, type OwnPreset } from '@consilium/contract/bank-files/bank-presets.ts'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { DateField } from '../../components/dates/date-fields.tsx'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { FormModal } from '../../components/forms/form-modal.tsx'
import type { ObjectSchema, Values } from '../../components/forms/form-values.ts'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { LinkButton } from '../../components/links.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useToday } from '../../lib/live/now.ts'
import { useLooseSend, useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { PRESETS_PATH } from './preset-path.ts'
import { presetTexts } from './texts.ts'

type Asked = 'ask' | 'retire' | 'remove' | 'confirm'
const DONE = { ask: 'asked', retire: 'retired', remove: 'removed' } as const

/** Asks on which day a bank took a file. */
function ConfirmTaken({ preset, onClose }: { preset: OwnPreset; onClose: () => void }) {
  const t = useTexts(presetTexts)
  const send = useLooseSend(bankPresetRoutes.confirm)
  const today = useToday()
  const state = useRecordForm<Values, unknown>({
    schema: bankPresetRoutes.confirm.body as ObjectSchema,
    initial: { presetId: preset.presetId, confirmedOn: preset.confirmedOn ?? today },
    submit: (body, headers) => send.mutateAsync({ body, headers }),
    onDone: () => {
      notifyDone(t('confirmed'))
      onClose()
    },
  })
  return (
    <FormModal
      title={t('confirmTitle', { name: preset.presetName })}
      isDirty={state.isDirty}
      onClose={onClose}
    >
      <RecordForm state={state} plain>
        <Text size="sm">{t('confirmHint')}</Text>
        <DateField name="confirmedOn" label={t('confirmedOn')} />
      </RecordForm>
    </FormModal>
  )
}

/** Sends what the caller has confirmed, and says how it went. */
function useWork({ presetId, version }: OwnPreset) {
  const t = useTexts(presetTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const ask = useSend(bankPresetRoutes.ask)
  const retire = useSend(bankPresetRoutes.retire)
  const remove = useSend(bankPresetRoutes.remove)
  const works = {
    ask: () => ask.mutateAsync({ body: { presetId, version } }),
    retire: () => retire.mutateAsync({ body: { presetId } }),
    remove: () => remove.mutateAsync({ params: { presetId } }),
  }
  return async (asked: keyof typeof works) => {
    try {
      await works[asked]()
      notifyDone(t(DONE[asked]))
    } catch (error) {
      notifyFailed(frame('requestFailed'), say(error))
    }
  }
}

/** What the caller may do with a version of an own form. */
export function PresetActions({ preset }: { preset: OwnPreset }) {
  const t = useTexts(presetTexts)
  const work = useWork(preset)
  const [asked, setAsked] = useState<Asked | null>(null)
  const { presetId, presetName: name, abilities } = preset
  const close = () => setAsked(null)
  const named = (label: string) => ({ 'aria-label': `${label} · ${name}` })
  const act = (what: Asked, color?: string) => (
    <Button
      key={what}
      size="sm"
      variant={what === 'ask' ? 'light' : 'default'}
      {...(color ? { color, variant: 'light' } : {})}
      {...named(t(what))}
      onClick={() => setAsked(what)}
    >
      {t(what)}
    </Button>
  )
  const link = (to: string, label: string) => (
    <LinkButton to={to} variant="default" size="sm" {...named(label)}>
      {label}
    </LinkButton>
  )
  return (
    <>
      {abilities.ask && act('ask')}
      {abilities.change && link(`${PRESETS_PATH}/${presetId}`, t('edit'))}
      {abilities.renew && link(`${PRESETS_PATH}/new?replaces=${presetId}`, t('renew'))}
      {link(`${PRESETS_PATH}/new?copy=${presetId}`, t('copy'))}
      {abilities.confirm && preset.confirmedOn === null && act('confirm')}
      {abilities.retire && act('retire', 'red')}
      {abilities.remove && act('remove', 'red')}
      {asked === 'confirm' && <ConfirmTaken preset={preset} onClose={close} />}
      {asked !== null && asked !== 'confirm' && (
        <Confirm
          title={t(`${asked}Title`, { name })}
          confirmLabel={t(asked)}
          danger={asked !== 'ask'}
          onConfirm={() => work(asked)}
          onClose={close}
        >
          {t(`${asked}Hint`)}
        </Confirm>
      )}
    </>
  )
}
