import { call, type Reply } from '../call.ts'
import { isConfirmed } from '../confirm.ts'
import { fieldsOf, isFilledIn, setBusy, tellFailure } from '../forms.ts'
import { refresh } from '../page.ts'
import { notifyDone } from '../toasts.ts'
import { showCodes } from './codes.ts'
import { addPasskey } from './passkeys.ts'
import { onSubmit, openCopy, said, type Place } from './place.ts'
import { guarded } from './proof.ts'

interface Enrolment {
  secret: string
  qrCode: string
}
interface WithCodes {
  recoveryCodes: string[] | null
}

type Failure = Extract<Reply<unknown>, { ok: false }>
/** Returns why it failed, unless that was said already or somebody has given up. */
type Act = (place: Place) => Promise<Failure | null>

const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** The factors of the page are others now; recovery codes that came with them are kept first. */
async function showAnew(place: Place, codes: readonly string[] | null = null): Promise<null> {
  if (codes) await showCodes(place, codes)
  await refresh({ replaces: true })
  return null
}

/** Shows the key of an app and takes a code of it; undefined if its owner gives up. */
async function confirmApp(place: Place, { secret, qrCode }: Enrolment): Promise<string[] | null | undefined> {
  const opened = openCopy(place, 'set-up-app')
  const { dialog, part, end, ended } = opened
  let codes: string[] | null | undefined
  part('qr').setAttribute('src', `data:image/svg+xml,${encodeURIComponent(qrCode)}`)
  part('secret').textContent = inFours(secret)
  dialog.querySelector('textarea')!.value = secret
  onSubmit(opened, async (form) => {
    if (!isFilledIn(form)) return
    setBusy(form, true)
    const reply = await call<WithCodes>(place.routes.confirmTotp, { body: fieldsOf(form) })
    setBusy(form, false)
    if (!reply.ok) return tellFailure(form, reply)
    codes = reply.data.recoveryCodes
    end()
  })
  await ended
  return codes
}

const ask = (
  { root }: Place,
  title: string,
  hint: 'turnOffHint' | 'renewHint' | 'removeHint',
  act: 'turnOff' | 'renew' | 'remove',
) => isConfirmed({ title, hint: said(hint), act: said(act), cancel: root.dataset['cancel']! })

/** By the name that a button of the page has in `data-act`. */
export const ACTS: Readonly<Record<string, Act>> = {
  async setUpApp(place) {
    const begun = await guarded(place, () => call<Enrolment>(place.routes.beginTotp))
    if (!begun?.ok) return begun
    const codes = await confirmApp(place, begun.data)
    return codes === undefined ? null : showAnew(place, codes)
  },
  async removeApp(place) {
    if (!(await ask(place, said('turnOffTotp'), 'turnOffHint', 'turnOff'))) return null
    const removed = await guarded(place, () => call(place.routes.removeTotp))
    if (!removed?.ok) return removed
    notifyDone(said('totpOff'))
    return showAnew(place)
  },
  async renewCodes(place) {
    if (!(await ask(place, said('renewQuestion'), 'renewHint', 'renew'))) return null
    const renewed = await guarded(place, () => call<WithCodes>(place.routes.renewRecoveryCodes))
    return renewed?.ok ? showAnew(place, renewed.data.recoveryCodes) : renewed
  },
  async addPasskey(place) {
    const codes = await addPasskey(place)
    return codes === undefined ? null : showAnew(place, codes)
  },
  async removePasskey(place) {
    const { id: passkeyId = '', name = '' } = place.button.dataset
    if (!(await ask(place, said('removePasskey', { name }), 'removeHint', 'remove'))) return null
    const remove = () => call(place.routes.removePasskey, { params: { passkeyId } })
    const removed = await guarded(place, remove)
    if (!removed?.ok) return removed
    notifyDone(said('passkeyRemoved'))
    return showAnew(place)
  },
}
