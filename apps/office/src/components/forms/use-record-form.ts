import { CallFailed } from '@consilium/contract/client.ts'
import type { ErrorAnswer } from '@consilium/contract/envelope.ts'
import { describeIssues } from '@consilium/contract/issues.ts'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { newKey } from '@consilium/contract/client.ts'
import { useLanguage } from '../../lib/texts.ts'
import { isWarning } from '../dialogs/request-error.tsx'
import { bodyOf, changedFields, same, shownValues, type ObjectSchema, type Values } from './form-values.ts'

export interface RecordFormOptions<Body, Answer> {
  /** Schema of the request body. */
  schema: ObjectSchema
  /** Initial values of the inputs. */
  initial?: Values
  /** Fields that a change always contains, such as id and version; without this, all fields are sent. */
  always?: readonly string[]
  /** Sends the body. The headers carry an idempotency key, so that a repeated request creates nothing twice. */
  submit: (body: Body, headers: Record<string, string>) => Promise<Answer>
  onDone: (answer: Answer) => void
  /** Reads the record again after somebody else has changed it. */
  reload?: () => Promise<Values>
}

export interface RecordForm {
  form: UseFormReturnType<Values>
  schema: ObjectSchema
  isSending: boolean
  /** The error of the service, if it concerns no field of the form. */
  failure: unknown
  isStale: boolean
  hasNewest: boolean
  /** What somebody else has changed meanwhile, once it is known. */
  theirs: Theirs | null
  /** How the inputs on the page name and show their values. */
  shown: Map<string, ShownField>
  isDirty: () => boolean
  submit: () => void
  /** Takes over what somebody else has changed, except the fields that are kept as they were typed. */
  loadNewest: (kept?: readonly string[]) => void
}

/** How an input names its field and shows a value of it. */
export interface ShownField {
  label: string
  show: (value: unknown) => string
}

/** The record as somebody else has left it. */
export interface Theirs {
  newest: Values
  /** Changed by both, to different values. */
  conflicts: readonly string[]
  /** Changed by the other one alone. */
  others: readonly string[]
  by: ErrorAnswer['changedBy']
}

interface Issue {
  field: string
  message: string
}

/** The name of the input that an error in a nested field belongs to. */
const nameOf = (field: string): string => field.split('.')[0]!

