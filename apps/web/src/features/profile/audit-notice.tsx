import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { isApproved } from '../../lib/session/approval.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { auditTexts } from '@consilium/web-kit/audit-texts.ts'

/** Tells an expert who is not approved what to do. */
function AuditNotice() {
  const t = useTexts(auditTexts)
  const { expert } = useSession()
  if (!expert || expert.auditStatus === 'approved') return null
  const isRejected = expert.auditStatus === 'rejected'
  const isAgain = expert.auditDifference.length > 0
  return (
    <Alert
      role="status"
      color={isRejected ? 'orange' : 'yellow'}
      icon={isRejected ? <IconAlertTriangle /> : <IconHourglass />}
      title={t(expert.auditStatus)}
    >
      <Stack gap="sm">
        <Text size="sm">{t(isRejected ? 'rejectedHint' : isAgain ? 'againHint' : 'pendingHint')}</Text>
        {isRejected && expert.auditOpinion && (
          <Text size="sm" fw={600}>
            {t('opinion', { opinion: expert.auditOpinion })}
          </Text>
        )}
        <Group gap="xs">
          <LinkButton to="/my-profile">{t('toProfile')}</LinkButton>
          <LinkButton to="/sign-ups/new" variant="default">
            {t('toSignUps')}
          </LinkButton>
        </Group>
      </Stack>
    </Alert>
  )
}

/** A page for approved experts; others see a notice, and nothing is requested. */
export function ApprovedOnly({ title, children }: { title: string; children: ReactNode }) {
  if (isApproved(useSession())) return children
  return (
    <>
      <PageHeader title={title} />
      <AuditNotice />
    </>
  )
}
