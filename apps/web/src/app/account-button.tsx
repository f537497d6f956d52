import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useSession } from '../lib/session.ts'
import { useTexts } from '../lib/texts.ts'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'

/** What the account is called: as its person or expert, or by its display name. */
export function useOwnName(): string {
  return useSession().user.name
}

/** The last two characters of a Chinese name, which friends would call; the first letters of another. */
const initials = (name: string) =>
  /\p{Script=Han}/u.test(name) ? [...name].slice(-2).join('') : name.slice(0, 2).toUpperCase()

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
