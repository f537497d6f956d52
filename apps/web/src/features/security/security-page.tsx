import { Stack } from '@mantine/core'
import { PageHeader } from '../../components/page-header.tsx'
import { useTexts } from '../../lib/texts.ts'
import { NamePanel } from './name-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { securityTexts } from './texts.ts'

/** How the account is logged into and from where: one panel for each. */
export function Page() {
  const t = useTexts(securityTexts)
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack gap="md" maw={880}>
        <NamePanel />
        <PasswordPanel />
      </Stack>
    </>
  )
}
