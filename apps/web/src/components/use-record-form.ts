import { CallFailed } from '@consilium/contract/client.ts'
import { describeIssues } from '@consilium/contract/issues.ts'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { newKey } from '@consilium/contract/client.ts'
import { useLanguage } from '../lib/texts.ts'
import { isWarning } from './request-error.tsx'
import { bodyOf, changedFields, shownValues, type ObjectSchema, type Values } from './form-values.ts'

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
  isDirty: () => boolean
  submit: () => void
  loadNewest: () => void
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
  const isDone = useRef(false)
  const inFlight = useRef(false)

  const focusFirst = (names: readonly string[], how: FocusOptions = {}) => {
    // The input is marked before it is focused, so that its message is read out with it.
    requestAnimationFrame(() => {
      const marked = highest(names.map((name) => form.getInputNode(name)))
      if (marked) focusIn(marked, how)
    })
  }

  /** Returns true if all issues belong to visible inputs. */
  const showErrors = (issues: readonly Issue[]) => {
    const errors = Object.fromEntries(issues.map(({ field, message }) => [nameOf(field), message]))
    form.setErrors(errors)
    focusFirst(Object.keys(errors))
    return Object.keys(errors).every((name) => form.getInputNode(name))
  }

  const refuse = (error: unknown) => {
    const details = (error instanceof CallFailed ? error.answer.details : undefined) ?? []
    if (isWarning(error)) {
      // The input itself is valid; the warning above it must stay visible.
      focusFirst(
        details.map(({ field }) => nameOf(field)),
        { preventScroll: true },
      )
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
      .catch(refuse)
      .finally(() => {
        inFlight.current = false
        setSending(false)
      })
  }

  const loadNewest = () => {
    if (!options.reload) return
    options.reload().then((record) => {
      const newest = shownValues(schema, record)
      const mine = changedFields(form.getValues(), initial)
      const kept = Object.fromEntries(mine.map((name) => [name, form.getValues()[name]]))
      setInitial(newest)
      form.setValues({ ...newest, ...kept })
      setFailure(null)
      setHasNewest(true)
    }, setFailure)
  }

  return {
    form,
    schema,
    isSending,
    failure,
    isStale:
      options.reload !== undefined &&
      failure instanceof CallFailed &&
      failure.answer.error === 'STALE_RECORD',
    hasNewest,
    isDirty: () => !isDone.current && changedFields(form.getValues(), initial).length > 0,
    submit,
    loadNewest,
  }
}
