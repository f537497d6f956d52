import { language } from '../texts.ts'

const WORDS = {
  title: ['微信中不能保存文件', 'WeChat cannot save files'],
  hint: [
    '请点右上角“…”，选择“在浏览器打开”，登录后再保存；也可复制下面的地址，到手机浏览器中打开。',
    'Tap “…” at the upper right and choose “Open in browser”, log in there and save the file; or copy this address into the browser of your phone.',
  ],
  address: ['本页地址', 'Address of this page'],
  copy: ['复制地址', 'Copy the address'],
  copied: ['已复制', 'Copied'],
  close: ['知道了', 'Close'],
} as const

const said = (name: keyof typeof WORDS) => WORDS[name][language() === 'en' ? 1 : 0]

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text: string,
  style: Partial<CSSStyleDeclaration> = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.textContent = text
  Object.assign(element.style, style)
  return element
}

const BUTTON = {
  font: 'inherit',
  minHeight: '44px',
  padding: '0 16px',
  borderRadius: '8px',
  border: '1px solid var(--mantine-color-default-border)',
  background: 'var(--mantine-color-default)',
  color: 'inherit',
}
const MAIN = {
  ...BUTTON,
  border: '0',
  background: 'var(--mantine-primary-color-filled)',
  color: 'var(--mantine-primary-color-contrast, #fff)',
}

/** Says how a file is saved from within WeChat, whose browser drops downloads without a word, and offers the page's address. */
export function explainSaving(): void {
  const dialog = make('dialog', '', {
    maxWidth: 'min(420px, calc(100vw - 32px))',
    padding: '20px',
    border: '0',
    borderRadius: '12px',
    background: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    margin: 'auto',
  })
  const title = make('h2', said('title'), { margin: '0 0 8px', fontSize: '18px' })
  title.id = 'in-wechat'
  dialog.setAttribute('aria-labelledby', title.id)
  const address = make('input', '', {
    ...BUTTON,
    width: '100%',
    boxSizing: 'border-box',
    margin: '12px 0',
    fontSize: '16px',
    border: '1px solid var(--mantine-color-dimmed)',
    background: 'var(--mantine-color-body)',
  })
  address.readOnly = true
  address.value = location.href
  address.setAttribute('aria-label', said('address'))
  const copy = make('button', said('copy'), MAIN)
  copy.addEventListener('click', () => {
    address.select()
    // Older browsers within WeChat have no clipboard; there the address stays selected for its owner to copy.
    void navigator.clipboard?.writeText(address.value).then(
      () => (copy.textContent = said('copied')),
      () => undefined,
    )
  })
  const close = make('button', said('close'), BUTTON)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  const buttons = make('div', '', { display: 'flex', gap: '12px', flexWrap: 'wrap' })
  buttons.append(copy, close)
  dialog.append(title, make('p', said('hint'), { margin: '0', lineHeight: '1.6' }), address, buttons)
  document.body.append(dialog)
  dialog.showModal()
}
