import {
  PERSON_ROLE_LABELS,
  personRoutes,
  ROLES_OF_KIND,
  type Person,
  type PersonRole,
} from '@consilium/contract/persons/persons.ts'
import { Button } from '@mantine/core'
import { IconPencil, IconUserCog } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ArchiveButton, ArchivedBadge } from '../../components/records/archive-button.tsx'
import { RadioField } from '../../components/forms/fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { ResetPasswordButton } from '../../components/records/reset-password-button.tsx'
import { StatusBadge, StatusSwitch } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing, useLabel } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { personTexts } from './texts.ts'

function Details({ person }: { person: Person }) {
  const t = useTexts(personTexts)
  const frame = useTexts(frameTexts)
  const role = useLabel(PERSON_ROLE_LABELS)
  return (
    <Section title={frame('details')}>
      <Facts
        items={[
          [t('phone'), person.phone],
          ...(person.pendingPhone === null ? [] : [[t('pendingPhone'), person.pendingPhone] as const]),
          [t('userName'), person.userName],
          [t('role'), role(person.role)],
          [t('organization'), person.orgName],
          [t('department'), orNothing(person.department)],
          [t('position'), orNothing(person.position)],
          [t('bankRegion'), orNothing(person.bankRegion)],
          [
            frame('status'),
            <span key="status">
              <StatusBadge status={person.status} />
              <ArchivedBadge archivedTime={person.archivedTime} />
            </span>,
          ],
          [frame('createTime'), minute(person.createTime)],
        ]}
      />
    </Section>
  )
}

type Changing = { personId: number; role: PersonRole }

function ChangeRole({
  changing,
  kind,
  onClose,
}: {
  changing: Changing
  kind: Person['unitType']
  onClose: () => void
}) {
  const t = useTexts(personTexts)
  const role = useLabel(PERSON_ROLE_LABELS)
  return (
    <FormDialog title={t('changeRole')} route={personRoutes.changeRole} initial={changing} onClose={onClose}>
      <RadioField
        name="role"
        label={t('role')}
        description={t('changeRoleHint')}
        options={ROLES_OF_KIND[kind].map((value) => ({ value, label: role(value) }))}
      />
    </FormDialog>
  )
}

export function Page() {
  const t = useTexts(personTexts)
  const frame = useTexts(frameTexts)
  const { personId }: { personId?: string } = useParams({ strict: false })
  const [changing, setRole] = useState<Changing | null>(null)
  return (
    <RecordPage
      route={personRoutes.get}
      params={{ personId }}
      title={({ name }) => name}
      subtitle={({ orgName }) => orgName}
      backTo="/persons"
      actions={({ abilities, status, name, role: held, archivedTime, personId: id, userId }) => (
        <>
          {abilities.changeRole && (
            <Button
              variant="default"
              leftSection={<IconUserCog size={16} aria-hidden />}
              onClick={() => setRole({ personId: id, role: held })}
            >
              {t('changeRole')}
            </Button>
          )}
          {abilities.resetPassword && <ResetPasswordButton userId={userId} name={name} />}
          {abilities.archive && (
            <ArchiveButton
              route={personRoutes.archive}
              target={{ personId: id }}
              archivedTime={archivedTime}
              name={name}
            />
          )}
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
        <>
          {changing && (
            <ChangeRole changing={changing} kind={person.unitType} onClose={() => setRole(null)} />
          )}
          <Details person={person} />
        </>
      )}
    </RecordPage>
  )
}
