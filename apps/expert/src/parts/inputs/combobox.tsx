import { pathOf } from '@consilium/contract/addresses.ts'
import { lightRoute } from '@consilium/contract/light-route.ts'
import type { Route } from '@consilium/contract/route.ts'
import type { ComponentChildren } from 'preact'
import { Field, sentPart, shownPart, type FieldProps, type Option } from '../fields.tsx'
import { Icon } from '../icon.tsx'
import styles from './combobox.css?inline'

export { styles as comboboxStyles }

/** A route whose answers are choices, by what is typed. */
export interface RouteSource {
  route: Route
  params?: Readonly<Record<string, string | number>>
  /** Parameter of the query that has what is typed. */
  keyword: string
  /** What is asked for beside it. */
  query?: Readonly<Record<string, string>>
  /** Parameters that are taken from other fields of the form; nothing is asked while one of them is empty. */
  fields?: Readonly<Record<string, string>>
  /** Part of the answer that has the rows, unless it is a list itself. */
  rows?: string
  /** Parts of a row. */
  value: string
  label: string
}

interface ComboboxProps extends FieldProps {
  /** All choices, or the route that is asked for them. */
  from: readonly Option[] | RouteSource
  /** Any other text may be typed as well; the text is the value. */
  isFree?: boolean
  /** The label of the present value, if the choices do not have it. */
  known?: string | undefined
  /** The value is a number. */
  isNumber?: boolean
  below?: ComponentChildren
}

const isRoute = (from: ComboboxProps['from']): from is RouteSource => 'route' in from

/** Of choices whose text is their value, one of both is enough. */
const sourceOf = (from: ComboboxProps['from']) => {
  if (!isRoute(from))
    return { options: from.map(({ value, label }) => (value === label ? [label] : [value, label])) }
  const { route, params = {}, ...rest } = from
  return { ...rest, route: { ...lightRoute(route), path: pathOf(route, params) } }
}

/**
 * A choice among many, found by a few characters (`client/combobox.ts`). Without its script a free one is a field for
 * texts. It follows the editable combobox with list autocomplete of the ARIA patterns.
 */
export function ComboboxField({
  from,
  isFree = false,
  known,
  isNumber = false,
  below,
  ...field
}: ComboboxProps) {
  const shown = shownPart(field)
  const list = `${shown.id}-options`
  const present =
    known ?? (isRoute(from) ? undefined : from.find(({ value }) => value === field.value)?.label)
  return (
    <Field {...field} below={below}>
      <div class="combobox" data-script="combobox" data-source={JSON.stringify(sourceOf(from))}>
        <input
          {...shown}
          {...(isFree ? { ...sentPart(field), maxLength: field.maxLength } : {})}
          type="text"
          role="combobox"
          aria-expanded="false"
          aria-autocomplete="list"
          aria-controls={list}
          aria-required={field.isRequired ? 'true' : undefined}
          autoComplete="off"
          value={isFree ? field.value : present}
        />
        <Icon name="down" />
        {!isFree && (
          <input
            {...sentPart(field)}
            type="text"
            hidden
            data-shown={shown.id}
            data-number={isNumber ? '' : undefined}
            value={field.value}
          />
        )}
        <ul id={list} role="listbox" aria-label={field.label} hidden />
        <p class="small" role="status" />
      </div>
    </Field>
  )
}
