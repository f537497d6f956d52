import { isInWeChat } from '@consilium/web-kit/in-wechat.ts'
import { make } from '../elements.ts'
import { openCopy, type Place } from './place.ts'

const FILE_NAME = 'consilium-recovery-codes.txt'

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain;charset=utf-8' }))
  make('a', { href: url, download: FILE_NAME }).click()
  URL.revokeObjectURL(url)
}

/** Shows recovery codes, which nobody can see again; resolves once they are kept. */
export function showCodes(place: Place, codes: readonly string[]): Promise<void> {
  const { dialog, part, ended } = openCopy(place, 'codes', true)
  const text = codes.join('\n')
  part('codes').append(...codes.map((code) => make('li', {}, make('code', {}, code))))
  dialog.querySelector('textarea')!.value = text
  const button = part('download')
  // It saves no files.
  button.hidden = isInWeChat()
  button.addEventListener('click', () => download(text))
  return ended
}
