import type { ComponentChildren } from 'preact'
import { Dots } from './dots.tsx'
import { Icon } from './icon.tsx'

interface LineProps {
  to: string
  title: string
  hint: readonly string[]
  /** Beside the title. */
  badge?: ComponentChildren
  isStrong?: boolean
}

/** A row that leads to its record wherever it is touched. */
export const Line = ({ to, title, hint, badge, isStrong = true }: LineProps) => (
  <li>
    <a class="line" href={to}>
      <span class="text">
        <span class={isStrong ? 'strong' : undefined}>{title}</span>
        <span class="soft small">
          <Dots items={hint} />
        </span>
      </span>
      {badge}
      <Icon name="next" />
    </a>
  </li>
)
