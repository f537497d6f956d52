import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink, Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { parseSearch } from '../lib/search.ts'
import { dated } from './dated.tsx'

interface To {
  /** An address of the app with its query, such as `/projects/12` or `/meetings?projectId=12`. */
  to: string
  children?: ReactNode
  'aria-label'?: string
}

const split = (to: string) => {
  const [path = '/', search = ''] = to.split('?')
  return { to: path, search: () => parseSearch(search) }
}

const RoutedAnchor = createLink(Anchor)
const AnchorButton = (props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
)
const RoutedButton = createLink(AnchorButton)

export const TextLink = ({ to, children, ...props }: To & AnchorProps) => (
  <RoutedAnchor {...props} {...split(to)}>
    {dated(children)}
  </RoutedAnchor>
)

/** A link that looks like a button. */
export const LinkButton = ({ to, ...props }: To & ButtonProps) => <RoutedButton {...props} {...split(to)} />

/** A link without its own style. */
export const PlainLink = ({
  to,
  ...props
}: To & { className?: string | undefined; 'aria-current'?: 'page' }) => <Link {...props} {...split(to)} />
