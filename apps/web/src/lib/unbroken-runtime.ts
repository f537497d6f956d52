// What JSX becomes, in this app and in the libraries it uses (vite.unbroken-moments.ts): React's own functions, but a date in
// a text of an element is kept on one line. Chromium would break it after its hyphens, and no style forbids that for a text
// without an element of its own. The characters stay as they are, so that what is copied or searched is the date.
import type { ReactNode } from 'react'
import { Fragment, jsx as create, jsxs as createMany } from 'react/jsx-runtime'
import { holdsText, MOMENT_CLASS, momentsIn } from '@consilium/contract/moments.ts'

type Create = typeof create

function unbroken(text: unknown): ReactNode {
  const pieces = momentsIn(text)
  if (!pieces) return text as ReactNode
  const parts = pieces.map((piece, index) =>
    index % 2 === 0 ? piece : create('span', { className: MOMENT_CLASS, children: piece }),
  )
  // One element, since a flex container would set each part apart.
  return createMany('span', { children: parts })
}

const kept =
  (make: Create): Create =>
  (type, given, key) => {
    const props = given as { children?: unknown }
    const { children } = props
    if (!holdsText(type)) return make(type, props, key)
    if (momentsIn(children)) return make(type, { ...props, children: unbroken(children) }, key)
    if (!Array.isArray(children) || !children.some(momentsIn)) return make(type, props, key)
    return make(type, { ...props, children: children.map(unbroken) }, key)
  }

export const jsx = kept(create)
export const jsxs = kept(createMany)
export { Fragment }
