import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../../components/links.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { isApproved } from '../../lib/approval.ts'
import { useSession } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { approvalTexts } from './texts.ts'

/** What an expert who is not approved should know, and what to do meanwhile; the profile itself is not linked to itself. */
export function AuditNotice({ isOnProfile = false }: { isOnProfile?: boolean }) {
  const t = useTexts(approvalTexts)
  const { expert } = useSession()
  if (!expert || expert.auditStatus === 'approved') return null
  const isRejected = expert.auditStatus === 'rejected'
  return (
    <Alert
      role="status"
      color={isRejected ? 'orange' : 'blue'}
      icon={isRejected ? <IconAlertTriangle /> : <IconHourglass />}
      title={t(expert.auditStatus)}
    >
      <Stack gap="sm">
        <Text size="sm">{t(isRejected ? 'rejectedHint' : 'pendingHint')}</Text>
        {isRejected && expert.auditOpinion && (
          <Text size="sm" fw={600}>
            {t('opinion', { opinion: expert.auditOpinion })}
          </Text>
        )}
        <Group gap="xs">
          {!isOnProfile && <LinkButton to="/my-profile">{t('toProfile')}</LinkButton>}
          <LinkButton to="/sign-ups/new" variant="default">
            {t('toSignUps')}
          </LinkButton>
        </Group>
      </Stack>
    </Alert>
  )
}

/** A page for approved experts: until then it says so and asks the service for nothing. */
export function ApprovedOnly({ title, children }: { title: string; children: ReactNode }) {
  if (isApproved(useSession())) return children
  return (
    <>
      <PageHeader title={title} />
      <AuditNotice />
    </>
  )
}
