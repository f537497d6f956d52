import { Button, Group, Input } from '@mantine/core'
import { IconArrowBackUp, IconEraser } from '@tabler/icons-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import type { Drawing, Signature } from './drawing.ts'
import { onDemand, wheel } from '../../../components/on-demand.tsx'
import { padTexts } from './pad-texts.ts'
import classes from './signing.module.css'

interface SignatureFieldProps {
  /** Gives access to the signature; null until one can be made. */
  signature: RefObject<Signature | null>
  /** The name on the agreement. */
  name: string
  error: string | null
  onChange: () => void
}

/** Starts drawing once its code is loaded, and follows the size of the page. */
function useDrawing(signature: RefObject<Signature | null>, onChange: () => void) {
  const drawing = useRef<Drawing | null>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [strokes, setStrokes] = useState<number | null>(null)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  })
  useEffect(() => {
    let isOver = false
    let observer: ResizeObserver | undefined
    const isNear = new AbortController()
    // Loaded while the user reads the end of the contract above.
    const coming = untilNear(canvas.current, isNear.signal).then(() => import('./drawing.ts'))
    void coming.then(({ startDrawing }) => {
      if (isOver || !canvas.current) return
      const started = startDrawing(canvas.current, (count) => {
        setStrokes(count)
        tell.current()
      })
      drawing.current = started
      signature.current = started
      observer = new ResizeObserver(started.fit)
      observer.observe(canvas.current)
      setStrokes(0)
    })
    return () => {
      isOver = true
      isNear.abort()
      observer?.disconnect()
      drawing.current?.end()
      drawing.current = null
      signature.current = null
    }
  }, [signature])
  return { canvas, strokes, drawing }
}

/** Resolves when the element is less than a screen away. */
const untilNear = (element: Element | null, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '100% 0%' },
    )
    if (element) observer.observe(element)
    signal.addEventListener('abort', () => observer.disconnect())
  })

const TypedName = onDemand(() => import('./typed-name.tsx'), wheel)

/** The field for a signature: drawn, or typed by whoever cannot draw. */
export function SignatureField(props: SignatureFieldProps) {
  const t = useTexts(padTexts)
  const [isTyped, setTyped] = useState(false)
  return (
    <div>
      {isTyped ? <TypedName {...props} /> : <DrawnSignature {...props} />}
      <Button
        variant="subtle"
        mt="xs"
        onClick={() => {
          setTyped(!isTyped)
          props.onChange()
        }}
      >
        {t(isTyped ? 'drawInstead' : 'typeInstead')}
      </Button>
    </div>
  )
}

function DrawnSignature({ signature, error, onChange }: SignatureFieldProps) {
  const t = useTexts(padTexts)
  const { canvas, strokes, drawing } = useDrawing(signature, onChange)
  const isEmpty = strokes === null || strokes === 0
  return (
    <Input.Wrapper description={strokes === null ? t('padLoading') : t('padHint')} error={error}>
      <div className={classes.pad} data-invalid={error !== null}>
        <canvas
          ref={canvas}
          className={classes.canvas}
          role="img"
          aria-label={t('padLabel')}
          aria-busy={strokes === null}
          data-strokes={strokes ?? ''}
        />
      </div>
      <Group gap="xs" mt="xs">
        <Button
          variant="default"
          disabled={isEmpty}
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={() => drawing.current?.undo()}
        >
          {t('undo')}
        </Button>
        <Button
          variant="default"
          disabled={isEmpty}
          leftSection={<IconEraser size={18} aria-hidden />}
          onClick={() => drawing.current?.clear()}
        >
          {t('clear')}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}
