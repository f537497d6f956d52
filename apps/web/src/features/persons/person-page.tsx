import { PERSON_ROLE_LABELS, personRoutes } from '@consilium/contract/persons.ts'
import { IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/record-page.tsx'
import { StatusBadge, StatusSwitch } from '../../components/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { personTexts } from './texts.ts'

export function Page() {
  const t = useTexts(personTexts)
  const frame = useTexts(frameTexts)
  const role = useLabel(PERSON_ROLE_LABELS)
  const { personId }: { personId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={personRoutes.get}
      params={{ personId }}
      title={({ name }) => name}
      subtitle={({ orgName }) => orgName}
      backTo="/persons"
      actions={({ abilities, status, name, personId: id }) => (
        <>
          {abilities.changeStatus && (
            <StatusSwitch
              route={personRoutes.changeStatus}
              target={{ personId: id }}
              status={status}
              name={name}
            />
          )}
          {abilities.update && (
            <LinkButton to={`/persons/${id}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
              {frame('edit')}
            </LinkButton>
          )}
        </>
      )}
    >
      {(person) => (
        <Section title={frame('details')}>
          <Facts
            items={[
              [t('phone'), person.phone],
              [t('userName'), person.userName],
              [t('role'), role(person.role)],
              [t('organization'), person.orgName],
              [t('department'), orNothing(person.department)],
              [t('position'), orNothing(person.position)],
              [t('bankRegion'), orNothing(person.bankRegion)],
              [frame('status'), <StatusBadge key="status" status={person.status} />],
              [frame('createTime'), minute(person.createTime)],
            ]}
          />
        </Section>
      )}
    </RecordPage>
  )
}
