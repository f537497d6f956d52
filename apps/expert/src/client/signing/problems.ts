import { reasonOf, type Reply } from '../call.ts'
import { byId, make } from '../elements.ts'
import { say } from '../words.ts'

/** The parts of the form that something can be wrong with, in the order of the page. */
const PARTS = ['consent', 'handsign', 'typedName', 'smsCode'] as const
export type Part = (typeof PARTS)[number]
export type Problems = Partial<Record<Part, string>>

type Refusal = Extract<Reply<unknown>, { ok: false }>

/** Refusals by the part that they are about, where they name no field. */
const ABOUT: Readonly<Record<string, Part>> = {
  CONSENT_OUTDATED: 'consent',
  SIGNATURE_EMPTY: 'handsign',
  SIGNATURE_NOT_IMAGE: 'handsign',
  SIGNATURE_TOO_LARGE: 'handsign',
}
const OF_FIELDS: Readonly<Record<string, Part>> = { consentVersion: 'consent' }

/** A refusal that users can act upon. */
const WARNING_CODE = 601

/** Shows beside a part what is wrong with it; without a text it is right. */
export function tell(part: Part, text: string): void {
  const element = byId(part)!
  byId(`${part}-message`)!.textContent = text
  if (element instanceof HTMLInputElement) {
    if (text === '') element.removeAttribute('aria-invalid')
    else element.setAttribute('aria-invalid', 'true')
  } else element.parentElement!.toggleAttribute('data-invalid', text !== '')
}

/** Leads to the first part that is wrong. */
function leadTo(part: Part): void {
  const element = byId(part)!
  if (element instanceof HTMLInputElement) element.focus()
  else element.scrollIntoView({ block: 'center' })
}

/** Shows beside each part what is wrong with it; returns whether all are right. */
export function tellAll(problems: Problems): boolean {
  for (const part of PARTS) tell(part, problems[part] ?? '')
  const first = PARTS.find((part) => problems[part] !== undefined)
  if (first) leadTo(first)
  return first === undefined
}

/** What a refusal says of the parts that it is about. */
function problemsIn({ error }: Refusal, isTyped: boolean): Problems {
  const problems: Problems = {}
  const note = (part: Part | undefined, text: string) => {
    if (part) problems[part === 'handsign' && isTyped ? 'typedName' : part] = text
  }
  for (const { field, message } of error?.details ?? [])
    note(OF_FIELDS[field] ?? PARTS.find((part) => part === field), message)
  if (error) note(ABOUT[error.error], error.msg)
  return problems
}

const outcome = () => byId('sign-outcome')!

export const clearOutcome = (): void => outcome().replaceChildren()

/** Tells a refusal beside what it is about, or else above the button that was pressed. */
export function tellRefusal(refusal: Refusal, isTyped: boolean): void {
  clearOutcome()
  const problems = problemsIn(refusal, isTyped)
  if (!tellAll(problems)) return
  const { error } = refusal
  const parts = [make('p', {}, reasonOf(refusal))]
  if (error?.requestId && error.code !== WARNING_CODE)
    parts.push(make('p', { class: 'small' }, say('requestId', { id: error.requestId })))
  const notice = make('div', { class: 'notice bad', role: 'alert' }, make('div', {}, ...parts))
  outcome().append(notice)
  notice.scrollIntoView({ block: 'nearest' })
}
