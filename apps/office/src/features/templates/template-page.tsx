import { agreementRoutes } from '@consilium/contract/agreements/agreements.ts'
import { IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { useOwnerName } from '../../components/rules/owner-name.ts'
import { StatusBadge } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { TemplatePreview } from './template-preview.tsx'
import { TemplateText } from './template-text.tsx'
import { templateTexts } from './texts.ts'

export function Page() {
  const t = useTexts(templateTexts)
  const frame = useTexts(frameTexts)
  const may = useMay()
  const ownerName = useOwnerName()
  const { templateId }: { templateId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={agreementRoutes.getTemplate}
      params={{ templateId }}
      title={({ templateName }) => templateName}
      backTo="/templates"
      actions={({ abilities }) =>
        abilities.update && (
          <LinkButton to={`/templates/${templateId}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
            {frame('edit')}
          </LinkButton>
        )
      }
    >
      {(template) => (
        <>
          <Section title={frame('details')}>
            <Facts
              items={[
                [t('owner'), ownerName(template.owner)],
                [t('isDefault'), template.isDefault ? frame('yes') : frame('no')],
                [t('validFrom'), template.isDefault ? (template.validFrom ?? t('always')) : orNothing(null)],
                [t('inForce'), template.isInForce ? frame('yes') : frame('no')],
                [frame('status'), <StatusBadge key="status" status={template.status} />],
                [frame('createTime'), minute(template.createTime)],
              ]}
            />
          </Section>
          <Section title={t('content')}>
            <TemplateText content={template.content} />
          </Section>
          {may(agreementRoutes.previewTemplate) && <TemplatePreview content={template.content} />}
        </>
      )}
    </RecordPage>
  )
}
