import type { ComponentChildren } from 'preact'
import { frameTexts } from '../frame/texts.ts'
import type { View } from '../visit.ts'
import { Icon } from './icon.tsx'

interface DialogProps {
  view: View
  id: string
  title: string
  /** Only what is in it closes it. */
  isFixed?: boolean
  children: ComponentChildren
}

/** Opened by what has `data-opens` with its id (`client/dialogs.ts`). */
export const Dialog = ({ view, id, title, isFixed = false, children }: DialogProps) => (
  <dialog id={id} aria-labelledby={`${id}-title`}>
    <div class="head">
      <h2 id={`${id}-title`}>{title}</h2>
      {!isFixed && (
        <button type="button" class="symbol" data-closes={id} aria-label={view.say(frameTexts)('close')}>
          <Icon name="x" />
        </button>
      )}
    </div>
    {children}
  </dialog>
)
