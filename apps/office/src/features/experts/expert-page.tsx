import {
  expertRoutes,
  type Expert,
  type ExpertDetail,
  type ExpertIdentity,
} from '@consilium/contract/experts/experts.ts'
import { ID_TYPE_LABELS, TAX_RESIDENCE_LABELS } from '@consilium/contract/labels.ts'
import { Alert, Button, Text } from '@mantine/core'
import { IconEye, IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ArchiveButton, ArchivedBadge } from '../../components/records/archive-button.tsx'
import { AuditBadge } from '../../components/records/audit-badge.tsx'
import { AuditButton } from '../../components/records/audit-button.tsx'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { LinkButton } from '../../components/links.tsx'
import { notifyFailed } from '../../components/dialogs/notify.ts'
import { useAccountFacts } from '../../components/records/account-facts.tsx'
import { MissingFacts, usePersonalFacts } from '../../components/records/personal-facts.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { ResetPasswordButton } from '../../components/records/reset-password-button.tsx'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { StatusBadge, StatusSwitch } from '../../components/records/status-switch.tsx'
import { onDemand } from '../../components/on-demand.tsx'
import { frameTexts } from '../../components/texts.ts'
import { FileGallery } from '../../components/upload/file-gallery.tsx'
import { call } from '../../lib/requests/api.ts'
import { minute, orNothing, useLabel } from '../../lib/format.ts'
import { isPermitted } from '../../lib/session/permission.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { PostSection } from '../caps/post-section.tsx'
import IdentitySection from './identity-section.tsx'
import MeetingsSection from './meetings-section.tsx'
import { expertTexts } from './texts.ts'

const IdentityReason = onDemand(() => import('./identity-reason.tsx'), null)
const WaitingLine = onDemand(() => import('../approvals/waiting-line.tsx'), null)

function Pictures({ urls }: { urls: readonly string[] }) {
  const t = useTexts(expertTexts)
  const pictures = urls.map((url, index) => ({
    fileId: index,
    fileName: t('photo', { number: index + 1 }),
    url,
    mediaType: null,
  }))
  return (
    <>
      <Text size="xs" c="dimmed" mt="md" mb="xs">
        {t('attachments')}
      </Text>
      {pictures.length > 0 ? <FileGallery files={pictures} /> : <Text size="sm">{t('noAttachments')}</Text>}
    </>
  )
}

/** Identity and bank numbers, masked until the user asks for them, which is logged. */
function Identity({ expert }: { expert: Expert }) {
  const t = useTexts(expertTexts)
  const say = useErrorText()
  const idTypeLabel = useLabel(ID_TYPE_LABELS)
  const residenceLabel = useLabel(TAX_RESIDENCE_LABELS)
  const { expertId } = expert
  const [isAsking, setAsking] = useState(false)
  const personalFacts = usePersonalFacts()
  const accountFacts = useAccountFacts()
  const [full, setFull] = useState<ExpertIdentity | null>(null)
  const reveal = async () => {
    try {
      setFull(await call(expertRoutes.identity, { params: { expertId } }))
    } catch (error) {
      notifyFailed(t('reveal'), say(error))
    }
  }
  const { idCardNo, bankAccount } = full ?? expert
  return (
    <Section
      title={t('identity')}
      actions={
        full === null && (
          <Button
            variant="default"
            leftSection={<IconEye size={16} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('reveal')}
          </Button>
        )
      }
    >
      <MissingFacts idType={expert.idType} facts={expert.missingFacts} />
      <Facts
        items={[
          [t('idType'), idTypeLabel(expert.idType)],
          [t('idCardNo'), orNothing(idCardNo)],
          ...personalFacts(expert.idType, full ?? expert),
          [t('taxResidence'), residenceLabel(expert.taxResidence)],
          [t('bankName'), orNothing(expert.bankName)],
          [t('bankBranch'), orNothing(expert.bankBranch)],
          [t('bankAccount'), accountFacts({ ...expert, bankAccount })],
          [t('bankRegion'), orNothing(expert.bankRegion)],
        ]}
      />
      <Pictures urls={expert.idCardAttachmentUrls} />
      {isAsking && (
        <Confirm
          title={t('revealTitle')}
          confirmLabel={t('reveal')}
          onConfirm={reveal}
          onClose={() => setAsking(false)}
        >
          {t('revealHint')}
        </Confirm>
      )}
    </Section>
  )
}

