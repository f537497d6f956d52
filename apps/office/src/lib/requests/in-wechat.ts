import { savingTexts } from '@consilium/web-kit/in-wechat.ts'
import { language, textOf } from '../texts.ts'

const said = (name: keyof (typeof savingTexts)['pairs']) => textOf(savingTexts, name, language())

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
