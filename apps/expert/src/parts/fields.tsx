import type { ComponentChildren } from 'preact'
import { frameTexts } from '../frame/texts.ts'
import type { View } from '../visit.ts'

export interface FieldProps {
  view: View
  name: string
  /** Where fields of one name are on a page several times; by default the name. */
  id?: string
  label: string
  hint?: string | undefined
  isRequired?: boolean
  /** Sent as null once it is emptied; else an empty field is not sent. */
  isNullable?: boolean
  maxLength?: number | undefined
  value?: string | undefined
}

const idOf = ({ id, name }: Pick<FieldProps, 'id' | 'name'>) => id ?? name
const messageId = (id: string) => `${id}-message`
const hintId = (id: string) => `${id}-hint`

/** A label, what is filled in, and the place of its message. */
export function Field({
  children,
  below,
  ...field
}: FieldProps & { children: ComponentChildren; below?: ComponentChildren }) {
  const { view, label, hint, isRequired } = field
  const id = idOf(field)
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isRequired && (
          <span class="required" title={view.say(frameTexts)('required')} aria-hidden="true">
            *
          </span>
        )}
      </label>
      {hint && (
        <p id={hintId(id)} class="soft small">
          {hint}
        </p>
      )}
      {children}
      <p id={messageId(id)} class="message problem" role="alert" />
      {below}
    </div>
  )
}

/** What the control that is seen of a field has. */
export function shownPart(field: FieldProps) {
  const id = idOf(field)
  return { id, 'aria-describedby': [...(field.hint ? [hintId(id)] : []), messageId(id)].join(' ') }
}

/** What the control that is sent of a field has. */
export const sentPart = ({ view, name, label, isRequired, isNullable }: FieldProps) => ({
  name,
  ...(isNullable ? { 'data-null': '' } : {}),
  ...(isRequired ? { required: true, 'data-missing': view.say(frameTexts)('missing', { label }) } : {}),
})

const common = (field: FieldProps) => ({ ...shownPart(field), ...sentPart(field) })

interface TextProps extends FieldProps {
  type?: 'text' | 'password' | 'tel' | 'email' | 'date'
  inputMode?: 'numeric' | 'decimal'
  autoComplete?: string
  placeholder?: string
  /** Texts that are offered; any other may be typed as well. */
  suggestions?: readonly string[]
  below?: ComponentChildren
}

export function TextField({
  type = 'text',
  inputMode,
  autoComplete,
  placeholder,
  suggestions = [],
  below,
  ...field
}: TextProps) {
  const typed = { type, inputMode, autoComplete, placeholder, maxLength: field.maxLength, value: field.value }
  const own = suggestions.length > 0 ? `${idOf(field)}-list` : undefined
  return (
    <Field {...field} below={below}>
      <input {...common(field)} {...(typed as object)} list={own} />
      {own && (
        <datalist id={own}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </Field>
  )
}

export function LongTextField({ rows = 3, ...field }: FieldProps & { rows?: number }) {
  return (
    <Field {...field}>
      <textarea {...common(field)} rows={rows} maxLength={field.maxLength} value={field.value} />
    </Field>
  )
}

export interface Option {
  value: string
  label: string
}

/** A choice among few values; one that may be empty begins with an empty option. */
export function SelectField({
  options,
  isFixed = false,
  isSentAlways = false,
  ...field
}: FieldProps & {
  options: readonly Option[]
  /** There is always a value. */
  isFixed?: boolean
  /** Others depend on it, so that a change of them says it too. */
  isSentAlways?: boolean
}) {
  return (
    <Field {...field}>
      <select {...common(field)} data-always={isSentAlways ? '' : undefined}>
        {!isFixed && <option value="" />}
        {options.map(({ value, label }) => (
          <option key={value} value={value} selected={value === field.value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}

export const CheckboxField = ({
  name,
  label,
  id = name,
  isChecked = false,
}: Pick<FieldProps, 'name' | 'label' | 'id'> & { isChecked?: boolean }) => (
  <label class="tick">
    <input id={id} type="checkbox" name={name} checked={isChecked} />
    {label}
  </label>
)
