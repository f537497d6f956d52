import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCamera, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { bytes } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { isAccepted } from '@consilium/web-kit/files.ts'
import { fileTexts } from '@consilium/web-kit/words/file-texts.ts'
import { usePhone } from '../forms/use-phone.ts'
import classes from './upload.module.css'

const ICON = 18

export interface DropZoneProps {
  /** Description of the files for screen readers. */
  label: string
  /** Value of the `accept` attribute: `image/*,application/pdf`. */
  accept: string
  multiple?: boolean
  /** Offers the rear camera of a phone, for documents. */
  camera?: boolean
  /** Maximum file size in bytes. */
  maxBytes: number
  hint?: string
  disabled?: boolean
  /** A button. Files may still be dropped, anywhere on the tab or the dialog around it. */
  isShort?: boolean
  onFiles: (files: File[]) => void
}

interface PickerProps extends Pick<DropZoneProps, 'accept' | 'multiple' | 'disabled'> {
  label: string
  describes: string
  isCamera: boolean
  onFiles: (files: File[]) => void
}

/** A button that opens the file dialog of the browser. */
function Picker({ label, describes, isCamera, accept, multiple = false, disabled, onFiles }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const Icon = isCamera ? IconCamera : IconUpload
  return (
    <>
      <Button
        variant={isCamera ? 'light' : 'default'}
        leftSection={<Icon size={ICON} aria-hidden />}
        disabled={disabled === true}
        aria-label={`${label} · ${describes}`}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={`${label} · ${describes}`}
        accept={isCamera ? 'image/*' : accept}
        multiple={multiple && !isCamera}
        {...(isCamera ? { capture: 'environment' as const } : {})}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Allows choosing the same file again after it was removed.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

const AROUND = '[role=tabpanel], [role=dialog]'

/** Takes dropped files, in the zone itself or anywhere around it. */
function useDropPlace(isShort: boolean, take: (files: File[]) => void, setOver: (isOver: boolean) => void) {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const zone = ref.current!
    const place = (isShort ? zone.closest<HTMLElement>(AROUND) : null) ?? zone
    const listening = new AbortController()
    const on = (kind: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      place.addEventListener(kind, act, { signal: listening.signal })
    on('dragover', (event) => {
      event.preventDefault()
      setOver(true)
    })
    on('dragleave', () => setOver(false))
    on('drop', (event) => {
      event.preventDefault()
      setOver(false)
      latest.current([...(event.dataTransfer?.files ?? [])])
    })
    return () => listening.abort()
  }, [isShort, setOver])
  return ref
}

/**
 * Takes files by drag and drop, by the file dialog or by a phone's camera. Files of another kind and files over the limit are
 * named and left out before anything is sent.
 */
export function DropZone(props: DropZoneProps) {
  const t = useTexts(fileTexts)
  const isPhone = usePhone()
  const [isOver, setOver] = useState(false)
  const [tooLong, setTooLong] = useState<string[]>([])
  const [unknown, setUnknown] = useState<string[]>([])
  const {
    label,
    accept,
    multiple = false,
    camera = false,
    maxBytes,
    hint,
    disabled = false,
    isShort = false,
  } = props
  const take = (files: File[]) => {
    const known = files.filter((file) => isAccepted(file, accept))
    const fitting = known.filter(({ size }) => size <= maxBytes)
    setUnknown(files.filter((file) => !known.includes(file)).map(({ name }) => name))
    setTooLong(known.filter((file) => !fitting.includes(file)).map(({ name }) => name))
    const taken = multiple ? fitting : fitting.slice(0, 1)
    if (taken.length > 0 && !disabled) props.onFiles(taken)
  }
  const picker = { accept, multiple, disabled, describes: label, onFiles: take }
  const place = useDropPlace(isShort, take, setOver)
  const limits = [!isPhone && t('dropHint'), hint, t('upTo', { limit: bytes(maxBytes) })]
    .filter(Boolean)
    .join(' · ')
  return (
    <Stack ref={place} gap="xs" className={isShort ? classes.short : classes.zone} data-over={isOver}>
      <Group gap="xs" {...(isShort ? { title: limits } : { justify: 'center' })}>
        {camera && isPhone && <Picker {...picker} label={t('takePicture')} isCamera />}
        <Picker {...picker} label={isShort ? label : t('chooseFiles')} isCamera={false} />
      </Group>
      {!isShort && (
        <Text size="xs" c="dimmed" ta="center">
          {limits}
        </Text>
      )}
      {unknown.map((name) => (
        <Text key={name} size="sm" c="var(--mantine-color-error)" role="alert">
          {t('wrongKind', { name })}
        </Text>
      ))}
      {tooLong.map((name) => (
        <Text key={name} size="sm" c="var(--mantine-color-error)" role="alert">
          {t('tooLarge', { name, limit: bytes(maxBytes) })}
        </Text>
      ))}
    </Stack>
  )
}
