import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useSession } from '../lib/session/session.ts'
import { useTexts } from '../lib/texts.ts'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'

/** The name of the person or expert behind the account, or the display name of staff. */
export function useOwnName(): string {
  return useSession().user.name
}

/** The longest Chinese name of a person; what is longer names an organization or an office. */
const LONGEST_NAME = 4

/** The given name of a Chinese person; the first two characters of an organization and of any other name. */
function initials(name: string): string {
  const signs = [...name]
  const isPerson = /\p{Script=Han}/u.test(name) && signs.length <= LONGEST_NAME
  return (isPerson ? signs.slice(-2) : signs.slice(0, 2)).join('').toUpperCase()
}

export function AccountButton(props: UnstyledButtonProps & ComponentProps<'button'>) {
  const t = useTexts(shellTexts)
  const name = useOwnName()
  return (
    <UnstyledButton
      aria-haspopup="menu"
      {...props}
      className={classes.icon}
      aria-label={t('account', { name })}
    >
      <span className={classes.avatar} data-initials={initials(name)} aria-hidden />
    </UnstyledButton>
  )
}
