import { newKey } from '@consilium/contract/client.ts'
import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { call } from '../call.ts'
import { closeDialog, openDialog } from '../dialogs.ts'
import { byId } from '../elements.ts'
import { setBusy } from '../forms.ts'
import { catchUp, refresh } from '../page.ts'
import { followCode } from './code.ts'
import { startDrawing, type Drawn, type Signature } from './pad.ts'
import { clearOutcome, tell, tellAll, tellRefusal, type Part, type Problems } from './problems.ts'
import { isRead, onOtherText } from './reading.ts'
import { said } from './texts.ts'
import { startTyping } from './typed.ts'

const CODE_LENGTH = 6

type Picture = Extract<Drawn, { picture: string }>

/** What stands beside the contract, since somebody else may change it. */
const ofContract = (name: 'name' | 'confirm'): string => byId('paper')?.dataset[name] ?? ''

const consentField = () => byId('consent') as HTMLInputElement
const codeField = () => byId('smsCode') as HTMLInputElement
const partOf = (form: HTMLElement, name: string) => form.querySelector<HTMLElement>(`[data-part=${name}]`)!
const buttonOf = (form: HTMLElement, name: string) =>
  form.querySelector<HTMLButtonElement>(`button[${name}]`)!

/** A part of the form was changed: it must not get lost, and what was said of it is settled. */
function settle(form: HTMLElement, part: Part): void {
  form.setAttribute('data-changed', '')
  tell(part, '')
}

function followPad(form: HTMLFormElement): Signature {
  const canvas = byId('handsign') as HTMLCanvasElement
  const around = canvas.parentElement!
  const buttons = [buttonOf(form, 'data-undo'), buttonOf(form, 'data-clear')] as const
  const changed = (strokes: number) => {
    canvas.dataset['strokes'] = String(strokes)
    for (const button of buttons) button.disabled = strokes === 0
    around.removeAttribute('data-drawing')
    settle(form, 'handsign')
    void catchUp()
  }
  const drawing = startDrawing(canvas, { begun: () => around.setAttribute('data-drawing', ''), changed })
  buttons[0].addEventListener('click', drawing.undo)
  buttons[1].addEventListener('click', drawing.clear)
  canvas.dataset['strokes'] = '0'
  canvas.setAttribute('aria-busy', 'false')
  return drawing
}

interface Signatures extends Signature {
  isTyped: () => boolean
}

/** The signature that is chosen: drawn at first, or typed. */
function followSignature(form: HTMLFormElement): Signatures {
  const drawn = followPad(form)
  let typed: Signature | null = null
  const isTyped = () => !partOf(form, 'typed').hidden
  const turn = buttonOf(form, 'data-turns')
  turn.addEventListener('click', () => {
    const toTyped = !isTyped()
    partOf(form, 'typed').hidden = !toTyped
    partOf(form, 'drawn').hidden = toTyped
    turn.firstElementChild!.textContent = turn.dataset[toTyped ? 'draw' : 'type']!
    if (toTyped) typed ??= startTyping(() => ofContract('name'))
  })
  return { isTyped, read: () => (isTyped() && typed ? typed : drawn).read() }
}

function problemsOf(read: Drawn, isTyped: boolean): Problems {
  const hasConsent = consentField().checked
  return {
    ...(hasConsent && isRead() ? {} : { consent: said(isRead() ? 'consentMissing' : 'notRead') }),
    ...('problem' in read
      ? { [isTyped ? 'typedName' : 'handsign']: said(read.problem, { name: ofContract('name') }) }
      : {}),
    ...(codeField().value.length === CODE_LENGTH ? {} : { smsCode: said('codeMissing') }),
  }
}

/** The key stays the same as long as the body does, so that what was signed is not signed twice. */
function keyKeeper(): (body: object) => string {
  let kept = { body: '', key: '' }
  return (body) => {
    const text = JSON.stringify(body)
    if (kept.body !== text) kept = { body: text, key: newKey() }
    return kept.key
  }
}

function followFields(form: HTMLFormElement): void {
  form.addEventListener('input', ({ target }) => {
    const field = target as HTMLInputElement
    if (field === codeField()) field.value = field.value.replace(/\D/g, '')
    settle(form, field.id as Part)
  })
  onOtherText(() => {
    if (!form.isConnected || !form.hasAttribute('data-changed')) return
    consentField().checked = false
    tell('consent', said('textChanged'))
  })
}

/** The signed agreement is shown from its top, for those who see it and for those who hear it. */
async function showSigned(form: HTMLElement): Promise<void> {
  await refresh({ replaces: true })
  if (form.isConnected) return location.reload()
  scrollTo({ top: 0 })
  return document.querySelector('h1')?.focus({ preventScroll: true })
}

/** Follows the form of signing: what is drawn and filled in stays until it is signed. */
export function follow(element: HTMLElement): void {
  const form = element as HTMLFormElement
  const dialog = byId('confirm') as HTMLDialogElement
  const signature = followSignature(form)
  const keyOf = keyKeeper()
  let drawn: Picture | null = null
  followFields(form)
  followCode(buttonOf(form, 'data-phone'), (reply) => tellRefusal(reply, signature.isTyped()))

  function ask(): void {
    clearOutcome()
    const read = signature.read()
    if (!tellAll(problemsOf(read, signature.isTyped())) || 'problem' in read) return
    drawn = read
    partOf(dialog, 'confirm').textContent = ofContract('confirm')
    openDialog(dialog)
  }

  async function sign({ picture, typedName }: Picture): Promise<void> {
    const body = {
      ...(JSON.parse(form.dataset['body']!) as object),
      handsign: picture,
      ...(typedName === undefined ? {} : { typedName }),
      smsCode: codeField().value,
      readToEnd: isRead(),
    }
    setBusy(form, true)
    const headers = { 'idempotency-key': keyOf(body) }
    const reply = await call(JSON.parse(form.dataset['route']!) as CalledRoute, { body, headers })
    setBusy(form, false)
    closeDialog(dialog)
    if (reply.ok) {
      form.removeAttribute('data-changed')
      return showSigned(form)
    }
    tellRefusal(reply, signature.isTyped())
    // Somebody may have changed the fee: the page must show what would be signed, or why nothing can be.
    return refresh({ replaces: reply.error !== null })
  }

  form.addEventListener('submit', ask)
  dialog.addEventListener('close', () => void catchUp())
  buttonOf(form, 'data-confirms').addEventListener('click', () => {
    if (drawn && !form.hasAttribute('data-sending')) void sign(drawn)
  })
}
