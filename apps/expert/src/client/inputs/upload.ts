import type { CalledRoute } from '@consilium/contract/light-route.ts'
import { isAccepted } from '@consilium/web-kit/files.ts'
import { bytes } from '@consilium/web-kit/format.ts'
import { sendWithProgress } from '@consilium/web-kit/progress.ts'
import { call, reasonOf, type Reply } from '../call.ts'
import { isConfirmed } from '../confirm.ts'
import { make } from '../elements.ts'
import {
  addressNow,
  followPicture,
  makeItem,
  sayOfFiles,
  setName,
  showFile,
  type UploadedFile,
} from './files.ts'
import { refresh } from '../page.ts'
import { notifyDone } from '../toasts.ts'

/** More at once would only slow each other down on a phone. */
const AT_ONCE = 2
const WHOLE = 100

/** What `parts/upload.tsx` says. */
interface Told {
  accept: string
  max: number
  maxBytes: number
  naming?: string
  route: CalledRoute
  close: string
  cancel: string
  keptIn?: { read: CalledRoute; write: CalledRoute; field: string } & Record<
    'saved' | 'removed' | 'question',
    string
  >
}

/** A file on its way, or one that was refused. */
interface Sent {
  file: File
  line: HTMLElement
  stop: AbortController
  state: 'waiting' | 'sending' | 'failed'
}

interface Uploads {
  element: HTMLElement
  told: Told
  files: HTMLElement
  lines: HTMLElement
  drop: HTMLElement
  value: HTMLInputElement | null
  sent: Sent[]
  /** Changes of the record come one after the other, since two pictures may arrive at the same time. */
  last: Promise<unknown>
}

/** Shows what has changed: places of the files, whether more may come, and that something is on its way. */
function show({ element, told, files, drop, sent }: Uploads): void {
  const { naming, max } = told
  if (naming !== undefined)
    for (const [index, item] of [...files.children].entries())
      setName(item, naming.replace('{{number}}', String(index + 1)))
  drop.hidden = max > 1 && files.children.length + sent.length >= max
  const isBusy = sent.some(({ state }) => state !== 'failed')
  element.toggleAttribute('data-uploading', isBusy)
  // Nothing is saved without a file that belongs to it.
  for (const button of element.closest('form')?.querySelectorAll('button[type=submit]') ?? [])
    button.setAttribute('aria-disabled', String(isBusy))
}

/** Changes the list of the record as it is now; returns whether it has been saved. */
function changeRecord(
  { told: { keptIn }, element, ...uploads }: Uploads,
  change: (ids: string[]) => string[],
  done: string,
): Promise<Reply<unknown>> {
  const { read, write, field } = keptIn!
  const work = async (): Promise<Reply<unknown>> => {
    const record = await call<Record<string, string | number>>(read)
    if (!record.ok) return record
    const { version, [field]: kept } = record.data
    const ids = change(kept === '' ? [] : String(kept).split(','))
    const reply = await call(write, { body: { version, [field]: ids.join(',') } })
    if (reply.ok) notifyDone(done)
    // Something else has been saved meanwhile and the page was shown anew.
    if (!element.isConnected) void refresh({ replaces: true })
    return reply
  }
  return uploads.last.then(work)
}

