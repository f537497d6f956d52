import { fileTexts } from '@consilium/web-kit/words/file-texts.ts'
import { isOver } from '@consilium/web-kit/files.ts'
import { textOf } from '@consilium/web-kit/texts.ts'
import { closeDialog, openDialog } from '../dialogs.ts'
import { make } from '../elements.ts'
import { readPage } from '../page.ts'
import { language } from '../words.ts'

export const sayOfFiles = (key: string, options: Record<string, string | number> = {}): string =>
  textOf(fileTexts, key, language(), options)

/** What the service says of an uploaded file. */
export interface UploadedFile {
  fileId: number
  url: string
  originalFilename: string
  mediaType: string
}

const part = (item: Element, name: string) => item.querySelector<HTMLElement>(`[data-part="${name}"]`)!
const nameOf = (item: Element): string => part(item, 'name').textContent

export function setName(item: Element, name: string): void {
  part(item, 'name').textContent = name
  item.querySelector('[data-shows]')!.setAttribute('aria-label', sayOfFiles('openFile', { name }))
  item.querySelector('[data-removes]')!.setAttribute('aria-label', sayOfFiles('removeFile', { name }))
}

/** A new element of the list, from the pattern that the page has for it. */
export function makeItem(
  pattern: HTMLTemplateElement,
  { fileId, url, originalFilename, mediaType }: UploadedFile,
): HTMLElement {
  // A picture loads once it belongs to the document of the page.
  const item = document.importNode(pattern.content.firstElementChild as HTMLElement, true)
  Object.assign(item.dataset, { file: String(fileId), url })
  if (mediaType.startsWith('image/')) item.querySelector('img')!.src = url
  else item.dataset['kind'] = 'other'
  setName(item, originalFilename)
  return item
}

/** The address that a file of the record has now; the page is read again for it. */
export async function addressNow(fileId: string): Promise<string | undefined> {
  const item = (await readPage())?.querySelector<HTMLElement>(`[data-file="${fileId}"]`)
  return item?.dataset['url']
}

/** Gets a new address for one that has expired. */
async function renew({ dataset }: HTMLElement): Promise<void> {
  if (!isOver(dataset['url']!)) return
  const newest = await addressNow(dataset['file']!)
  if (newest !== undefined) dataset['url'] = newest
}

/** A picture that cannot be shown is one whose address has expired, or a file of another kind. */
export function followPicture(item: HTMLElement): void {
  const picture = item.querySelector('img')
  if (!picture) return
  const broke = async () => {
    if (!isOver(item.dataset['url']!)) {
      item.dataset['kind'] = 'other'
      return
    }
    await renew(item)
    if (!isOver(item.dataset['url']!)) picture.src = item.dataset['url']!
  }
  picture.addEventListener('error', () => void broke())
  // It may have failed before this script was there.
  if (picture.isConnected && picture.complete && picture.naturalWidth === 0) void broke()
}

/** Shows a file as large as the screen has room; one that is no picture is opened by itself. */
export async function showFile(item: HTMLElement, close: string): Promise<void> {
  await renew(item)
  const { url = '', kind } = item.dataset
  const name = nameOf(item)
  const ending = make('button', { type: 'button', class: 'button plain' }, close)
  const saving = make(
    'a',
    {
      class: 'button plain',
      href: `${url}${url.includes('?') ? '&' : '?'}download=true`,
      'data-download': name,
    },
    sayOfFiles('saveFile'),
  )
  const opening = make(
    'a',
    { class: 'button main', href: url, target: '_blank', rel: 'noreferrer' },
    sayOfFiles('openFile', { name }),
  )
  const dialog = make(
    'dialog',
    { class: 'wide', 'aria-label': name },
    make('h2', {}, name),
    kind === 'picture' ? make('img', { class: 'large', src: url, alt: name }) : opening,
    make('div', { class: 'buttons' }, saving, ending),
  )
  const end = () => dialog.remove()
  ending.addEventListener('click', () => closeDialog(dialog))
  ending.addEventListener('click', end)
  dialog.addEventListener('close', end)
  document.body.append(dialog)
  openDialog(dialog)
}
