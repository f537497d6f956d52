import { laborFeeRoutes, type FeeCalculation } from '@consilium/contract/fees/labor-fees.ts'
import { Button, Group, Paper, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { useState } from 'react'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { FeeTable } from '../agreements/fee/fee-explanation.tsx'
import { attendeeTexts } from './texts.ts'

type Direction = 'payableAmount' | 'netAmount'

/** Converts the payable to the net amount or back; nothing is stored. */
export default function FeeCalculator({ meetingId, onClose }: { meetingId: number; onClose: () => void }) {
  const t = useTexts(attendeeTexts)
  const [direction, setDirection] = useState<Direction>('payableAmount')
  const [amount, setAmount] = useState('')
  const [answer, setAnswer] = useState<FeeCalculation | null>(null)
  const [error, setError] = useState<unknown>(null)
  const calculate = async () => {
    try {
      const body = { meetingId, [direction]: amount.trim() }
      setAnswer(await call(laborFeeRoutes.calculate, { body }))
      setError(null)
    } catch (failure) {
      setAnswer(null)
      setError(failure)
    }
  }
  return (
    <Dialog onClose={onClose} title={t('calculator')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void calculate()
        }}
      >
        <Stack gap="md">
          <SegmentedControl
            aria-label={t('calculatorHint')}
            value={direction}
            data={[
              { value: 'payableAmount', label: t('payable') },
              { value: 'netAmount', label: t('net') },
            ]}
            onChange={(next) => setDirection(next as Direction)}
          />
          <Group align="flex-end" wrap="nowrap">
            <TextInput
              flex={1}
              label={t(direction === 'netAmount' ? 'net' : 'payable')}
              inputMode="decimal"
              leftSection="¥"
              value={amount}
              onChange={({ currentTarget: { value } }) => setAmount(value)}
            />
            <Button type="submit" disabled={amount.trim() === ''}>
              {t('calculate')}
            </Button>
          </Group>
          {error !== null && <RequestError error={error} />}
          {answer && (
            <Paper withBorder p="md" radius="md" role="status">
              <FeeTable explanation={answer} />
            </Paper>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
