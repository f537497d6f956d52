import { defineTexts } from '../texts.ts'

export const sessionTexts = defineTexts('sessions', {
  sessions: ['登录设备', 'Devices'],
  current: ['当前设备', 'This device'],
  unknownDevice: ['未知设备', 'Unknown device'],
  used: ['最近使用 {{used}}', 'last used {{used}}'],
  since: ['登录于 {{since}}', 'logged in {{since}}'],
  end: ['退出', 'Log out'],
  endOne: ['退出 {{device}}，最近使用 {{used}}', 'Log out {{device}}, last used {{used}}'],
  endQuestion: ['退出 {{device}}？', 'Log out {{device}}?'],
  endHint: ['该设备需要重新登录。', 'That device will have to log in again.'],
  endOthers: ['退出其他设备', 'Log out all others'],
  endOthersQuestion: ['退出其他设备？', 'Log out all other devices?'],
  endOthersHint: [
    '除当前设备外，其他设备都需要重新登录。',
    'Every device but this one will have to log in again.',
  ],
  ended_one: ['已退出 {{count}} 台设备', '{{count}} device is logged out'],
  ended_other: ['已退出 {{count}} 台设备', '{{count}} devices are logged out'],
  more: ['显示更多', 'Show more'],
})
