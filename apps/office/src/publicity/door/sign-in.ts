import { SIGN_IN_PATHS as paths } from '@consilium/contract/attendance/sign-in-paths.ts'
import type { SignInReceipt, SignInTicket } from '@consilium/contract/attendance/sign-in.ts'
import { fill, find, period, show } from './calls.ts'
import { openConfirmStep } from './confirm-step.ts'
import { openPhoneStep } from './phone-step.ts'
import { createAsking } from './problem.ts'

function showMeeting(root: HTMLElement, ticket: SignInTicket): void {
  fill(root, 'meeting', ticket.meetingName)
  fill(root, 'when', period(ticket.scheduleStartTime, ticket.scheduleEndTime))
  fill(root, 'where', ticket.scheduleLocation ?? '—')
  show(find(root, '[data-part="meeting"]'), true)
}

function showDone(root: HTMLElement, { kind, isRepeated, name, time, minutes }: SignInReceipt): void {
  const done = find(root, '[data-step="done"]')
  const key = isRepeated ? `again${kind === 'in' ? 'In' : 'Out'}` : kind
  fill(root, 'result', done.dataset[key] ?? '')
  fill(root, 'name', name)
  fill(root, 'time', time)
  fill(root, 'minutes', String(minutes ?? ''))
  show(find(done, '[data-part="minutes"]'), minutes !== null)
  show(find(done, '[data-part="later"]'), kind === 'in')
  show(done, true)
  done.focus()
}

/** The page of somebody who has scanned a code: trades it for a ticket and goes step after step. */
export function openDoor(root: HTMLElement): void {
  const asking = createAsking(root)
  const confirm = (ticket: SignInTicket) =>
    openConfirmStep(root, asking, { ticket, onDone: (receipt) => showDone(root, receipt) })

  async function open(): Promise<void> {
    const body = { code: root.dataset['code'] ?? '' }
    const ticket = await asking.ask<SignInTicket>(paths.open, body, () => void open())
    show(find(root, '[data-part="loading"]'), false)
    if (!ticket) return
    showMeeting(root, ticket)
    if (ticket.name === null) openPhoneStep(root, asking, confirm)
    else confirm(ticket)
  }
  void open()
}
