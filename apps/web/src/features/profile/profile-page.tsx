import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { ID_TYPE_LABELS } from '@consilium/contract/labels.ts'
import { Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { LinkButton } from '../../components/links.tsx'
import { useAccountFacts } from '../../components/forms/account-fields.tsx'
import { MissingFacts, usePersonalFacts } from '../../components/forms/personal-facts.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { useDictionary } from '../../lib/dictionary.ts'
import { orNothing, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { ConsentSection } from '../consents/consent-section.tsx'
import { DeclarationSection } from '../caps/declaration-section.tsx'
import { AuditNotice } from './audit-notice.tsx'
import { IdentityPictures } from './identity-pictures.tsx'
import { profileTexts } from './texts.ts'

export function Page() {
  const t = useTexts(profileTexts)
  const statuses = useDictionary('audit_status')
  const idTypeLabel = useLabel(ID_TYPE_LABELS)
  const personalFacts = usePersonalFacts()
  const accountFacts = useAccountFacts()
  return (
    <RecordPage
      route={expertRoutes.me}
      params={{}}
      title={() => t('title')}
      subtitle={({ auditStatus }) => `${t('auditStatus')} · ${statuses.label(auditStatus)}`}
      actions={() => (
        <LinkButton to="/my-profile/edit" leftSection={<IconPencil size={16} aria-hidden />}>
          {t('edit')}
        </LinkButton>
      )}
    >
      {(expert) => (
        <>
          <AuditNotice isOnProfile />
          <Section title={t('personal')}>
            <Facts
              items={[
                [t('name'), expert.name],
                [t('phone'), expert.phone],
                [t('unit'), orNothing(expert.unit)],
                [t('department'), orNothing(expert.department)],
                [t('jobTitle'), orNothing(expert.title)],
              ]}
            />
          </Section>
          <Section title={t('payment')}>
            <MissingFacts idType={expert.idType} facts={expert.missingFacts} />
            <Facts
              items={[
                [t('idType'), idTypeLabel(expert.idType)],
                [t('idCardNo'), orNothing(expert.idCardNo)],
                ...personalFacts(expert.idType, expert),
                [t('bankName'), orNothing(expert.bankName)],
                [t('bankBranch'), orNothing(expert.bankBranch)],
                [t('bankAccount'), accountFacts(expert)],
                [t('bankRegion'), orNothing(expert.bankRegion)],
              ]}
            />
            <Text size="xs" c="dimmed" mt="sm">
              {t('paymentHint')}
            </Text>
          </Section>
          <ConsentSection />
          <DeclarationSection />
          <Section title={t('pictures')}>
            <IdentityPictures expert={expert} />
          </Section>
        </>
      )}
    </RecordPage>
  )
}
