import { DIMENSION_FIELDS } from '@consilium/contract/dimensions/carried-dimensions.ts'
import { DIMENSION_LABELS } from '@consilium/contract/dimensions/dimension-record.ts'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { IconBriefcase, IconCalendarEvent, IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { StatusBadge } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { dimensionTexts } from './texts.ts'

export function Page() {
  const t = useTexts(dimensionTexts)
  const frame = useTexts(frameTexts)
  const kind = useLabel(DIMENSION_LABELS)
  const { dimensionId }: { dimensionId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={dimensionRoutes.get}
      params={{ dimensionId }}
      title={({ name }) => name}
      subtitle={(entry) => kind(entry.kind)}
      backTo="/dimensions"
      actions={(entry) =>
        entry.abilities.update && (
          <LinkButton
            to={`/dimensions/${entry.dimensionId}/edit`}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {frame('edit')}
          </LinkButton>
        )
      }
    >
      {(entry) => {
        const query = `${DIMENSION_FIELDS[entry.kind].filter}=${entry.dimensionId}`
        return (
          <Section
            title={frame('details')}
            actions={
              <>
                <LinkButton
                  to={`/projects?${query}`}
                  variant="default"
                  leftSection={<IconBriefcase size={16} aria-hidden />}
                >
                  {t('showProjects')}
                </LinkButton>
                <LinkButton
                  to={`/meetings?${query}`}
                  variant="default"
                  leftSection={<IconCalendarEvent size={16} aria-hidden />}
                >
                  {t('showMeetings')}
                </LinkButton>
              </>
            }
          >
            <Facts
              items={[
                [t('code'), entry.code],
                [t('kind'), kind(entry.kind)],
                [t('status'), <StatusBadge key="status" status={entry.status} />],
                [t('sponsor'), entry.orgName],
                [frame('createTime'), minute(entry.createTime)],
              ]}
            />
          </Section>
        )
      }}
    </RecordPage>
  )
}
