import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'

interface EndingProps {
  title: string
  /** What leads on from here. */
  href: string
  label: string
  /** Shown until it is done. */
  children: ComponentChildren
}

/** A page with one thing to do, and what it says once that is done (`client/outside.ts`). */
export const UntilDone = ({ title, href, label, children }: EndingProps) => (
  <>
    <div class="steps" data-until-done>
      {children}
    </div>
    <div id="done" class="notice good" role="status" hidden tabIndex={-1}>
      <Icon name="check" />
      <div>
        <strong>{title}</strong>
        <Button href={href}>{label}</Button>
      </div>
    </div>
  </>
)
