import type { ReactNode } from 'react'
import { typedText } from '../forms/form-values.ts'
import { useField, type FieldProps } from '../forms/fields.tsx'
import { DateInput } from './date-input.tsx'
import { shownText, type DateKind } from './date-text.ts'

interface DateFieldProps extends FieldProps {
  /** The field of the same form that it cannot be before. */
  notBefore?: string
}

function DateFieldOf({ kind, name, notBefore, ...props }: DateFieldProps & { kind: DateKind }) {
  const { input, common, set, value, other } = useField(name, {
    ...props,
    show: (each) => shownText(kind, typedText(each)),
  })
  // What is typed may be longer than the value, and is refused by its format.
  const { maxLength: _none, ...rest } = common as typeof common & { maxLength?: number }
  return (
    <DateInput
      kind={kind}
      {...rest}
      {...props}
      data-path={name}
      error={input.error as ReactNode}
      value={typedText(value)}
      min={notBefore === undefined ? undefined : typedText(other(notBefore))}
      onChange={set}
    />
  )
}

/** `yyyy-MM-dd`. */
export const DateField = (props: DateFieldProps) => <DateFieldOf kind="day" {...props} />

/** Date and time in the format of the wire, `yyyy-MM-dd HH:mm:ss`. */
export const TimeField = (props: DateFieldProps) => <DateFieldOf kind="time" {...props} />
