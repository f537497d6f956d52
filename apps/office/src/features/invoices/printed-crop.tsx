import type { FieldBox } from '@consilium/contract/recognition/recognition.ts'
import { useState } from 'react'
import type { z } from 'zod'
import classes from './authority.module.css'

const PERCENT = 100
/** Added on each side, as a part of the box, so that letters at its edge are seen whole. */
const MARGIN = 0.15

interface PrintedCropProps {
  url: string
  box: z.infer<typeof FieldBox>
  alt: string
}

/** The part of a picture in which a field is printed. */
export function PrintedCrop({ url, box, alt }: PrintedCropProps) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const left = Math.max(0, box.x - MARGIN * box.width)
  const top = Math.max(0, box.y - MARGIN * box.height)
  const width = Math.min(1 - left, box.width * (1 + 2 * MARGIN))
  const height = Math.min(1 - top, box.height * (1 + 2 * MARGIN))
  const ratio = size ? (width * size.width) / (height * size.height) : 1
  return (
    <div className={classes.crop} style={{ aspectRatio: ratio, visibility: size ? 'visible' : 'hidden' }}>
      <img
        src={url}
        alt={alt}
        style={{
          width: `${PERCENT / width}%`,
          left: `${(-left / width) * PERCENT}%`,
          top: `${(-top / height) * PERCENT}%`,
        }}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: naturalWidth, height: naturalHeight })
        }
      />
    </div>
  )
}
