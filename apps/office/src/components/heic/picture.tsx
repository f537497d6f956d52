import { useState } from 'react'
import { onDemand, wheel } from '../on-demand.tsx'

const HeicPicture = onDemand(() => import('./heic-picture.tsx'), wheel)

export const HEIC = 'image/heic'

interface PictureProps {
  file: { url: string; mediaType: string | null }
  alt: string
  className?: string
  lazy?: boolean
  /** Called if the picture cannot be shown and is none that is decoded here. */
  onBroken?: () => void
}

/** A picture; if the browser does not show HEIC by itself, it is decoded. */
export function Picture({ file, alt, className, lazy = false, onBroken }: PictureProps) {
  const [isForeign, setForeign] = useState(false)
  const more = className === undefined ? {} : { className }
  if (isForeign) return <HeicPicture url={file.url} alt={alt} {...more} />
  return (
    <img
      src={file.url}
      alt={alt}
      {...more}
      {...(lazy ? { loading: 'lazy' as const } : {})}
      onError={() => (file.mediaType === HEIC ? setForeign(true) : onBroken?.())}
    />
  )
}
