import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export type Kind = 'main' | 'light' | 'plain' | 'quiet'

interface ButtonProps {
  children: ComponentChildren
  kind?: Kind
  icon?: IconName
  /** An address makes it a link. */
  href?: string
  label?: string
}

interface Rest {
  type?: 'submit'
  disabled?: boolean
  'aria-current'?: 'true' | undefined
  [data: `data-${string}`]: string | boolean | undefined
}

/** What is done or opened with one touch. */
export function Button({
  children,
  kind = 'main',
  icon,
  href,
  label,
  type,
  disabled,
  ...rest
}: ButtonProps & Rest) {
  const shown = { class: `button ${kind}`, ...(label === undefined ? {} : { 'aria-label': label }), ...rest }
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </>
  )
  if (href !== undefined)
    return (
      <a {...shown} href={href}>
        {content}
      </a>
    )
  return (
    <button {...shown} type={type ?? 'button'} disabled={disabled}>
      {content}
    </button>
  )
}