/** The idempotency key stays the same as long as the body does. */
function useKeyOfBody(): (body: unknown) => string {
  const kept = useRef({ body: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (kept.current.body !== text) kept.current = { body: text, key: newKey() }
    return kept.current.key
  }
}

/** The control of a marked field that gets the focus; a field may have several, such as radio buttons. */
const FOCUSABLE = 'input:not([type=hidden], [hidden]), textarea, button'

const MARKED = '[aria-invalid=true]'

function focusIn(marked: HTMLElement, how: FocusOptions): void {
  const find = (selector: string) => marked.querySelector<HTMLElement>(selector)
  const input = marked.matches(FOCUSABLE) ? marked : (find('input:checked') ?? find(FOCUSABLE))
  input?.focus(how)
}

/** The first on the page, which may be another than the first of the contract. */
function highest(nodes: readonly (HTMLElement | null)[]): HTMLElement | undefined {
  return nodes
    .filter((node) => node !== null)
    .toSorted((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )[0]
}

/** Focuses the first wrong input of the page, once it is marked: its message is then read out with it. */
function focusFirstOf(form: UseFormReturnType<Values>, names: readonly string[], how: FocusOptions): void {
  requestAnimationFrame(() => {
    const nodes = names.map((name) => form.getInputNode(name))
    const around = nodes.find((node) => node !== null)?.closest('form')
    // Also what is marked by itself, such as a date that is none.
    const marked = highest([...nodes, ...(around?.querySelectorAll<HTMLElement>(MARKED) ?? [])])
    if (marked) focusIn(marked, how)
  })
}

interface Compared {
  newest: Values
  initial: Values
  values: Values
  always: readonly string[] | null
}

/** Compares the record with what was typed, so that a text of somebody else is never overwritten unseen. */
function comparedFields({ newest, initial, values, always }: Compared): Pick<Theirs, 'conflicts' | 'others'> {
  const mine = changedFields(values, initial)
  const changed = changedFields(newest, initial).filter((name) => !always?.includes(name))
  return {
    conflicts: changed.filter((name) => mine.includes(name) && !same(values[name], newest[name])),
    others: changed.filter((name) => !mine.includes(name)),
  }
}

/** The newest values with what was typed; of what both have changed, with what is kept. */
function takenOver(
  { newest, conflicts }: Theirs,
  { initial, values, kept }: Pick<Compared, 'initial' | 'values'> & { kept: readonly string[] | undefined },
): Values {
  const given = conflicts.filter((name) => kept !== undefined && !kept.includes(name))
  const mine = changedFields(values, initial).filter((name) => !given.includes(name))
  return { ...newest, ...Object.fromEntries(mine.map((name) => [name, values[name]])) }
}

const isStaleRecord = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.answer.error === 'STALE_RECORD'

/** The state of a form: the contract's checks, the errors of the service, and the changes of the record. */
export function useRecordForm<Body, Answer>(options: RecordFormOptions<Body, Answer>): RecordForm {
  const { schema, always = null } = options
  const language = useLanguage()
  const keyOf = useKeyOfBody()
  const [initial, setInitial] = useState(() => shownValues(schema, options.initial ?? {}))
  const form = useForm<Values>({ mode: 'controlled', initialValues: initial })
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [hasNewest, setHasNewest] = useState(false)
  const [theirs, setTheirs] = useState<Theirs | null>(null)
  const [shown] = useState(() => new Map<string, ShownField>())
  const isDone = useRef(false)
  const inFlight = useRef(false)

  const focusFirst = (names: readonly string[], how: FocusOptions = {}) => focusFirstOf(form, names, how)

  const isStale = (error: unknown): error is CallFailed =>
    options.reload !== undefined && isStaleRecord(error)

  /** Returns true if all issues belong to visible inputs. */
  const showErrors = (issues: readonly Issue[]) => {
    const errors = Object.fromEntries(issues.map(({ field, message }) => [nameOf(field), message]))
    form.setErrors(errors)
    focusFirst(Object.keys(errors))
    return Object.keys(errors).every((name) => form.getInputNode(name))
  }

  const refuse = (error: unknown) => {
    const details = (error instanceof CallFailed ? error.answer.details : undefined) ?? []
    const names = details.map(({ field }) => nameOf(field))
    if (isWarning(error)) {
      // The input itself is valid; the warning above it must stay visible.
      focusFirst(names, { preventScroll: true })
      setFailure(error)
    } else setFailure(details.length > 0 && showErrors(details) ? null : error)
  }

  const send = async () => {
    const body = bodyOf({ schema, values: form.getValues(), initial, always })
    const parsed = schema.safeParse(body, { reportInput: true })
    if (!parsed.success) {
      const issues = describeIssues(parsed.error.issues, language)
      if (!showErrors(issues)) throw new Error(`${issues[0]?.field}: ${issues[0]?.message}`)
      return
    }
    form.clearErrors()
    setFailure(null)
    const answer = await options.submit(body as Body, { 'idempotency-key': keyOf(body) })
    isDone.current = true
    options.onDone(answer)
  }

  const submit = () => {
    if (inFlight.current) return
    inFlight.current = true
    setSending(true)
    void send()
      .catch((error: unknown) => (isStale(error) ? compare(error) : refuse(error)))
      .catch(setFailure)
      .finally(() => {
        inFlight.current = false
        setSending(false)
      })
  }

  const compare = async (stale: CallFailed) => {
    const newest = shownValues(schema, (await options.reload?.()) ?? {})
    const fields = comparedFields({ newest, initial, values: form.getValues(), always })
    setTheirs({ newest, ...fields, by: stale.answer.changedBy })
    setFailure(stale)
  }

  const loadNewest = (kept?: readonly string[]) => {
    if (!theirs) return
    form.setValues(takenOver(theirs, { initial, values: form.getValues(), kept }))
    setInitial(theirs.newest)
    setFailure(null)
    setTheirs(null)
    setHasNewest(true)
  }

  return {
    form,
    schema,
    isSending,
    failure,
    isStale: theirs !== null && isStale(failure),
    theirs,
    shown,
    hasNewest,
    isDirty: () => !isDone.current && changedFields(form.getValues(), initial).length > 0,
    submit,
    loadNewest,
  }
}