async function keep(uploads: Uploads, answer: UploadedFile): Promise<Reply<unknown>> {
  const { told, files, value, element } = uploads
  if (told.keptIn) {
    const saving = changeRecord(uploads, (ids) => [...ids, String(answer.fileId)], told.keptIn.saved)
    uploads.last = saving
    const reply = await saving
    if (!reply.ok) return reply
    // A file of a person is open at an address of its own.
    answer.url = (await addressNow(String(answer.fileId))) ?? answer.url
  } else {
    value!.value = answer.url
    value!.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const item = makeItem(element.querySelector('template')!, answer)
  followPicture(item)
  if (told.max === 1) files.replaceChildren(item)
  else files.append(item)
  return { ok: true, data: null }
}

async function takeAway(uploads: Uploads, item: HTMLElement): Promise<void> {
  const { told, value, drop } = uploads
  const { keptIn } = told
  if (keptIn) {
    const { question: title, removed } = keptIn
    if (!(await isConfirmed({ title, act: sayOfFiles('takeAway'), cancel: told.cancel }))) return
    const saving = changeRecord(uploads, (ids) => ids.filter((id) => id !== item.dataset['file']), removed)
    uploads.last = saving
    const reply = await saving
    if (!reply.ok) return tellRefused(uploads, [reasonOf(reply)])
  } else {
    value!.value = ''
    value!.dispatchEvent(new Event('input', { bubbles: true }))
  }
  item.remove()
  show(uploads)
  drop.querySelector<HTMLElement>('[data-picks]')?.focus()
}

function tellRefused({ drop }: Uploads, texts: readonly string[]): void {
  drop.hidden = false
  drop.querySelector('[data-part=refused]')!.replaceChildren(...texts.map((text) => make('p', {}, text)))
}

const symbol = (label: string, sign: string) =>
  make('button', { type: 'button', class: 'symbol', 'aria-label': label }, sign)

/** Shows how a file is doing: its progress, or why it was refused and the ways on. */
function showLine(uploads: Uploads, each: Sent, share: number, refusal?: string): void {
  const { file, line, state } = each
  const { name } = file
  const percent = Math.round(share * WHOLE)
  line.dataset['state'] = state
  const bar = line.querySelector<HTMLElement>('[role=progressbar]')
  if (bar && refusal === undefined) {
    bar.setAttribute('aria-valuenow', String(percent))
    bar.setAttribute('aria-label', sayOfFiles('uploading', { name, percent }))
    bar.style.setProperty('--share', String(share))
    return
  }
  const end = symbol(sayOfFiles(refusal === undefined ? 'cancelUpload' : 'removeFile', { name }), '✕')
  end.addEventListener('click', () => giveUp(uploads, each))
  const again = symbol(sayOfFiles('retryUpload', { name }), '↻')
  again.addEventListener('click', () => enqueue(uploads, [each]))
  const told =
    refusal === undefined
      ? make('div', {
          class: 'progress',
          role: 'progressbar',
          'aria-valuemin': '0',
          'aria-valuemax': String(WHOLE),
          'aria-valuenow': '0',
          'aria-label': sayOfFiles('uploading', { name, percent: 0 }),
        })
      : make('p', { class: 'problem small', role: 'alert', 'data-part': 'told' }, refusal)
  line.replaceChildren(
    make('span', { class: 'small' }, `${name} · ${bytes(file.size)}`),
    ...(refusal === undefined ? [end] : [again, end]),
    told,
  )
}

function giveUp(uploads: Uploads, each: Sent): void {
  each.stop.abort()
  each.line.remove()
  uploads.sent = uploads.sent.filter((one) => one !== each)
  show(uploads)
}

async function sendOne(uploads: Uploads, each: Sent): Promise<void> {
  const { stop, file } = each
  each.state = 'sending'
  const onProgress = (share: number) => {
    if (each.state === 'sending') showLine(uploads, each, share)
  }
  const input = { file, signal: stop.signal }
  const reply = await call<UploadedFile>(uploads.told.route, input, sendWithProgress(onProgress))
  if (stop.signal.aborted) return sendNext(uploads)
  const kept = reply.ok ? await keep(uploads, reply.data) : reply
  if (kept.ok) giveUp(uploads, each)
  else {
    each.state = 'failed'
    showLine(uploads, each, 0, reasonOf(kept))
    show(uploads)
  }
  return sendNext(uploads)
}

function sendNext(uploads: Uploads): void {
  const busy = uploads.sent.filter(({ state }) => state === 'sending').length
  const next = uploads.sent.filter(({ state }) => state === 'waiting').slice(0, AT_ONCE - busy)
  for (const each of next) void sendOne(uploads, each)
}

function enqueue(uploads: Uploads, more: readonly Sent[]): void {
  for (const each of more) {
    each.state = 'waiting'
    each.line.replaceChildren()
    showLine(uploads, each, 0)
  }
  show(uploads)
  sendNext(uploads)
}

/** Files of another kind and files over the limit are named and left out before anything is sent. */
function take(uploads: Uploads, given: readonly File[]): void {
  const { told, files, lines, sent } = uploads
  const { accept, max, maxBytes } = told
  const known = given.filter((file) => isAccepted(file, accept))
  const fitting = known.filter(({ size }) => size <= maxBytes)
  tellRefused(uploads, [
    ...given.filter((file) => !known.includes(file)).map(({ name }) => sayOfFiles('wrongKind', { name })),
    ...known
      .filter((file) => !fitting.includes(file))
      .map(({ name }) => sayOfFiles('tooLarge', { name, limit: bytes(maxBytes) })),
  ])
  const free = max === 1 ? 1 : max - files.children.length - sent.length
  const more = fitting.slice(0, free).map((file): Sent => {
    const line = make('li')
    lines.append(line)
    return { file, line, stop: new AbortController(), state: 'waiting' }
  })
  sent.push(...more)
  enqueue(uploads, more)
}

function listen(uploads: Uploads): void {
  const { element, drop: zone, told } = uploads
  element.addEventListener('click', ({ target }) => {
    const pressed = target as Element
    const item = pressed.closest<HTMLElement>('[data-file]')
    if (item && pressed.closest('[data-shows]')) void showFile(item, told.close)
    if (item && pressed.closest('[data-removes]')) void takeAway(uploads, item)
    const input = pressed.closest('[data-picks]')?.nextElementSibling as HTMLInputElement | undefined
    input?.click()
  })
  element.addEventListener('change', ({ target }) => {
    const input = target as HTMLInputElement
    if (input.type !== 'file') return
    take(uploads, [...(input.files ?? [])])
    // Allows choosing the same file again after it was taken away.
    input.value = ''
  })
  for (const kind of ['dragover', 'dragleave', 'drop'] as const)
    zone.addEventListener(kind, (event) => {
      event.preventDefault()
      zone.toggleAttribute('data-over', kind === 'dragover')
      if (kind === 'drop') take(uploads, [...(event.dataTransfer?.files ?? [])])
    })
}

/** Follows the files of a record: choosing and dropping, progress, refusals, showing and taking away. */
export function follow(element: HTMLElement): void {
  const part = (name: string) => element.querySelector<HTMLElement>(`[data-part="${name}"]`)!
  const files = part('files')
  for (const item of files.children) followPicture(item as HTMLElement)
  listen({
    element,
    told: JSON.parse(element.dataset['upload']!) as Told,
    files,
    lines: part('sending'),
    drop: part('drop'),
    value: element.querySelector<HTMLInputElement>('[data-null]'),
    sent: [] as Sent[],
    last: Promise.resolve(),
  })
}
