import { fileRoutes, UPLOAD_MAX_BYTES } from '@consilium/contract/files/files.ts'
import { lightRoute } from '@consilium/contract/light-route.ts'
import type { Route } from '@consilium/contract/route.ts'
import { fileTexts } from '@consilium/web-kit/words/file-texts.ts'
import { bytes } from '@consilium/web-kit/format.ts'
import { frameTexts } from '../../frame/texts.ts'
import type { View } from '../../visit.ts'
import { Icon } from '../icon.tsx'
import styles from './upload.css?inline'

export { styles as uploadStyles }

export interface ShownFile {
  fileId: number
  fileName: string
  url: string
  /** Tried as a picture; files of other kinds are shown by a sign. */
  isPicture: boolean
}

/** Files that a record has, which is changed as soon as one is uploaded or taken away. */
export interface KeptIn {
  read: Route
  write: Route
  /** The field with their ids, separated by commas. */
  field: string
  saved: string
  removed: string
  /** Asked before one is taken away. */
  question: string
}

interface UploadProps {
  view: View
  id: string
  /** What the files are, for screen readers. */
  label: string
  hint: string
  accept: string
  /** If it is one, a new file replaces the old one. */
  max: number
  files: readonly ShownFile[]
  /** Names files by their place: `Picture {{number}}`; without it they keep the names that they were uploaded with. */
  naming?: string
  /** The record that has the files, or the field of the form that has the address of the file. */
  keptIn: KeptIn | { name: string; value: string }
}

const lightKept = ({ read, write, ...rest }: KeptIn) => ({
  ...rest,
  read: lightRoute(read),
  write: lightRoute(write),
})

/** One file. The script of the page copies the element for each new one. */
function FileItem({ view, file }: { view: View; file: ShownFile | null }) {
  const t = view.say(fileTexts)
  const name = file?.fileName ?? ''
  return (
    <li
      class="file"
      data-file={file?.fileId ?? ''}
      data-url={file?.url ?? ''}
      data-kind={file === null || file.isPicture ? 'picture' : 'other'}
    >
      <button type="button" class="thumbnail" data-shows aria-label={t('openFile', { name })}>
        {(file === null || file.isPicture) && <img src={file?.url} alt="" loading="lazy" />}
        <Icon name="file" />
      </button>
      <span class="small" data-part="name">
        {name}
      </span>
      <button type="button" class="button quiet" data-removes aria-label={t('removeFile', { name })}>
        <Icon name="trash" />
        <span>{t('takeAway')}</span>
      </button>
    </li>
  )
}

/** Files with their thumbnails, those on their way, and how others are chosen (`client/upload.ts`). */
export function Upload({ view, id, label, hint, accept, max, files, naming, keptIn }: UploadProps) {
  const t = view.say(fileTexts)
  const isForm = 'value' in keptIn
  const told = {
    accept,
    max,
    naming,
    maxBytes: UPLOAD_MAX_BYTES,
    route: lightRoute(fileRoutes.upload),
    close: view.say(frameTexts)('close'),
    cancel: view.say(frameTexts)('cancel'),
    ...(isForm ? {} : { keptIn: lightKept(keptIn) }),
  }
  return (
    <div id={id} class="upload" data-script="upload" data-upload={JSON.stringify(told)}>
      <ul class="files" data-part="files">
        {files.map((file) => (
          <FileItem key={file.fileId} view={view} file={file} />
        ))}
      </ul>
      <template>
        <FileItem view={view} file={null} />
      </template>
      {isForm && (
        <input
          type="text"
          hidden
          name={keptIn.name}
          id={`${id}-value`}
          aria-label={label}
          data-null
          value={keptIn.value}
        />
      )}
      <ul class="sending" data-part="sending" />
      <div class="drop" data-part="drop" hidden={max > 1 && files.length >= max}>
        <div class="buttons">
          {(['takePicture', 'chooseFiles'] as const).map((key) => (
            <span key={key} class={key === 'takePicture' ? 'of-phones' : undefined}>
              <button
                type="button"
                class={`button ${key === 'takePicture' ? 'light' : 'plain'}`}
                data-picks
                aria-label={`${t(key)} · ${label}`}
              >
                <Icon name={key === 'takePicture' ? 'camera' : 'upload'} />
                <span>{t(key)}</span>
              </button>
              <input
                type="file"
                hidden
                tabIndex={-1}
                aria-label={`${t(key)} · ${label}`}
                accept={key === 'takePicture' ? 'image/*' : accept}
                {...(key === 'takePicture' ? { capture: 'environment' as const } : { multiple: max > 1 })}
              />
            </span>
          ))}
        </div>
        <p class="soft small">
          <span class="of-desks">{`${t('dropHint')} · `}</span>
          {hint}
          <span class="of-desks"> · </span>
          <span class="limit">{t('upTo', { limit: bytes(UPLOAD_MAX_BYTES) })}</span>
        </p>
        <div data-part="refused" role="alert" class="problem small" />
      </div>
      <p id={`${id}-value-message`} class="message problem" role="alert" />
    </div>
  )
}
