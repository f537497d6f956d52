import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Option } from '../../lib/dictionary.ts'
import { labelIn, useField, type FieldProps } from './fields.tsx'
import { type OptionSource } from './option-source.ts'
import { RemoteSelect } from './remote-select.tsx'

/** A choice among few values, which are texts on the wire. */
export function SelectField({
  name,
  options,
  isFixed = false,
  ...props
}: FieldProps & {
  options: readonly Option[]
  /** The record always has a value, so that there is nothing to clear. */
  isFixed?: boolean
}) {
  const { input, common, set } = useField(name, { ...props, show: labelIn(options) })
  return (
    <Select
      {...common}
      {...props}
      data={options}
      value={input.value === '' ? null : String(input.value)}
      error={input.error as ReactNode}
      data-path={name}
      clearable={!common.required && !isFixed}
      searchable={options.length > 8}
      allowDeselect={false}
      onChange={(value) => set(value ?? '')}
    />
  )
}

/** A choice among records, found by a few characters; the value is an id. */
export function RemoteField({
  name,
  ...props
}: FieldProps & { source: OptionSource; known?: readonly Option[] }) {
  const { input, common, set, value } = useField(name, { ...props, show: labelIn(props.known ?? []) })
  const { autoComplete: _none, ...rest } = props
  return (
    <RemoteSelect
      label={common.label}
      {...rest}
      required={common.required}
      error={input.error as ReactNode}
      data-path={name}
      value={typeof value === 'number' ? value : null}
      onChange={(id) => set(id ?? '')}
    />
  )
}

interface NumberSelectFieldProps extends FieldProps {
  options: readonly Option[]
  /** Asked for although the contract does without it. */
  required?: boolean
}

/** Like `SelectField`, for ids. */
export function NumberSelectField({ name, options, ...props }: NumberSelectFieldProps) {
  const { input, common, set, value } = useField(name, { ...props, show: labelIn(options) })
  return (
    <Select
      {...common}
      {...props}
      data={options}
      value={typeof value === 'number' ? String(value) : null}
      error={input.error as ReactNode}
      data-path={name}
      clearable={!common.required && !props.required}
      searchable
      allowDeselect={false}
      onChange={(next) => set(next === null ? '' : Number(next))}
    />
  )
}
