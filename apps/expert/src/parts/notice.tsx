import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'

interface NoticeProps {
  tone: 'bad' | 'warning' | 'info' | 'good'
  title: string
  children?: ComponentChildren
}

const ICONS = { bad: 'alert', warning: 'alert', info: 'hourglass', good: 'circleCheck' } as const

/** What somebody should know before going on. */
export const Notice = ({ tone, title, children }: NoticeProps) => (
  <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    <Icon name={ICONS[tone]} />
    <div>
      <strong>{title}</strong>
      {children}
    </div>
  </div>
)
