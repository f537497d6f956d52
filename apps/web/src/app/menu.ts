import type { Profile } from '@consilium/contract/profile.ts'
import type { OperationName } from '@consilium/contract/routes.ts'
import { IconBriefcase, IconHome, type Icon } from '@tabler/icons-react'
import { isPermitted } from '../lib/permission.ts'
import { menuTexts } from './texts.ts'

type MenuKey = keyof (typeof menuTexts)['pairs']

export interface MenuEntry {
  key: MenuKey
  to: string
  icon: Icon
  /** Who may call it sees the entry. */
  needs: OperationName | null
  /** What else has to be so. */
  when?: (profile: Profile) => boolean
}

export interface MenuGroup {
  key: MenuKey
  entries: readonly MenuEntry[]
}

/** The menu of everybody; each sees what the contract lets its role call. */
export const MENU: readonly MenuGroup[] = [
  {
    key: 'work',
    entries: [
      { key: 'home', to: '/', icon: IconHome, needs: null },
      { key: 'projects', to: '/projects', icon: IconBriefcase, needs: 'project.list' },
    ],
  },
]

export function menuFor(profile: Profile): MenuGroup[] {
  const isSeen = ({ needs, when }: MenuEntry) => isPermitted(profile, needs) && (when?.(profile) ?? true)
  return MENU.map(({ key, entries }) => ({ key, entries: entries.filter(isSeen) })).filter(
    ({ entries }) => entries.length > 0,
  )
}
