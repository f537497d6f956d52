import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { useDictionary } from '../../lib/dictionary.ts'
import { useField, type FieldProps } from './fields.tsx'

/** Dictionaries that an operator may maintain; without one of them its fields suggest nothing. */
export type SuggestingDictionary = 'department' | 'professional_title' | 'plan_category' | 'project_form'

/** A text field that suggests the labels of a dictionary. Any other text may be typed as well. */
export function SuggestedField({ name, from, ...props }: FieldProps & { from: SuggestingDictionary }) {
  const { input, common } = useField(name, props)
  const { options } = useDictionary(from)
  const id = useId()
  const list = options.length > 0 ? { list: id } : {}
  return (
    <>
      <TextInput {...common} {...props} {...list} {...input} value={String(input.value ?? '')} />
      {options.length > 0 && (
        <datalist id={id}>
          {options.map(({ value, label }) => (
            <option key={value} value={label} />
          ))}
        </datalist>
      )}
    </>
  )
}
