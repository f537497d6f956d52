import { specialPlanRoutes } from '@consilium/contract/plans/special-plans.ts'
import { Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { StatusBadge, StatusSwitch } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { FileGallery } from '../../components/upload/file-gallery.tsx'
import { minute, money, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { attachmentsOf } from './special-plan-form.tsx'
import { specialPlanTexts } from './texts.ts'

export function Page() {
  const t = useTexts(specialPlanTexts)
  const frame = useTexts(frameTexts)
  const { specialPlanId }: { specialPlanId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={specialPlanRoutes.get}
      params={{ specialPlanId }}
      title={({ planName }) => planName}
      subtitle={({ planType }) => planType}
      backTo="/special-plans"
      actions={({ abilities, status, planName, specialPlanId: id }) => (
        <>
          {abilities.changeStatus && (
            <StatusSwitch
              route={specialPlanRoutes.changeStatus}
              target={{ specialPlanId: id }}
              status={status}
              name={planName}
            />
          )}
          {abilities.update && (
            <LinkButton to={`/special-plans/${id}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
              {frame('edit')}
            </LinkButton>
          )}
        </>
      )}
    >
      {(plan) => (
        <>
          <Section title={frame('details')}>
            <Facts
              items={[
                [t('organization'), orNothing(plan.orgName)],
                [t('startTime'), minute(plan.startTime)],
                [t('endTime'), minute(plan.endTime)],
                [t('budget'), money(plan.budget)],
                [frame('status'), <StatusBadge key="status" status={plan.status} />],
                [t('createdBy'), plan.createUserName],
                [frame('createTime'), minute(plan.createTime)],
                [t('content'), orNothing(plan.content)],
              ]}
            />
          </Section>
          <Section title={t('attachments')}>
            {plan.attachments.length > 0 ? (
              <FileGallery files={attachmentsOf(plan, (number) => t('attachment', { number }))} />
            ) : (
              <Text size="sm">{t('noAttachments')}</Text>
            )}
          </Section>
        </>
      )}
    </RecordPage>
  )
}
