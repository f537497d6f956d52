import type { Language } from '@consilium/contract/errors.ts'
import { defineTexts, textOf } from '@consilium/web-kit/texts.ts'

/** What scripts say. All other words are in the page already. */
const texts = defineTexts('scripts', {
  unreachable: ['无法连接服务器，请检查网络', 'The server cannot be reached. Please check your network.'],
  answerFailed: [
    '服务暂时不可用（HTTP {{status}}），请稍后重试',
    'The service is not available now (HTTP {{status}}). Please try again in a moment.',
  ],
  answerTooLarge: ['提交的内容超过了允许的大小', 'What was sent is larger than is allowed'],
  requestId: ['请求编号 {{id}}', 'Request ID {{id}}'],
  offline: [
    '网络已断开：暂时无法加载或保存，已填写的内容会保留。',
    'You are offline. Nothing can be loaded or saved for now; what you entered is kept.',
  ],
  newVersion: ['系统已更新，刷新后使用新版本。', 'There is a new version. Reload the page to use it.'],
  reload: ['刷新', 'Reload'],
  unsaved: ['离开此页？填写的内容尚未保存。', 'Leave this page? What you entered is not saved.'],
  copied: ['已复制', 'Copied'],
})

export const language = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'zh-CN')

export const say = (
  key: keyof (typeof texts)['pairs'],
  options: Record<string, string | number> = {},
): string => textOf(texts, key, language(), options)
