import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'good' | 'warning' | 'bad' | 'plain' | 'strong'

/** A state in words as well as by color. */
export const Badge = ({
  tone,
  icon,
  title,
  children,
}: {
  tone: Tone
  icon?: IconName
  title?: string | undefined
  children: ComponentChildren
}) => (
  <span class={`badge ${tone}`} {...(title === undefined ? {} : { title })}>
    {icon && <Icon name={icon} />}
    {children}
  </span>
)
