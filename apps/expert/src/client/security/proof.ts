import type { PasskeyRequest } from '@consilium/contract/login/proofs.ts'
import type { SecondFactor } from '@consilium/contract/login/second-factor.ts'
import { askPasskey, isCancelled, passkeysWork } from '@consilium/web-kit/login/passkeys.ts'
import { call, type Reply } from '../call.ts'
import { fieldsOf, isFilledIn, noticeOf, setBusy, tellFailure } from '../forms.ts'
import { onSubmit, openCopy, type Opened, type Place } from './place.ts'

const TYPED = ['password', 'code'] as const
type Typed = (typeof TYPED)[number]

/** What is left to be proven by typing. */
const typedOf = ({ hasPassword, totpTime, recentlyProven }: SecondFactor): Typed[] =>
  TYPED.filter((each) =>
    each === 'password'
      ? hasPassword && !recentlyProven.password
      : totpTime !== null && !recentlyProven.factor,
  )

const canUsePasskey = ({ passkeys, recentlyProven }: SecondFactor): boolean =>
  passkeys.length > 0 && !recentlyProven.factor && passkeysWork()

/** Shows one way of typing, the button for another one, and what to do without any. */
function show(
  { dialog, part }: Opened,
  typed: readonly Typed[],
  chosen: Typed | undefined,
  byPasskey: boolean,
): void {
  for (const each of TYPED) {
    part(each).hidden = each !== chosen
    dialog.querySelector<HTMLElement>(`[data-uses=${each}]`)!.hidden =
      each === chosen || !typed.includes(each)
  }
  part('passkey').hidden = !byPasskey
  part('again').hidden = chosen !== undefined || byPasskey
  if (chosen) part(chosen).querySelector('input')!.focus()
}

/** A passkey answers for its owner; null if that is cancelled. */
async function proveByPasskey({ routes }: Place): Promise<Reply<unknown> | null> {
  const request = await call<PasskeyRequest>(routes.confirmOptions)
  if (!request.ok) return request
  try {
    return await call(routes.confirm, { body: { passkey: await askPasskey(request.data) } })
  } catch (error) {
    return isCancelled(error) ? null : { ok: false, status: 0, error: null }
  }
}

/**
 * Makes one proof of a dialog at a time; null if another one is under way. After a proof the work is tried again: if another proof
 * succeeded meanwhile, the next dialog would find nothing left to ask for and send its reader to a new login.
 */
function alternately(dialog: HTMLElement) {
  let isBusy = false
  const setAllBusy = (isBusyNow: boolean) => {
    isBusy = isBusyNow
    for (const form of dialog.querySelectorAll('form')) setBusy(form, isBusyNow)
    for (const button of dialog.querySelectorAll('[data-part=passkey], [data-uses]'))
      button.setAttribute('aria-disabled', String(isBusyNow))
  }
  return async <T>(work: () => Promise<Reply<T> | null>): Promise<Reply<T> | null> => {
    if (isBusy) return null
    setAllBusy(true)
    const reply = await work()
    setAllBusy(false)
    return reply
  }
}

/** Asks for the password, or for a factor that was not verified recently; tells whether it was proven. */
async function prove(place: Place): Promise<boolean> {
  const opened = openCopy(place, 'proof')
  const { dialog, part, end, ended } = opened
  let isProven = false
  const succeed = () => {
    isProven = true
    end()
  }
  const oneAtATime = alternately(dialog)
  show(opened, [], undefined, false)
  part('again').hidden = true
  onSubmit(opened, async (form) => {
    if (!isFilledIn(form)) return
    const reply = await oneAtATime(() => call(place.routes.confirm, { body: fieldsOf(form) }))
    if (reply?.ok) succeed()
    else if (reply) tellFailure(form, reply)
  })
  const offer = (status: SecondFactor) => {
    const [typed, byPasskey] = [typedOf(status), canUsePasskey(status)]
    show(opened, typed, typed[0], byPasskey)
    dialog.addEventListener('click', ({ target }) => {
      const chosen = (target as Element).closest<HTMLElement>('[data-uses]')?.dataset['uses']
      if (chosen !== undefined) show(opened, typed, chosen as Typed, byPasskey)
    })
    part('passkey').addEventListener('click', () => {
      void oneAtATime(() => proveByPasskey(place)).then((reply) => {
        if (reply?.ok) succeed()
        else part('told').replaceChildren(...(reply ? [noticeOf(reply)] : []))
      })
    })
  }
  // Not waited for, so that who closes the dialog before the answer can press again at once.
  void call<SecondFactor>(place.routes.status).then((status) => {
    if (status.ok) offer(status.data)
    else part('told').replaceChildren(noticeOf(status))
  })
  await ended
  return isProven
}

/** Does what may require a proof: if it does, that is asked for, and it is done again. Null if the proof is cancelled. */
export async function guarded<T>(place: Place, work: () => Promise<Reply<T>>): Promise<Reply<T> | null> {
  // Twice, if both the password and a factor are required.
  for (;;) {
    const reply = await work()
    if (reply.ok || reply.error?.error !== 'REAUTHENTICATION_REQUIRED') return reply
    if (!(await prove(place))) return null
  }
}
