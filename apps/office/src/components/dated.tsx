import { MOMENT_CLASS, momentsIn } from '@consilium/contract/moments.ts'
import type { ReactNode } from 'react'

/**
 * A text that has a date or a time keeps each of them on one line: Chromium would break it after its hyphens, and no style
 * forbids that for a text without an element of its own. The characters stay as they are, so that what is copied or
 * searched is the date. Whatever is not a text stays as it is.
 */
export function dated(content: ReactNode): ReactNode {
  const pieces = momentsIn(content)
  if (!pieces) return content
  // One element, since a flex container would set each part apart.
  return (
    <span>
      {pieces.map((piece, index) =>
        index % 2 === 0 ? (
          piece
        ) : (
          <span key={index} className={MOMENT_CLASS}>
            {piece}
          </span>
        ),
      )}
    </span>
  )
}
