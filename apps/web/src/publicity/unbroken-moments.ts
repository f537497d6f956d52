// Keeps each date in a text of the public pages on one line, as lib/unbroken-runtime.ts does in the app.
import { h, options, type ComponentChild, type VNode } from 'preact'
import { holdsText, MOMENT_CLASS, momentsIn } from '@consilium/contract/moments.ts'

function unbroken(text: ComponentChild): ComponentChild {
  const pieces = momentsIn(text)
  if (!pieces) return text
  const parts = pieces.map((piece, index) =>
    index % 2 === 0 ? piece : h('span', { class: MOMENT_CLASS }, piece),
  )
  return h('span', null, parts)
}

type Props = { class?: string; children?: ComponentChild | ComponentChild[] }

options.vnode = ({ type, props }: VNode<Props>) => {
  if (!holdsText(type) || props.class === MOMENT_CLASS) return
  const { children } = props
  props.children = Array.isArray(children) ? children.map(unbroken) : unbroken(children)
}
