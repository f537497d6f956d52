import { defineTexts } from '../lib/texts.ts'

export const shellTexts = defineTexts('shell', {
  skip: ['跳到正文', 'Skip to content'],
  menu: ['菜单', 'Menu'],
  openMenu: ['打开菜单', 'Open menu'],
  closeMenu: ['关闭菜单', 'Close menu'],
  account: ['账号：{{name}}', 'Account: {{name}}'],
  security: ['账号安全', 'Account security'],
  logout: ['退出登录', 'Log out'],
  toEnglish: ['English', 'English'],
  toChinese: ['中文', '中文'],
  light: ['浅色', 'Light'],
  dark: ['深色', 'Dark'],
  auto: ['跟随系统', 'System'],
  appearance: ['外观', 'Appearance'],
  messages_one: ['消息，{{count}} 条未读', 'Messages, {{count}} unread'],
  messages_other: ['消息，{{count}} 条未读', 'Messages, {{count}} unread'],
  palette: ['快速查找', 'Quick search'],
  paletteHint: ['搜索页面、项目、会议、人员', 'Search pages, projects, meetings, people'],
  paletteNothing: ['没有匹配项', 'No results'],
  pages: ['页面', 'Pages'],
  loading: ['加载中', 'Loading'],
})
