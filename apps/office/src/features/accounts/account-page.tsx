import { accountRoutes, type Account } from '@consilium/contract/accounts/accounts.ts'
import { isStaff } from '@consilium/contract/accounts/roles.ts'
import { IconPencil } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { roleTexts } from '../../lib/session/role-texts.ts'
import { ArchiveButton, ArchivedBadge } from '../../components/records/archive-button.tsx'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { ResetPasswordButton } from '../../components/records/reset-password-button.tsx'
import { StatusBadge, StatusSwitch } from '../../components/records/status-switch.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { AccountSafety } from './account-safety.tsx'
import { PortfolioSection } from './portfolio-section.tsx'
import { accountTexts } from './texts.ts'

function Actions({ account }: { account: Account }) {
  const frame = useTexts(frameTexts)
  const { userId, name, abilities, status, archivedTime } = account
  return (
    <>
      {abilities.changeStatus && (
        <>
          <ResetPasswordButton userId={userId} name={name} />
          <StatusSwitch route={accountRoutes.changeStatus} target={{ userId }} status={status} name={name} />
        </>
      )}
      {abilities.archive && (
        <ArchiveButton
          route={accountRoutes.archive}
          target={{ userId }}
          archivedTime={archivedTime}
          name={name}
        />
      )}
      {abilities.update && isStaff(account.roleType) && (
        <LinkButton to={`/accounts/${userId}/edit`} leftSection={<IconPencil size={16} aria-hidden />}>
          {frame('edit')}
        </LinkButton>
      )}
    </>
  )
}

export function Page() {
  const t = useTexts(accountTexts)
  const frame = useTexts(frameTexts)
  const role = useTexts(roleTexts)
  const { userId }: { userId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={accountRoutes.get}
      params={{ userId }}
      title={({ name }) => name}
      subtitle={({ roleType }) => role(roleType)}
      backTo="/accounts"
      actions={(account) => <Actions account={account} />}
    >
      {(account) => (
        <>
          <Section title={frame('details')}>
            <Facts
              items={[
                [t('userName'), account.userName],
                [t('role'), role(account.roleType)],
                [t('phone'), orNothing(account.phone)],
                [
                  frame('status'),
                  <span key="status">
                    <StatusBadge status={account.status} />
                    <ArchivedBadge archivedTime={account.archivedTime} />
                  </span>,
                ],
                [t('mustChange'), account.mustChangePassword ? frame('yes') : frame('no')],
                [t('parent'), orNothing(account.parentName)],
                [frame('createTime'), minute(account.createTime)],
              ]}
            />
          </Section>
          {account.roleType === 'manager' && <PortfolioSection userId={account.userId} />}
          {account.abilities.changeStatus && <AccountSafety account={account} />}
        </>
      )}
    </RecordPage>
  )
}
