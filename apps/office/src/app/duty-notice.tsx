import { Alert, Anchor } from '@mantine/core'
import { useTexts } from '../lib/texts.ts'
import { shellTexts } from './texts.ts'

/** What an account must do first, such as choosing a password, while the page holds unsaved changes. */
export function DutyNotice({ to }: { to: string }) {
  const t = useTexts(shellTexts)
  return (
    <Alert
      color="yellow"
      role="alert"
      mb="md"
      title={t(to === '/password' ? 'passwordFirst' : 'factorFirst')}
    >
      <Anchor href={to} target="_blank" size="sm" underline="always">
        {t('inNewWindow')}
      </Anchor>
    </Alert>
  )
}
