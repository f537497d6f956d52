import { organizationRoutes, type Organization } from '@consilium/contract/organizations/organizations.ts'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconPencil, IconUsers } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { ArchiveButton, ArchivedBadge } from '../../components/records/archive-button.tsx'
import { StatusBadge, StatusSwitch } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { OwnLimitsSection } from '../notices/own-limits.tsx'
import { BotsSection } from './bots-section.tsx'
import { SealSection } from './seal-section.tsx'
import { TaxSection } from './tax-section.tsx'
import { organizationTexts } from './texts.ts'

function Details({ org }: { org: Organization }) {
  const t = useTexts(organizationTexts)
  const frame = useTexts(frameTexts)
  const kinds = useDictionary('org_type')
  return (
    <Section title={frame('details')}>
      <Facts
        items={[
          [t('orgType'), kinds.label(org.orgType)],
          [t('businessNature'), orNothing(org.businessNature)],
          [t('creditCode'), orNothing(org.creditCode)],
          [t('legalRepresentative'), orNothing(org.legalRepresentative)],
          [t('registeredAddress'), orNothing(org.registeredAddress)],
          [t('mainAccount'), org.mainUserName],
          [t('mainPhone'), org.mainPhone],
          [t('surchargeRate'), org.surchargeRate ?? t('surchargeByRule')],
          [
            frame('status'),
            <span key="status">
              <StatusBadge status={org.status} />
              <ArchivedBadge archivedTime={org.archivedTime} />
            </span>,
          ],
          [frame('createTime'), minute(org.createTime)],
        ]}
      />
    </Section>
  )
}

function Actions({ org: { abilities, status, orgName, archivedTime, orgId } }: { org: Organization }) {
  const t = useTexts(organizationTexts)
  const frame = useTexts(frameTexts)
  return (
    <>
      {abilities.changeStatus && (
        <StatusSwitch
          route={organizationRoutes.changeStatus}
          target={{ orgId }}
          status={status}
          name={orgName}
          hint={t('disableHint')}
        />
      )}
      {abilities.archive && (
        <ArchiveButton
          route={organizationRoutes.archive}
          target={{ orgId }}
          archivedTime={archivedTime}
          name={orgName}
        />
      )}
      <LinkButton
        to={`/persons?orgId=${orgId}`}
        variant="default"
        leftSection={<IconUsers size={16} aria-hidden />}
      >
        {t('seePeople')}
      </LinkButton>
      {abilities.update && (
        <LinkButton to={`/organizations/${orgId}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
          {frame('edit')}
        </LinkButton>
      )}
    </>
  )
}

export function Page() {
  const t = useTexts(organizationTexts)
  const kinds = useDictionary('org_type')
  const { user } = useSession()
  const { orgId }: { orgId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={organizationRoutes.get}
      params={{ orgId }}
      title={({ orgName }) => orgName}
      subtitle={({ orgType }) => kinds.label(orgType)}
      backTo="/organizations"
      actions={(org) => <Actions org={org} />}
    >
      {(org) => (
        <>
          {org.orgType === 'executor' && org.creditCode === null && (
            <Alert color="orange" role="status" icon={<IconAlertTriangle />}>
              {t('creditCodeMissing')}
            </Alert>
          )}
          <Details org={org} />
          {org.orgType === 'executor' && <TaxSection orgId={org.orgId} />}
          {org.orgType === 'executor' && <SealSection orgId={org.orgId} />}
          {org.mainUserId === user.userId && <OwnLimitsSection />}
          {org.mainUserId === user.userId && <BotsSection />}
        </>
      )}
    </RecordPage>
  )
}
