import { Stack } from '@mantine/core'
import { PageHeader } from '../../components/page-header.tsx'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { FactorPanels } from './factor-panels.tsx'
import { MailPanel } from './mail-panel.tsx'
import { NamePanel } from './name-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProofProvider } from './proof.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { PhonePanel } from './phone-panel.tsx'
import { securityTexts } from '@consilium/web-kit/words/security-texts.ts'

/** Login methods and sessions of the account, one panel for each. */
export function Page() {
  const t = useTexts(securityTexts)
  const { mustEnrolFactor } = useSession()
  return (
    <ProofProvider>
      <PageHeader title={t('title')} />
      <Stack gap="md" maw={880}>
        <FactorPanels />
        {!mustEnrolFactor && <NamePanel />}
        <PasswordPanel />
        {!mustEnrolFactor && <PhonePanel />}
        {!mustEnrolFactor && <MailPanel />}
        {!mustEnrolFactor && <SessionsPanel />}
      </Stack>
    </ProofProvider>
  )
}
