import { amount } from '@consilium/contract/fields.ts'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useTexts } from '../../lib/texts.ts'
import { attendeeTexts } from './texts.ts'

interface FeeDialogProps {
  count: number
  onSet: (fee: string) => void
  onClose: () => void
}

/** Asks for the fee that the selected attendees get. */
export default function FeeDialog({ count, onSet, onClose }: FeeDialogProps) {
  const t = useTexts(attendeeTexts)
  const frame = useTexts(frameTexts)
  const [draft, setDraft] = useState('')
  const [isWrong, setWrong] = useState(false)
  const set = () => {
    const parsed = amount.safeParse(draft.trim())
    setWrong(!parsed.success)
    if (parsed.success) onSet(parsed.data)
  }
  return (
    <Dialog title={t('setFee')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          set()
        }}
      >
        <Stack gap="md">
          <Text size="sm">{t('setFeeHint', { count })}</Text>
          <TextInput
            label={t('payable')}
            inputMode="decimal"
            leftSection="¥"
            value={draft}
            error={isWrong && t('feeInvalid')}
            onChange={({ currentTarget: { value } }) => setDraft(value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {frame('cancel')}
            </Button>
            <Button type="submit">{t('setFee')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
