import { initials } from '@consilium/web-kit/initials.ts'
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
