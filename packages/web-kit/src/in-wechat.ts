import { defineTexts } from './texts.ts'

const WECHAT = /MicroMessenger/i

/** Whether the page is open in the browser of WeChat, which saves no files and may empty what a page keeps. */
export const isInWeChat = (): boolean => WECHAT.test(navigator.userAgent)

/** How a file is saved from there. */
export const savingTexts = defineTexts('saving', {
  title: ['微信中不能保存文件', 'WeChat cannot save files'],
  hint: [
    '请点右上角“…”，选择“在浏览器打开”，登录后再保存；也可复制下面的地址，到手机浏览器中打开。',
    'Tap “…” at the upper right and choose “Open in browser”, log in there and save the file; or copy this address into the browser of your phone.',
  ],
  address: ['本页地址', 'Address of this page'],
  copy: ['复制地址', 'Copy the address'],
  copied: ['已复制', 'Copied'],
  close: ['知道了', 'Close'],
})
