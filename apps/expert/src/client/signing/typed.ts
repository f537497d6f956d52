import { byId } from '../elements.ts'
import { tellProblem } from '../forms.ts'
import { HANDWRITING, INK, type Signature } from './pad.ts'
import { said } from './texts.ts'

const FACE = `"${HANDWRITING}", cursive`
const MARGIN = 32
const LARGEST = 132

/** Sets the name in the handwriting face, as large as it fits. */
function write(canvas: HTMLCanvasElement, name: string): void {
  const { width, height } = canvas
  const ink = canvas.getContext('2d')
  if (!ink) return
  ink.clearRect(0, 0, width, height)
  ink.font = `${LARGEST}px ${FACE}`
  const size = Math.min(LARGEST, (LARGEST * (width - 2 * MARGIN)) / Math.max(1, ink.measureText(name).width))
  ink.font = `${size}px ${FACE}`
  ink.fillStyle = INK
  ink.textAlign = 'center'
  ink.textBaseline = 'middle'
  ink.fillText(name, width / 2, height / 2)
}

/** The signature of whoever cannot draw one: the name, typed. `nameOf` says whose it must be. */
export function startTyping(nameOf: () => string): Signature {
  const field = byId('typedName') as HTMLInputElement
  const canvas = byId('typed') as HTMLCanvasElement
  const show = () => {
    const name = field.value.trim()
    write(canvas, name)
    canvas.setAttribute('aria-label', canvas.dataset['label']!.replace('{{name}}', name))
  }
  const load = async () => {
    try {
      // Which file has which characters is a long list.
      const { loadHandwriting } = await import('./handwriting.ts')
      await loadHandwriting(nameOf())
      canvas.dataset['face'] = 'there'
      tellProblem(field, '')
      show()
    } catch {
      canvas.dataset['face'] = 'missing'
      tellProblem(field, said('faceMissing'))
    }
  }
  field.addEventListener('input', show)
  addEventListener('online', () => canvas.dataset['face'] === 'missing' && void load())
  void load()
  return {
    read() {
      const typedName = field.value.trim()
      if (typedName === '') return { problem: 'empty' }
      if (typedName !== nameOf()) return { problem: 'typedDiffers' }
      if (canvas.dataset['face'] !== 'there') return { problem: 'faceMissing' }
      return { picture: canvas.toDataURL('image/png'), typedName }
    },
  }
}
