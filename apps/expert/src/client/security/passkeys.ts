import type { PasskeyCreation } from '@consilium/contract/login/proofs.ts'
import { isCancelled, isKnownAlready, makePasskey } from '@consilium/web-kit/login/passkeys.ts'
import { call } from '../call.ts'
import { make } from '../elements.ts'
import { fieldsOf, isFilledIn, setBusy, tellAbove, tellFailure } from '../forms.ts'
import { notifyDone } from '../toasts.ts'
import { onSubmit, openCopy, said, type Place } from './place.ts'
import { guarded } from './proof.ts'

type Codes = string[] | null

/** What the browser makes after its owner has agreed; null if there is none, which the form says unless it was cancelled. */
async function madeFor(place: Place, form: HTMLFormElement) {
  const asked = await guarded(place, () => call<PasskeyCreation>(place.routes.createOptions))
  if (!asked) return null
  if (!asked.ok) {
    tellFailure(form, asked)
    return null
  }
  try {
    return await makePasskey(asked.data)
  } catch (error) {
    if (isKnownAlready(error)) tellAbove(form, 'bad', make('p', {}, said('passkeyKnown')))
    else if (!isCancelled(error)) tellFailure(form, { ok: false, status: 0, error: null })
    return null
  }
}

/** Asks for a name and adds a passkey; returns recovery codes to show, or undefined if none was added. */
export async function addPasskey(place: Place): Promise<Codes | undefined> {
  const opened = openCopy(place, 'add-passkey')
  let codes: Codes | undefined
  const add = async (form: HTMLFormElement) => {
    const credential = await madeFor(place, form)
    if (!credential) return
    const body = { ...fieldsOf(form), credential }
    const reply = await call<{ recoveryCodes: Codes }>(place.routes.createPasskey, { body })
    if (!reply.ok) return tellFailure(form, reply)
    codes = reply.data.recoveryCodes
    notifyDone(said('passkeyAdded'))
    opened.end()
  }
  onSubmit(opened, async (form) => {
    if (!isFilledIn(form)) return
    form.querySelector('.notice')?.remove()
    setBusy(form, true)
    await add(form)
    setBusy(form, false)
  })
  await opened.ended
  return codes
}
