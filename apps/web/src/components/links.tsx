import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink, Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { parseSearch } from '../lib/search.ts'

interface To {
  /** An address of the app, with what it carries: `/projects/12`, `/meetings?projectId=12`. */
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

export const TextLink = ({ to, ...props }: To & AnchorProps) => <RoutedAnchor {...props} {...split(to)} />

/** Looks like a button, goes somewhere. */
export const LinkButton = ({ to, ...props }: To & ButtonProps) => <RoutedButton {...props} {...split(to)} />

/** Without looks of its own. */
export const PlainLink = ({
  to,
  ...props
}: To & { className?: string | undefined; 'aria-current'?: 'page' }) => <Link {...props} {...split(to)} />