/** What the expert has changed since the last approval, for whoever decides on it. */
function AuditDifference({ expert }: { expert: Expert }) {
  const t = useTexts(expertTexts)
  if (expert.auditDifference.length === 0) return null
  return (
    <Alert color="orange" role="status" title={t('auditDifference')}>
      {expert.auditDifference.map(({ field, approved, now }) => (
        <Text key={field} size="sm">
          {t('differs', {
            field: t(field),
            approved: approved ?? '—',
            now: now ?? '—',
          })}
        </Text>
      ))}
    </Alert>
  )
}

/** Whom the audit waits for, where steps are set up for it. */
function AuditWaiting({ expert: { auditWaiting } }: { expert: ExpertDetail }) {
  const t = useTexts(expertTexts)
  if (auditWaiting === null) return null
  return (
    <Alert color="yellow" role="status" title={t('auditWaits')}>
      <WaitingLine waiting={auditWaiting} />
    </Alert>
  )
}

function Details({ expert }: { expert: Expert }) {
  const t = useTexts(expertTexts)
  const frame = useTexts(frameTexts)
  return (
    <Section title={frame('details')}>
      <Facts
        items={[
          [t('phone'), expert.phone],
          [t('unit'), orNothing(expert.unit)],
          [t('department'), orNothing(expert.department)],
          [t('title'), orNothing(expert.title)],
          [frame('auditStatus'), <AuditBadge key="audit" status={expert.auditStatus} />],
          [frame('auditOpinion'), orNothing(expert.auditOpinion)],
          [
            frame('status'),
            <span key="status">
              <StatusBadge status={expert.status} />
              <ArchivedBadge archivedTime={expert.archivedTime} />
            </span>,
          ],
          [frame('createTime'), minute(expert.createTime)],
        ]}
      />
    </Section>
  )
}

function Actions({ expert }: { expert: ExpertDetail }) {
  const t = useTexts(expertTexts)
  const frame = useTexts(frameTexts)
  const session = useSession()
  return (
    <>
      {expert.abilities.changeStatus && (
        <StatusSwitch
          route={expertRoutes.changeStatus}
          target={{ expertId: expert.expertId }}
          status={expert.status}
          name={expert.name}
          hint={t('disableHint')}
        />
      )}
      {expert.abilities.archive && (
        <ArchiveButton
          route={expertRoutes.archive}
          target={{ expertId: expert.expertId }}
          archivedTime={expert.archivedTime}
          name={expert.name}
        />
      )}
      {expert.abilities.update && isPermitted(session, 'account.resetPassword') && (
        <ResetPasswordButton userId={expert.userId} name={expert.name} />
      )}
      {expert.abilities.update && (
        <LinkButton
          to={`/experts/${expert.expertId}/edit`}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {frame('edit')}
        </LinkButton>
      )}
      {expert.abilities.audit && (
        <AuditButton
          routes={{ get: expertRoutes.get, audit: expertRoutes.update }}
          record={expert}
          id="expertId"
        >
          <IdentityReason check={expert.identityCheck} />
        </AuditButton>
      )}
    </>
  )
}

export function Page() {
  const { expertId }: { expertId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={expertRoutes.get}
      params={{ expertId }}
      title={({ name }) => name}
      subtitle={({ unit, department }) => [unit, department].filter(Boolean).join(' · ')}
      backTo="/experts"
      actions={(expert) => <Actions expert={expert} />}
    >
      {(expert) => (
        <>
          <AuditWaiting expert={expert} />
          <AuditDifference expert={expert} />
          <Details expert={expert} />
          <IdentitySection expert={expert} />
          <PostSection expertId={expert.expertId} />
          <Identity expert={expert} />
          <MeetingsSection phone={expert.phone} />
        </>
      )}
    </RecordPage>
  )
}
