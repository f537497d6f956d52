import { Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { INK, type Signature } from './drawing.ts'
import { HANDWRITING, loadHandwriting } from './handwriting.ts'
import { signingTexts } from './signing-texts.ts'
import { typedTexts } from './typed-texts.ts'
import classes from './signing.module.css'

/** The picture has the same resolution as a drawn signature. */
const WIDTH = 640
const HEIGHT = 240
const SHOWN_WIDTH = 320
const MARGIN = 32
const LARGEST = 132

/** Sets the name in the handwriting face, as large as it fits. */
function write(canvas: HTMLCanvasElement, name: string): void {
  const ink = canvas.getContext('2d')
  if (!ink) return
  ink.clearRect(0, 0, canvas.width, canvas.height)
  ink.font = `${LARGEST}px "${HANDWRITING}", cursive`
  const size = Math.min(LARGEST, (LARGEST * (WIDTH - 2 * MARGIN)) / Math.max(1, ink.measureText(name).width))
  ink.font = `${size}px "${HANDWRITING}", cursive`
  ink.fillStyle = INK
  ink.textAlign = 'center'
  ink.textBaseline = 'middle'
  ink.fillText(name, WIDTH / 2, HEIGHT / 2)
}

interface TypedNameProps {
  signature: RefObject<Signature | null>
  name: string
  error: string | null
  onChange: () => void
}

type Face = 'loading' | 'there' | 'missing'

/** The signature of whoever cannot draw one: the name, typed. */
export default function TypedName({ signature, name, error, onChange }: TypedNameProps) {
  const t = useTexts(typedTexts)
  const signing = useTexts(signingTexts)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [typed, setTyped] = useState('')
  const [face, setFace] = useState<Face>('loading')
  useEffect(() => {
    loadHandwriting(name).then(
      () => setFace('there'),
      () => setFace('missing'),
    )
  }, [name])
  useEffect(() => {
    if (canvas.current) write(canvas.current, typed.trim())
    signature.current = {
      read() {
        const given = typed.trim()
        if (given === '') return { problem: 'empty' }
        if (given !== name) return { problem: 'typedDiffers' }
        if (face !== 'there' || !canvas.current) return { problem: 'faceMissing' }
        return { picture: canvas.current.toDataURL('image/png'), typedName: given }
      },
    }
    return () => {
      signature.current = null
    }
  }, [signature, typed, name, face])
  return (
    <Stack gap="xs">
      <TextInput
        label={t('typedName')}
        description={t('typedHint', { name })}
        autoComplete="name"
        value={typed}
        error={error ?? (face === 'missing' ? signing('faceMissing') : null)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          onChange()
        }}
      />
      <div className={`${classes.pad} ${classes.typed}`} data-invalid={error !== null}>
        <canvas
          ref={canvas}
          width={WIDTH}
          height={HEIGHT}
          style={{ width: SHOWN_WIDTH }}
          role="img"
          aria-label={t('typedPreview', { name: typed.trim() })}
          data-face={face}
        />
      </div>
    </Stack>
  )
}
