import type { ComponentChildren } from 'preact'
import { frameTexts } from '../frame/texts.ts'
import type { View } from '../visit.ts'

interface FieldProps {
  view: View
  name: string
  label: string
  hint?: string
  isRequired?: boolean
}

const messageId = (name: string) => `${name}-message`

/** A label, what is filled in, and the place of its message. */
function Field({
  view,
  name,
  label,
  hint,
  isRequired,
  children,
}: FieldProps & { children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={name}>
        {label}
        {isRequired && (
          <span class="required" title={view.say(frameTexts)('required')} aria-hidden="true">
            *
          </span>
        )}
      </label>
      {hint && <p class="soft small">{hint}</p>}
      {children}
      <p id={messageId(name)} class="message problem" role="alert" />
    </div>
  )
}

const common = ({ view, name, label, isRequired }: FieldProps) => ({
  id: name,
  name,
  'aria-describedby': messageId(name),
  ...(isRequired ? { required: true, 'data-missing': view.say(frameTexts)('missing', { label }) } : {}),
})

interface TextProps extends FieldProps {
  type?: 'text' | 'password' | 'tel' | 'email' | 'date'
  inputMode?: 'numeric' | 'decimal'
  autoComplete?: string
  maxLength?: number
  value?: string | undefined
  /** Id of the list of what it proposes. */
  list?: string
}

export function TextField({
  type = 'text',
  inputMode,
  autoComplete,
  maxLength,
  value,
  list,
  ...field
}: TextProps) {
  const typed = { type, inputMode, autoComplete, maxLength, value, list }
  return (
    <Field {...field}>
      <input {...common(field)} {...(typed as object)} />
    </Field>
  )
}

export function LongTextField(props: FieldProps & { rows?: number; maxLength?: number }) {
  const { rows = 3, maxLength } = props
  return (
    <Field {...props}>
      <textarea {...common(props)} rows={rows} maxLength={maxLength} />
    </Field>
  )
}
