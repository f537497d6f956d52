import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { amount } from '@consilium/contract/fields.ts'
import { LABOR_FORMS, type LaborForm } from '@consilium/contract/agreements/labor-forms.ts'
import { NativeSelect, TextInput, UnstyledButton } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { notifyFailed } from '../../components/dialogs/notify.ts'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { money } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { guardUnsaved } from '../../lib/unsaved.ts'
import { attendeeTexts } from './texts.ts'
import classes from './editable-cells.module.css'

/** The cells of fees, by which Enter finds the next one. */
const FEE_CELLS = '[data-fee-cell]'

/** A signed fee is changed on the page of its attendee, where the consequence is agreed to first. */
const mayEdit = ({ abilities, signatureStatus }: Attendee) =>
  abilities.changeFee && signatureStatus !== 'signed'

function useChange(attendee: Attendee) {
  const send = useSend(attendeeRoutes.update)
  const { attendeeId, version } = attendee
  return {
    isSending: send.isPending,
    change: (fields: { laborFee?: string; laborForm?: LaborForm }) =>
      send.mutateAsync({ body: { attendeeId, version, ...fields } }),
  }
}

/** Opens the fee of the next attendee, as Enter does in a spreadsheet. */
function openNext(from: HTMLElement | null): void {
  const cells = [...document.querySelectorAll<HTMLElement>(FEE_CELLS)]
  const next = cells[cells.findIndex((cell) => cell === from) + 1]
  next?.querySelector('button')?.click()
}

function FeeEditor({ attendee, onClose }: { attendee: Attendee; onClose: () => void }) {
  const t = useTexts(attendeeTexts)
  const say = useErrorText()
  const { isSending, change } = useChange(attendee)
  const [draft, setDraft] = useState(attendee.laborFee)
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  const value = useRef(draft)
  value.current = draft
  const [guard] = useState(() => guardUnsaved(() => !isDone.current && value.current !== attendee.laborFee))
  useEffect(guard.watch, [guard])
  useEffect(() => input.current?.select(), [])
  const save = async (): Promise<boolean> => {
    if (isDone.current) return true
    const parsed = amount.safeParse(draft.trim())
    if (!parsed.success) {
      setError(t('feeInvalid'))
      return false
    }
    try {
      isDone.current = true
      if (Number(parsed.data) !== Number(attendee.laborFee)) await change({ laborFee: parsed.data })
      onClose()
      return true
    } catch (failure) {
      isDone.current = false
      setError(say(failure))
      return false
    }
  }
  const onKeyDown = async (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      isDone.current = true
      onClose()
    }
    if (event.key !== 'Enter') return
    const cell = event.currentTarget.closest<HTMLElement>(FEE_CELLS)
    if (await save()) openNext(cell)
  }
  return (
    <TextInput
      ref={input}
      aria-label={t('feeOf', { name: attendee.name })}
      inputMode="decimal"
      value={draft}
      error={error}
      readOnly={isSending}
      autoFocus
      className={classes.input}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => void onKeyDown(event)}
    />
  )
}

/** The fee of an attendee, which is edited where it stands. */
export function FeeCell({ attendee }: { attendee: Attendee }) {
  const t = useTexts(attendeeTexts)
  const [isOpen, setOpen] = useState(false)
  if (!mayEdit(attendee)) return money(attendee.payableAmount)
  return (
    <span data-fee-cell>
      {isOpen ? (
        <FeeEditor attendee={attendee} onClose={() => setOpen(false)} />
      ) : (
        <UnstyledButton
          className={classes.value}
          aria-label={t('editFeeOf', { name: attendee.name, fee: money(attendee.payableAmount) })}
          onClick={() => setOpen(true)}
        >
          {money(attendee.payableAmount)}
        </UnstyledButton>
      )}
    </span>
  )
}

/** What the expert does, chosen where it stands. */
export function LaborFormCell({ attendee }: { attendee: Attendee }) {
  const t = useTexts(attendeeTexts)
  const say = useErrorText()
  const { label } = useDictionary('labor_form')
  const { isSending, change } = useChange(attendee)
  if (!mayEdit(attendee)) return label(attendee.laborForm)
  return (
    <NativeSelect
      variant="unstyled"
      aria-label={t('laborFormOf', { name: attendee.name })}
      data={LABOR_FORMS.map((value) => ({ value, label: label(value) }))}
      value={attendee.laborForm}
      disabled={isSending}
      className={classes.choice}
      onChange={({ currentTarget: { value } }) =>
        void change({ laborForm: value as LaborForm }).catch((error: unknown) =>
          notifyFailed(attendee.name, say(error)),
        )
      }
    />
  )
}
