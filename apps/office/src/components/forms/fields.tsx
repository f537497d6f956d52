import { labelOf } from '@consilium/contract/record.ts'
import {
  Box,
  Checkbox,
  Input,
  PasswordInput,
  Radio,
  Group,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useId, type ReactNode } from 'react'
import type { Option } from '../../lib/dictionary.ts'
import { isNullable, isOptional, maxLengthOf } from '@consilium/web-kit/schema.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { useFormAround } from './record-form.tsx'
import { fieldOf, typedText } from './form-values.ts'
import type { ShownField } from './use-record-form.ts'
import { frameTexts } from '../texts.ts'

export interface FieldProps {
  /** Field name in the request body. */
  name: string
  /** By default the label that the contract declares for the field. */
  label?: string
  description?: ReactNode
  disabled?: boolean
  autoComplete?: string
}

interface AboutField {
  label?: string
  show?: ShownField['show']
}

/**
 * Returns what every input takes from the form and the contract: value, message, length, and whether it is required.
 */
export function useField(name: string, about: AboutField = {}) {
  const t = useTexts(frameTexts)
  const { form, schema, isSending, shown } = useFormAround()
  const field = fieldOf(schema, name)
  if (!field) throw new Error(`The contract knows no field ${name}`)
  const maxLength = maxLengthOf(field)
  const label = labelOf(field)?.[useLanguage() === 'en' ? 1 : 0]
  const plain = (value: unknown) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : typedText(value))
  if (Object.keys(about).length > 0 || !shown.has(name))
    shown.set(name, { label: about.label ?? label ?? name, show: about.show ?? plain })
  return {
    input: form.getInputProps(name),
    common: {
      name,
      ...(label === undefined ? {} : { label }),
      required: !isOptional(field) && !isNullable(field),
      readOnly: isSending,
      ...(maxLength === undefined ? {} : { maxLength }),
    },
    set: (value: unknown) => form.setFieldValue(name, value),
    value: form.getValues()[name],
    other: (another: string) => form.getValues()[another],
  }
}

type TextFieldProps = FieldProps &
  Pick<TextInputProps, 'inputMode' | 'type' | 'placeholder' | 'required' | 'rightSection' | 'leftSection'>

export function TextField({ name, ...props }: TextFieldProps) {
  const { input, common } = useField(name, props)
  return <TextInput {...common} {...props} {...input} value={String(input.value ?? '')} />
}

export const PhoneField = (props: FieldProps) => (
  <TextField inputMode="tel" type="tel" autoComplete="tel" {...props} />
)

export const MoneyField = (props: FieldProps) => <TextField inputMode="decimal" leftSection="¥" {...props} />

export function PasswordField({ name, ...props }: FieldProps) {
  const t = useTexts(frameTexts)
  const { input, common } = useField(name, props)
  const id = useId()
  const notes = [props.description && `${id}-description`, input.error && `${id}-error`].filter(Boolean)
  return (
    <PasswordInput
      id={id}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      // Mantine does not set this on password inputs.
      aria-invalid={Boolean(input.error)}
      {...(notes.length > 0 ? { 'aria-describedby': notes.join(' ') } : {})}
      {...common}
      {...props}
      {...input}
    />
  )
}

export function LongTextField({ name, ...props }: FieldProps & { minRows?: number; maxRows?: number }) {
  const { input, common } = useField(name, props)
  return <Textarea autosize minRows={3} maxRows={16} {...common} {...props} {...input} />
}

/** Shows a value of a choice by its label. */
export const labelIn =
  (options: readonly Option[]) =>
  (value: unknown): string =>
    options.find((option) => option.value === typedText(value))?.label ?? typedText(value)

export function RadioField({ name, options, ...props }: FieldProps & { options: readonly Option[] }) {
  const { input, common, set } = useField(name, { ...props, show: labelIn(options) })
  return (
    <Radio.Group
      label={common.label}
      {...props}
      name={name}
      required={common.required}
      value={String(input.value ?? '')}
      error={input.error as ReactNode}
      data-path={name}
      onChange={set}
    >
      <Group mt={6} gap="lg">
        {options.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </Group>
    </Radio.Group>
  )
}

export function CheckboxField({ name, ...props }: FieldProps) {
  const { value, set, input, common } = useField(name, props)
  return (
    <Checkbox
      label={common.label}
      {...props}
      name={name}
      checked={value === true}
      error={input.error as ReactNode}
      data-path={name}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}

/** What the kit leaves between the description and the control of its own inputs. */
const GAP_BELOW_DESCRIPTION = 'calc(var(--mantine-spacing-xs) / 2)'

/**
 * Any other control for a field, with label and message. Screen readers get its name and whether it is invalid from
 * `labelled`.
 */
export function CustomField({
  name,
  label,
  description,
  required,
  children,
}: FieldProps & {
  /** Required by the service although not by the contract. */
  required?: boolean
  children: (
    value: unknown,
    set: (value: unknown) => void,
    labelled: { 'aria-labelledby': string; error: boolean },
  ) => ReactNode
}) {
  const { input, common, set, value } = useField(name, label === undefined ? {} : { label })
  const id = useId()
  return (
    <Input.Wrapper
      label={label ?? common.label}
      description={description}
      required={required ?? common.required}
      error={input.error as ReactNode}
      labelElement="div"
      labelProps={{ id }}
      data-path={name}
    >
      <Box mt={description ? GAP_BELOW_DESCRIPTION : 0}>
        {children(value, set, { 'aria-labelledby': id, error: Boolean(input.error) })}
      </Box>
    </Input.Wrapper>
  )
}

/** A whole number. */
export function IntegerField({ name, ...props }: FieldProps) {
  const { input, common, set, value } = useField(name, props)
  return (
    <TextInput
      {...common}
      {...props}
      inputMode="numeric"
      data-path={name}
      error={input.error as ReactNode}
      value={typedText(value)}
      onChange={({ currentTarget: { value: typed } }) => set(/^\d+$/.test(typed) ? Number(typed) : typed)}
    />
  )
}
