// Keeps each date in a text of rendered pages on one line, as components/dated.tsx does in the office.
import { MOMENT_CLASS, holdsText, momentsIn } from '@consilium/contract/moments.ts'
import { h, options, type ComponentChild, type VNode } from 'preact'

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
