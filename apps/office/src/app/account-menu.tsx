import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { lookCookie, readLook } from '@consilium/web-kit/look.ts'
import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconHelp,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { UnsavedQuestion } from '../components/forms/unsaved/unsaved-guard.tsx'
import { askForHelp } from '../lib/ask-for-help.ts'
import { callOnce } from '../lib/requests/api.ts'
import { forgetKept } from '../lib/kept.ts'
import { refresh } from '../lib/requests/send.ts'
import { notifySessionNews } from '../lib/session/session-gate.ts'
import { useSession } from '../lib/session/session.ts'
import { setLanguage, useLanguage, useTexts } from '../lib/texts.ts'
import { abandonUnsaved, anythingUnsaved } from '../lib/unsaved.ts'
import { AccountButton, useOwnName } from './account-button.tsx'
import { roleTexts } from '../lib/session/role-texts.ts'
import { shellTexts } from './texts.ts'

const ICON = 16

function Appearance() {
  const t = useTexts(shellTexts)
  const { setColorScheme } = useMantineColorScheme()
  const choose = (scheme: 'light' | 'dark' | 'auto') => {
    setColorScheme(scheme)
    // Pages that are rendered on the server have the same colors.
    document.cookie = lookCookie({ ...readLook(document.cookie), scheme: scheme === 'auto' ? null : scheme })
  }
  return (
    <>
      <Menu.Label>{t('appearance')}</Menu.Label>
      <Menu.Item leftSection={<IconSun size={ICON} aria-hidden />} onClick={() => choose('light')}>
        {t('light')}
      </Menu.Item>
      <Menu.Item leftSection={<IconMoon size={ICON} aria-hidden />} onClick={() => choose('dark')}>
        {t('dark')}
      </Menu.Item>
      <Menu.Item leftSection={<IconDeviceDesktop size={ICON} aria-hidden />} onClick={() => choose('auto')}>
        {t('auto')}
      </Menu.Item>
    </>
  )
}

function OtherLanguage() {
  const t = useTexts(shellTexts)
  const client = useQueryClient()
  const isEnglish = useLanguage() === 'en'
  const other = isEnglish ? 'zh-CN' : 'en'
  return (
    <Menu.Item
      leftSection={<IconLanguage size={ICON} aria-hidden />}
      lang={other}
      onClick={() => {
        setLanguage(other)
        // Server-side texts such as messages depend on the language of the request, so everything is read again.
        void refresh(client)
      }}
    >
      {isEnglish ? t('toChinese') : t('toEnglish')}
    </Menu.Item>
  )
}

/** The menu of the account, which is open when it appears, since its code is loaded on the first click. */
export default function AccountMenu() {
  const t = useTexts(shellTexts)
  const role = useTexts(roleTexts)
  const navigate = useNavigate()
  const { user, organization } = useSession()
  const name = useOwnName()
  const [isAsking, setAsking] = useState(false)
  const leave = async () => {
    abandonUnsaved()
    await callOnce(accountRoutes.logout, {}).catch(() => undefined)
    notifySessionNews('left')
    forgetKept()
    // A step back must not bring what the window has held.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
    location.assign('/login')
  }
  return (
    <>
      <Menu defaultOpened position="bottom-end" width={240} shadow="md">
        <Menu.Target>
          <AccountButton />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" fw={600} c="var(--mantine-color-text)">
              {name}
            </Text>
            <Text size="xs">{[role(user.roleType), organization?.orgName].filter(Boolean).join(' · ')}</Text>
          </Menu.Label>
          <Menu.Divider />
          <OtherLanguage />
          <Menu.Divider />
          <Appearance />
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconShieldLock size={ICON} aria-hidden />}
            onClick={() => void navigate({ to: '/security' })}
          >
            {t('security')}
          </Menu.Item>
          <Menu.Item leftSection={<IconHelp size={ICON} aria-hidden />} onClick={askForHelp}>
            {t('help')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={ICON} aria-hidden />}
            onClick={() => (anythingUnsaved() ? setAsking(true) : void leave())}
          >
            {t('logout')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsking && <UnsavedQuestion onStay={() => setAsking(false)} onLeave={() => void leave()} />}
    </>
  )
}
