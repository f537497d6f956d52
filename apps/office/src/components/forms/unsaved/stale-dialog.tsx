import { Button, Group, Paper, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { Dialog } from '../../dialogs/dialog.tsx'
import { staleTexts } from '@consilium/web-kit/words/stale-texts.ts'
import { useChangedBy } from './use-changed-by.ts'
import type { RecordForm, ShownField, Theirs } from '../use-record-form.ts'

interface StaleDialogProps {
  state: RecordForm
  theirs: Theirs
  onClose: () => void
}

type Side = 'theirs' | 'mine'

/** Fields that two people have changed at once: who, both values, and which of them stays. */
export default function StaleDialog({ state, theirs, onClose }: StaleDialogProps) {
  const t = useTexts(staleTexts)
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const { conflicts, newest } = theirs
  const values = state.form.getValues()
  const said = useChangedBy(state, theirs)
  const isWhole = conflicts.every((name) => chosen[name] !== undefined)
  return (
    <Dialog onClose={onClose} title={t('bothChanged')} size="lg">
      <Stack gap="md">
        {said !== '' && <Text size="sm">{said}</Text>}
        {conflicts.map((name) => {
          const { label, show }: ShownField = state.shown.get(name) ?? { label: name, show: String }
          const side = (value: Side, text: string) => (
            <Paper withBorder radius="md" p="sm" flex="1 1 14rem">
              <Radio value={value} label={t(value)} />
              <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {text === '' ? t('nothing') : text}
              </Text>
            </Paper>
          )
          return (
            <Radio.Group
              key={name}
              name={`stale-${name}`}
              label={label}
              value={chosen[name] ?? null}
              onChange={(value) => setChosen({ ...chosen, [name]: value as Side })}
            >
              <Group gap="sm" mt={4} align="stretch">
                {side('theirs', show(newest[name]))}
                {side('mine', show(values[name]))}
              </Group>
            </Radio.Group>
          )
        })}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('later')}
          </Button>
          <Button
            disabled={!isWhole}
            onClick={() => state.loadNewest(conflicts.filter((name) => chosen[name] === 'mine'))}
          >
            {t('use')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
